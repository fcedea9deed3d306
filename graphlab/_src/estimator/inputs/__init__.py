"""Input functions over arrays and data frames."""
