"""Executables: how segments are compiled, shared, kept on disk and called."""
