"""Comparing two graphs: what matches what, what is different, and one graph that shows both."""
