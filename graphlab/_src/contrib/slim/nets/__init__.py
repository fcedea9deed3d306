"""Networks for images, with the variable names of published checkpoints."""
