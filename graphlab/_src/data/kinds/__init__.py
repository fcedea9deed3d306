"""The kinds of datasets, a family each: the operation type, and how its elements are made."""
