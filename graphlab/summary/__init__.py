"""Writing event files that TensorBoard reads."""
