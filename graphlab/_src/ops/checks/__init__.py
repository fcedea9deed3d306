"""Assertions: operations that fail a run when a condition does not hold, and errors where the graph is built."""
