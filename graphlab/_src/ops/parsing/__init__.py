"""Records of data as tensors: lines of comma-separated values, and examples."""
