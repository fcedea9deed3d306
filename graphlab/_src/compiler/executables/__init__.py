"""Executables: how segments are compiled, shared, stored on disk and called."""
