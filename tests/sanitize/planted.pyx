"""Faults on purpose: only a sanitizer sees them, and only its build has this module."""

from libc.stdlib cimport calloc, free


def heap(int size, int index):
    """Read one byte of a block."""
    cdef char* block = <char*> calloc(size, 1)
    cdef int value = block[index]
    free(block)
    return value


def stack(int index):
    """Read one byte of an array of eight."""
    cdef char[8] block
    block[:] = [0, 1, 2, 3, 4, 5, 6, 7]
    return block[index]


def shift(int bits):
    """Shift a 32-bit one to the left."""
    cdef int one = 1
    return one << bits
