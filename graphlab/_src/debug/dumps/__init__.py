"""Dumps: the files that watched runs have written, and what they say of the graph and of its tensors."""
