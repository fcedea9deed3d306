"""What the layers of tf.contrib have in common: collections of outputs and variables, sizes, conditions known now."""

from graphlab._src.contrib.layers.utils import (
    NamedOutputs,
    append_tensor_alias,
    channel_dimension,
    collect_named_outputs,
    constant_value,
    convert_collection_to_dict,
    gather_tensors_aliases,
    get_tensor_aliases,
    get_variable_collections,
    last_dimension,
    n_positive_integers,
    smart_cond,
    static_cond,
    two_element_tuple,
)

__all__ = [
    "NamedOutputs",
    "append_tensor_alias",
    "channel_dimension",
    "collect_named_outputs",
    "constant_value",
    "convert_collection_to_dict",
    "gather_tensors_aliases",
    "get_tensor_aliases",
    "get_variable_collections",
    "last_dimension",
    "n_positive_integers",
    "smart_cond",
    "static_cond",
    "two_element_tuple",
]
