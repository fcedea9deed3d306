"""The implementation. The public namespaces, one file each in the folder above, name what programs may use of it."""
