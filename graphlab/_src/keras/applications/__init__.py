"""Image models with the layer names of published weights."""
