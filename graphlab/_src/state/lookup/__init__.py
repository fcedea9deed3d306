"""Lookup tables: values by key, which live in the session, on the host."""
