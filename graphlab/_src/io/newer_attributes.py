"""Attributes that releases after TensorFlow 1.15 have added to its operation types."""

# Hints and descriptions: whatever they say, the values are the same.
_WITHOUT_EFFECT = frozenset(["allowed_devices", "debug_name", "grad_x", "grad_y", "metadata", "replicate_on_split"])

# Defaults that are not empty, 0 or False, as TensorFlow 2's op registry has them.
_DEFAULTS = {
    "Tshape": ("type", 3),
    "Tsegmentids": ("type", 3),  # int32
    "axis": ("i", -1),
    "ensure_minimum_range": ("f", 0.01),
    "exponential_avg_factor": ("f", 1.0),
    "index_type": ("type", 3),
    "deterministic": ("s", b"default"),
    "use_inter_op_parallelism": ("b", True),
}


# Attributes that change what an operation does, and that its kernel knows: they stay in the graph.
_KNOWN = frozenset(["resize_if_index_out_of_bounds"])


def is_known(name):
    """True for an attribute of a later release that the kernels of its types read."""
    return name in _KNOWN


def changes_nothing(name, value, default=None):
    """True when an attribute that the type does not have in 1.15 has the value of 1.15's behavior.

    value: the AttrValue.  default: the one that the producer of the graph has for it, if that is known.
    """
    if name in _WITHOUT_EFFECT:
        return True
    if default is not None:
        return default == value
    kind = value.WhichOneof("value")
    if kind is None:
        return True
    if name in _DEFAULTS:
        field, expected = _DEFAULTS[name]
        actual = getattr(value, field)
        return kind == field and (abs(actual - expected) < 1e-6 if field == "f" else actual == expected)
    if kind == "list":
        return not value.list.ListFields()
    return kind in ("s", "i", "f", "b") and not getattr(value, kind)
