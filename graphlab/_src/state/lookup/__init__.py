"""Lookup tables: values by key, in the session, on the host."""
