"""Checks: operations that end a run when something does not hold, and what can be refused while a graph is built."""
