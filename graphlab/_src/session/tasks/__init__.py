"""Runs of which several tasks of a cluster execute a part each."""
