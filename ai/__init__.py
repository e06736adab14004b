"""Bots, the command line and the engine that speaks the protocol."""
