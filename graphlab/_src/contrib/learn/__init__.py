"""Datasets in local files, and text as word ids."""
