"""Datasets in local files."""
