"""Sequences to sequences: losses, attention, decoders and what they decode with."""
