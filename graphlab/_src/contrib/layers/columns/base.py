"""What all feature columns of tf.contrib.layers have, and tensors in the rank that models need."""

from typing import Any, NamedTuple

from graphlab._src.base import logging
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.layers.feature_column.column import FeatureColumn as CoreColumn
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.sparse_places import sparse_reshape


class WideArguments(NamedTuple):
    """How a linear model looks a column up: ids, their weights, how many there are, the first values, how to combine."""

    input_tensor: Any
    weight_tensor: Any
    vocab_size: Any
    initializer: Any
    combiner: Any


class DeepArguments(NamedTuple):
    """How an embedding is looked up."""

    input_tensor: Any
    weight_tensor: Any
    vocab_size: Any
    initializer: Any
    combiner: Any
    dimension: Any
    shared_embedding_name: Any
    max_norm: Any
    trainable: Any
    hash_key: Any = None


class FeatureColumn(CoreColumn):
    """The base of columns, which are named tuples: their text orders the parts of a model."""

    _fields: tuple

    @property
    def config(self) -> dict:
        """{feature: FixedLenFeature or VarLenFeature}: what parse_example needs."""
        raise NotImplementedError

    @property
    def parse_example_spec(self):
        """The same, as tf.feature_column calls it."""
        return self.config

    @property
    def key(self):
        """What distinguishes columns, and orders them."""
        return f"{self}"

    def _key_without(self, name):
        fields: Any = self
        given = [f"{field}={fields[i]}" for i, field in enumerate(self._fields) if field != name]
        return f"{type(self).__name__}({', '.join(given)})"

    def insert_transformed_feature(self, columns_to_tensors):
        """Adds what the column makes of its features to {feature or column: tensor}."""
        columns_to_tensors[self] = self._transform_feature(Tensors(columns_to_tensors))

    def _to_dnn_input_layer(self, input_tensor, weight_collections=None, trainable=True, output_rank=2) -> Any:
        raise ValueError("Calling an abstract method.")

    def _deep_embedding_lookup_arguments(self, input_tensor) -> DeepArguments:
        raise NotImplementedError(f"No deep embedding lookup arguments for column {self}.")

    def _wide_embedding_lookup_arguments(self, input_tensor) -> WideArguments:
        raise NotImplementedError(f"No wide embedding lookup arguments for column {self}.")

    def _to_dense_tensor(self, input_tensor) -> Any:
        raise NotImplementedError(f"No dense tensor representation for column {self}.")

    def _checkpoint_path(self):
        return None


class Tensors:
    """Features by name, and by column what columns made of them, each made once and stored in the dict that is given."""

    def __init__(self, columns_to_tensors):
        self._found = columns_to_tensors

    def get(self, key):
        """The tensor of a feature, or of a column."""
        if key in self._found:
            return self._found[key]
        if isinstance(key, str):
            raise ValueError(f"features dictionary doesn't contain key ({key})")
        if not isinstance(key, FeatureColumn):
            raise TypeError(f'"key" must be either a "str" or "_FeatureColumn". Provided: {key}')
        key.insert_transformed_feature(self._found)
        return self._found[key]


def inner_flatten(inputs, new_rank):
    """The tensor or SparseTensor with the last axes as one, so that it has new_rank axes."""
    with name_scope(None, "InnerFlatten", [inputs, new_rank]):
        if isinstance(inputs, SparseTensor):
            sizes = inputs.dense_shape
            known = sizes.shape.as_list()[0]
            if known is not None and known < new_rank:
                raise ValueError(
                    f"Inputs has rank less than new_rank. {inputs} must have rank at least {new_rank}. "
                    f"Received rank {known}, shape {inputs.get_shape()}"
                )
            return sparse_reshape(inputs, concat((sizes[: new_rank - 1], [reduce_prod(sizes[new_rank - 1 :])]), 0))
        inputs = convert_to_tensor(inputs)
        check = assert_rank_at_least(inputs, new_rank, message="inputs has rank less than new_rank")
        with control_dependencies([check]):
            flat = reshape(inputs, concat((shape(inputs)[: new_rank - 1], [-1]), 0))
        if inputs.shape.ndims is not None:
            sizes = inputs.shape.as_list()
            last = 1
            for size in sizes[new_rank - 1 :]:
                last = None if last is None or size is None else last * size
            flat.set_shape([*sizes[: new_rank - 1], last])
        return flat


def in_rank(tensor, output_rank, column_name=None):
    """A dense tensor with output_rank axes: one of size 1 more, or the last ones as one."""
    rank = tensor.shape.ndims
    if rank is None:
        return inner_flatten(tensor, output_rank)
    if output_rank > rank + 1:
        raise ValueError(rank_error(column_name, rank, output_rank))
    if output_rank == rank + 1:
        logging.warning(
            "Rank of input Tensor (%d) should be the same as output_rank (%d) for column. Will attempt to expand dims. It "
            "is highly recommended that you resize your input, as this behavior may change.",
            rank,
            output_rank,
        )
        return expand_dims(tensor, -1, name="expand_dims")
    return tensor if output_rank == rank else inner_flatten(tensor, output_rank)


def rank_error(column_name, rank, output_rank):
    """The text of an error about a column's rank."""
    start = f"Error while processing column {column_name}. " if column_name is not None else ""
    return (
        f"{start}Rank of input Tensor ({rank}) should be the same as output_rank ({output_rank}). For example, sequence "
        "data should typically be 3 dimensional (rank 3) while non-sequence data is typically 2 dimensional (rank 2)."
    )
