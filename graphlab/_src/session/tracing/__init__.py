"""Traces of runs: RunMetadata, timelines, watched tensors."""
