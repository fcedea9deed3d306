"""tf.train.warm_start: variables that begin with those of another model, also where its vocabulary was another."""

import collections
import logging
from pathlib import Path

import numpy as np

from graphlab._src.graph import GraphKeys, constant
from graphlab._src.graph.scopes import get_collection
from graphlab._src.io.paths import file_errors, local_path
from graphlab._src.ops.select import where
from graphlab._src.proto import TrackableObjectGraph
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.variable import Variable
from graphlab._src.train.saving.checkpoint_utils import load_checkpoint
from graphlab._src.train.saving.initialize import init_from_checkpoint
from graphlab._src.train.saving.saveable import names_of
from graphlab._src.train.tracking.object_graph import KEY

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
    groups = get_grouped_variables(vars_to_warm_start)
    vocabularies, renamed = var_name_to_vocab_info or {}, var_name_to_prev_var_name or {}
    for given, what in ((renamed, "var_name_to_prev_var_name"), (vocabularies, "var_name_to_vocab_info")):
        unknown = set(given) - set(groups)
        if unknown:
            raise ValueError(
                f"You provided the following variables in {what} that were not used: {unknown}.  Perhaps you misspelled "
                f"them?  Here is the list of viable variable names: {list(groups)}"
            )
    names = [renamed.get(name, name) for name in groups]
    keys = object_checkpoint_keys(ckpt_to_initialize_from, names)
    whole = {}
    for (name, parts), old_name in zip(groups.items(), names, strict=True):
        old = keys.get(old_name, old_name)
        if name in vocabularies:
            _by_vocabulary(parts, ckpt_to_initialize_from, old, vocabularies[name])
        elif vars_to_warm_start:
            single = len(parts) == 1 and not parts[0]._save_slice_info
            whole[old] = parts[0] if single else parts
    init_from_checkpoint(ckpt_to_initialize_from, whole)
    _log.info("Warm-started %d variables.", len(groups))


def get_grouped_variables(chosen):
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


def object_checkpoint_keys(checkpoint, names):
    """{name of a variable: the key of its value} in a checkpoint of a tf.train.Checkpoint; {} in one of a Saver."""
    reader = load_checkpoint(checkpoint)
    if not reader.has_tensor(KEY):
        return {}
    nodes = TrackableObjectGraph.FromString(bytes(reader.get_tensor(KEY))).nodes
    keys = {one.full_name: one.checkpoint_key for node in nodes for one in node.attributes if one.full_name}
    missing = set(names) - set(keys)
    if missing:
        raise ValueError(
            "Attempting to warm-start from an object-based checkpoint, but found that the checkpoint did not contain values "
            f"for all variables. The following variables were missing: {missing}"
        )
    return {name: keys[name] for name in names}


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


# Names that TensorFlow keeps to itself, and estimators call.


def infer_var_name(var):
    """The name in a checkpoint of the only variable of a list, or of the parts of one."""
    named = names_of(var)
    if len(named) > 1:
        raise TypeError(f"`var` = {var} passed as arg violates the constraints.  name_to_var_dict = {named}")
    return next(iter(named))


def get_var_info(var, prev_tensor_name=None):
    """(name in the checkpoint, the variable or a list of its parts)."""
    parts = list(var) if isinstance(var, PartitionedVariable) else var
    several = parts if isinstance(parts, list) else [parts]
    if not all(isinstance(one, Variable) for one in several):
        raise TypeError(
            f"var MUST be one of the following: a Variable, list of Variable or PartitionedVariable, but is {type(var)}"
        )
    return prev_tensor_name or infer_var_name([var] if isinstance(var, PartitionedVariable) else several), parts


def warm_start_var_with_vocab(
    var,
    current_vocab_path,
    current_vocab_size,
    prev_ckpt,
    prev_vocab_path,
    previous_vocab_size=-1,
    current_oov_buckets=0,
    prev_tensor_name=None,
    initializer=None,
    axis=0,
):
    """As warm_start for one variable with a VocabInfo of these."""
    if not all((current_vocab_path, current_vocab_size, prev_ckpt, prev_vocab_path)):
        raise ValueError(
            "Invalid args: Must provide all of [current_vocab_path, current_vocab_size, prev_ckpt, prev_vocab_path}."
        )
    name, parts = get_var_info(var, prev_tensor_name)
    sizes = current_vocab_size, current_oov_buckets, prev_vocab_path, previous_vocab_size
    info = VocabInfo(current_vocab_path, *sizes, initializer, axis)
    _by_vocabulary(parts if isinstance(parts, list) else [parts], prev_ckpt, name, info)
