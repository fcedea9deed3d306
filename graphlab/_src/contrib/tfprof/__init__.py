"""Profiles of models under their first names."""
