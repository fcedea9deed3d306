"""Execution of plans: runs that wait, runs on the host, and what a failed run reports."""
