"""Random numbers, as Python sees them."""


cdef object whole(object value, str name):
    """Return a whole number; `bool` is none."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
    return value


cdef uint64_t checked_word(object value, str name) except? 0:
    """Return a whole number that fits 64 bits."""
    whole(value, name)
    if not 0 <= value < 1 << 64:
        raise ValueError(f"{name} is from 0 to 2**64 - 1, not {value}")
    return value


cdef class Rng:
    """One stream of random numbers: the same seed and stream give the same numbers.

    ``seed`` and ``stream`` are whole numbers from 0 to 2**64 - 1. Different streams of a seed
    are independent of each other.
    """

    def __cinit__(self, seed, stream=0):
        rng_seed(&self.c, checked_word(seed, "seed"), checked_word(stream, "stream"))

    def next(self):
        """Return the next 64 random bits as a number."""
        return rng_next(&self.c)

    def below(self, n, /):
        """Return a whole number, uniform in [0, n), for 0 < n < 2**32."""
        if not 0 < whole(n, "n") < 1 << 32:
            raise ValueError(f"below needs a number from 1 to 2**32 - 1, not {n!r}")
        return rng_below(&self.c, n)

    def random(self):
        """Return a number, uniform in [0, 1), with 53 random bits."""
        return (rng_next(&self.c) >> 11) * 2.0 ** -53

    def copy(self):
        """Return an independent generator that will give the same numbers."""
        cdef Rng other = Rng.__new__(Rng, 0, 0)
        other.c = self.c
        return other
