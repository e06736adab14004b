"""Louis XIV for other compiled modules."""
from eminence.ext.game cimport CompiledGame
from eminence.ext.louis14.state cimport Rules


cdef class LouisGame(CompiledGame):
    cdef Rules table
    cdef object card_set
