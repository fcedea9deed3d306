"""The documentation site: `make docs`, or `python -m docs.site`, builds it in build/docs."""
