"""Running a segment with NumPy, for sizes that have not come before: compiling for each of them would take longer."""
