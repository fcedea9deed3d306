"""What every layer uses: errors, dtypes, shapes, source lines, logging, flags, deferred imports."""
