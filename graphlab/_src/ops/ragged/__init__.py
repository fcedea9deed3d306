"""Ragged tensors: tensors whose rows may have different lengths, and what functions on tensors do with them."""

from graphlab._src.ops.ragged import operators as operators
from graphlab._src.ops.ragged import overrides as overrides
from graphlab._src.ops.ragged import spec as spec
