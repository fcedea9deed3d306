"""Tables of words, by the names of arguments that tf.contrib.lookup has for them, and what came before them."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.state.lookup import vocabulary
from graphlab._src.state.lookup.vocabulary import FastHashSpec, index_table_from_file


def index_table_from_tensor(
    mapping, num_oov_buckets=0, default_value=-1, hasher_spec=FastHashSpec, dtype=dtypes.string, name=None
):
    """A table of the positions of words in the vector `mapping`.

    num_oov_buckets: buckets for other words; without any they get default_value.
    """
    if mapping is None:
        raise ValueError("mapping must be specified.")
    return vocabulary.index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, dtype, name)


def index_to_string_table_from_tensor(mapping, default_value="UNK", name=None):
    """A table of the words of the vector `mapping` by position."""
    if mapping is None:
        raise ValueError("mapping must be specified.")
    return vocabulary.index_to_string_table_from_tensor(mapping, default_value, name)


def string_to_index_table_from_file(
    vocabulary_file=None,
    num_oov_buckets=0,
    vocab_size=None,
    default_value=-1,
    hasher_spec=FastHashSpec,
    name=None,
):
    """tf.contrib.lookup.index_table_from_file for words."""
    return index_table_from_file(
        vocabulary_file, num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype=dtypes.string, name=name
    )


def string_to_index_table_from_tensor(
    mapping, num_oov_buckets=0, default_value=-1, hasher_spec=FastHashSpec, name=None
):
    """index_table_from_tensor for words."""
    with name_scope(name, "string_to_index") as scope:
        mapping = convert_to_tensor(mapping)
    if mapping.dtype.base_dtype != dtypes.string:
        raise ValueError("string_to_index_table_from_tensor requires string.")
    return index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, name=scope)


def string_to_index(tensor, mapping, default_value=-1, name=None):
    """The positions of the words of `tensor` in the vector `mapping`; default_value for others."""
    table = index_table_from_tensor(mapping, default_value=default_value, name=name)
    return table.lookup(tensor)


def index_to_string(tensor, mapping, default_value="UNK", name=None):
    """The words at positions of the vector `mapping`; default_value outside of it."""
    table = index_to_string_table_from_tensor(mapping, default_value=default_value, name=name)
    return table.lookup(tensor)
