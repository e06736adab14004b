"""The command line: ``eminence COMMAND``."""

try:
    from eminence.ai.cli.root import Root, main
except KeyboardInterrupt:  # before there is anybody to take care of it
    raise SystemExit(130) from None

__all__ = ["Root", "main"]
