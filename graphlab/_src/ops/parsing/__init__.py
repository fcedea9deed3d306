"""Parsing: lines of comma-separated values, and Examples."""
