"""Metrics over many runs, accumulated in local variables."""
