"""The compiled kernels; nothing here parses or prints."""
