"""Faults on purpose: only a sanitizer sees them, and only its build has this module."""

from libc.stdlib cimport free, malloc


def heap(int index):
    """Write one byte into a block of eight."""
    cdef volatile char* block = <char*> malloc(8)
    block[index] = 1
    free(<void*> block)


def stack(int index):
    """Write one byte into an array of eight."""
    cdef volatile char[8] block
    block[index] = 1


def shift(int bits):
    """Shift a 32-bit one to the left."""
    cdef int one = 1
    return one << bits
