"""Louis XIV, compiled."""

from eminence.ext.louis14.rules import load

__all__ = ["load"]
