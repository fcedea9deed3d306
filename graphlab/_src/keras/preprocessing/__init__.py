"""Images, sequences and text as arrays for models."""
