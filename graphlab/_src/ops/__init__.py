"""The op library: one family per file, one function per operation."""
