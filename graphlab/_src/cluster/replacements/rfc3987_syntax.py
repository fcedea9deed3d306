"""In place of the package rfc3987_syntax, in Ray's own processes: see `ray_package.py`."""

raise ImportError("it is not used here")
