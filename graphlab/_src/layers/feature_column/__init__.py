"""Feature columns: features of Examples as inputs of a model."""
