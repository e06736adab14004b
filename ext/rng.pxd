"""Random numbers: xoshiro256++ (Blackman and Vigna, 2019), seeded through SplitMix64.

Every stream is explicit: a seed says which experiment, a stream which of its independent
uses (a thread, a seat, a worker).
"""
from libc.stdint cimport uint32_t, uint64_t

cdef struct RngState:
    uint64_t s[4]


cdef inline uint64_t mix64(uint64_t* x) noexcept nogil:
    """Advance a SplitMix64 generator and return its output."""
    x[0] += <uint64_t>0x9E3779B97F4A7C15ULL
    cdef uint64_t z = x[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline void rng_seed(RngState* rng, uint64_t seed, uint64_t stream) noexcept nogil:
    """Start one of the 2**64 streams of a seed."""
    cdef uint64_t x = seed
    cdef uint64_t y = mix64(&x) ^ (stream * <uint64_t>0xD1342543DE82EF95ULL)
    cdef int i
    for i in range(4):
        rng.s[i] = mix64(&y)


cdef inline uint64_t rotate_left(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline uint64_t rng_next(RngState* rng) noexcept nogil:
    """Return the next 64 bits."""
    cdef uint64_t result = rotate_left(rng.s[0] + rng.s[3], 23) + rng.s[0]
    cdef uint64_t t = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = rotate_left(rng.s[3], 45)
    return result


cdef inline uint32_t rng_below(RngState* rng, uint32_t n) noexcept nogil:
    """Return a number in [0, n), exactly uniform (Lemire 2019: a division in rare cases only)."""
    cdef uint64_t m = (rng_next(rng) >> 32) * n
    cdef uint32_t threshold
    if <uint32_t>m < n:
        threshold = (<uint32_t>0 - n) % n
        while <uint32_t>m < threshold:
            m = (rng_next(rng) >> 32) * n
    return <uint32_t>(m >> 32)


cdef class Rng:
    cdef RngState c
