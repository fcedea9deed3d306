"""Summaries that operations write in the run."""
