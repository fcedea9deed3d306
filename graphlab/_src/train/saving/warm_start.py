"""tf.train.warm_start: variables that begin with those of another model, also where its vocabulary was another."""

import collections
import logging
from pathlib import Path

import numpy as np

from graphlab._src.graph import GraphKeys, constant
from graphlab._src.graph.scopes import get_collection
from graphlab._src.io.paths import file_errors, local_path
from graphlab._src.ops.select import where
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.variable import Variable
from graphlab._src.train.saving.checkpoint_utils import load_checkpoint
from graphlab._src.train.saving.initialize import init_from_checkpoint
from graphlab._src.train.saving.saveable import names_of

_log = logging.getLogger("graphlab")

_FIELDS = [
    "new_vocab",
    "new_vocab_size",
    "num_oov_buckets",
    "old_vocab",
    "old_vocab_size",
    "backup_initializer",
    "axis",
]


class VocabInfo(collections.namedtuple("VocabInfo", _FIELDS)):
    """The words that the rows (axis 0) or columns (axis 1) of a variable represent, here and in the checkpoint.

    new_vocab, old_vocab: files with a word on each line.  new_vocab_size, old_vocab_size: how many of them; -1: all.
    num_oov_buckets: how many rows for other words follow.  backup_initializer: for words that are new; zeros for None.
    """

    __slots__ = ()

    def __new__(
        cls, new_vocab, new_vocab_size, num_oov_buckets, old_vocab, old_vocab_size=-1, backup_initializer=None, axis=0
    ):
        if axis not in (0, 1):
            raise ValueError(f"The only supported values for the axis argument are 0 and 1.  Provided axis: {axis}")
        return super().__new__(
            cls, new_vocab, new_vocab_size, num_oov_buckets, old_vocab, old_vocab_size, backup_initializer, axis
        )


def warm_start(
    ckpt_to_initialize_from, vars_to_warm_start=".*", var_name_to_vocab_info=None, var_name_to_prev_var_name=None
):
    """Lets the initializers of variables read a checkpoint.

    ckpt_to_initialize_from: a checkpoint, or a folder of them.
    vars_to_warm_start: a regular expression for trainable variables, a list of such for all variables, a list of
    variables, or None: only those with a VocabInfo.
    var_name_to_vocab_info: {name: VocabInfo}.  var_name_to_prev_var_name: {name: its name in the checkpoint}.
    Raises ValueError for a name that is not among the variables.
    """
    groups = _by_name(vars_to_warm_start)
    vocabularies, renamed = var_name_to_vocab_info or {}, var_name_to_prev_var_name or {}
    for given, what in ((renamed, "var_name_to_prev_var_name"), (vocabularies, "var_name_to_vocab_info")):
        unknown = set(given) - set(groups)
        if unknown:
            raise ValueError(
                f"You provided the following variables in {what} that were not used: {unknown}.  Perhaps you misspelled "
                f"them?  Here is the list of viable variable names: {list(groups)}"
            )
    whole = {}
    for name, parts in groups.items():
        if name in vocabularies:
            _by_vocabulary(parts, ckpt_to_initialize_from, renamed.get(name, name), vocabularies[name])
        elif vars_to_warm_start:
            single = len(parts) == 1 and not parts[0]._save_slice_info
            whole[renamed.get(name, name)] = parts[0] if single else parts
    init_from_checkpoint(ckpt_to_initialize_from, whole)
    _log.info("Warm-started %d variables.", len(groups))


def _by_name(chosen):
    """{name in a checkpoint: a list of the variable, or of its parts}."""
    if chosen is None or isinstance(chosen, str):
        variables = get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=chosen)
    elif not isinstance(chosen, list):
        raise ValueError(f"`vars_to_warm_start must be a `list` or `str`.  Given type is {type(chosen)}")
    elif all(isinstance(one, str) for one in chosen):
        variables = [one for scope in chosen for one in get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope)]
    elif all(isinstance(one, (Variable, PartitionedVariable)) for one in chosen):
        variables = chosen
    else:
        raise ValueError(
            "If `vars_to_warm_start` is a list, it must be all `Variable` or all `str`.  Given types are "
            f"{[type(one) for one in chosen]}"
        )
    groups = {}
    for variable in variables:
        (name,) = names_of([variable])
        groups.setdefault(name, []).extend([variable] if isinstance(variable, Variable) else variable)
    return groups


def _by_vocabulary(parts, checkpoint, old_name, info):
    """Begins a variable with what the checkpoint has for each word."""
    old = load_checkpoint(checkpoint).get_tensor(old_name)
    places = {word: i for i, word in enumerate(_words(info.old_vocab, info.old_vocab_size))}
    new = _words(info.new_vocab, info.new_vocab_size)
    found = np.asarray([places.get(word, -1) for word in new] + [-1] * info.num_oov_buckets)
    values = np.take(old, np.maximum(found, 0), axis=info.axis)
    known = np.broadcast_to((found >= 0).reshape((-1, 1) if info.axis == 0 else (1, -1)), values.shape)
    for part in parts:
        _begin(part, values, known, info.backup_initializer)


def _words(path, size):
    with file_errors(path):
        words = Path(local_path(path)).read_bytes().splitlines()
    return words if size < 0 else words[:size]


def _begin(part, values, known, backup):
    whole, sizes = part._save_slice_info, part.get_shape().as_list()
    here = tuple(
        slice(start, start + size) for start, size in zip(whole.var_offset if whole else [0, 0], sizes, strict=True)
    )
    dtype = part.dtype.base_dtype
    value = constant(np.where(known[here], values[here], 0).astype(dtype.as_numpy_dtype))
    if backup is not None and not known[here].all():
        value = where(constant(known[here]), value, backup(sizes, dtype=dtype))
    part._initializer_op = part.assign(value).op
    part._initial_value = value
