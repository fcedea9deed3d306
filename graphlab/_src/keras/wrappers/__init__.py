"""Keras models with the interfaces of other libraries."""
