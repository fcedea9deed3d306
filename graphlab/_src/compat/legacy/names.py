"""Adds the names of TensorFlow 0.12 to graphlab's modules, and removes them."""

import importlib
import sys
import types

import graphlab as tf
from graphlab._src.base.former_names import FORMER
from graphlab._src.compat import name_lookup
from graphlab._src.compat.legacy import cells, functions
from graphlab._src.compat.replacements import Replacements

_replacements = Replacements()

_CHANGED = (
    "concat split sparse_split reverse batch_matmul select complex_abs svd div mod floordiv zeros_initializer ones_initializer "
    "nn.softmax_cross_entropy_with_logits nn.sparse_softmax_cross_entropy_with_logits nn.sigmoid_cross_entropy_with_logits "
    "nn.weighted_cross_entropy_with_logits nn.ctc_loss nn.nce_loss nn.sampled_softmax_loss image.resize_images"
)
_SUMMARIES = "scalar_summary histogram_summary image_summary audio_summary merge_summary merge_all_summaries"
_LOSSES = (
    "absolute_difference cosine_distance hinge_loss log_loss mean_pairwise_squared_error mean_squared_error "
    "sigmoid_cross_entropy softmax_cross_entropy sparse_softmax_cross_entropy compute_weighted_loss"
)
_OF_LOSS = "model_with_buckets sequence_loss sequence_loss_by_example"
_RNN = "rnn bidirectional_rnn state_saving_rnn dynamic_rnn bidirectional_dynamic_rnn raw_rnn"


def add():
    """Adds the names, and sets those whose arguments changed."""
    if _replacements:
        return
    values = {}  # all looked up before the first is set
    for old, new in FORMER.items():
        if old.split(".")[0] not in ("models", "python", "ops", "contrib") and old not in (
            "nn.seq2seq",
            "train.SummaryWriter",
        ):
            values[old] = name_lookup.public(new)
    values["train.SummaryWriter"] = tf.summary.FileWriter
    values["concat_v2"], values["split_v"], values["reverse_v2"] = tf.concat, tf.split, tf.reverse
    values |= {name: getattr(functions, name.rpartition(".")[2]) for name in _CHANGED.split()}
    values["batch_svd"] = functions.svd
    values |= {name: getattr(tf.contrib.deprecated, name) for name in _SUMMARIES.split()}
    values |= {f"nn.rnn_cell.{name}": cell for name, cell in cells.CELLS.items()}
    values["nn.rnn_cell._linear"] = values["nn.rnn_cell.linear"] = cells.linear
    values |= {
        f"contrib.losses.{name}": functions.weighted(getattr(tf.contrib.losses, name)) for name in _LOSSES.split()
    }
    seq2seq = _module("tensorflow.python.ops.seq2seq", vars_of(tf.contrib.legacy_seq2seq))
    for name in _OF_LOSS.split():
        setattr(seq2seq, name, functions.with_old_loss(getattr(seq2seq, name)))
    values["nn.seq2seq"] = seq2seq
    values["contrib.ctc"] = _module(
        "tensorflow.contrib.ctc",
        {
            "ctc_loss": functions.ctc_loss,
            "ctc_greedy_decoder": tf.nn.ctc_greedy_decoder,
            "ctc_beam_search_decoder": tf.nn.ctc_beam_search_decoder,
        },
    )
    _replacements.set(tf.SparseTensor, "__init__", functions.sparse_tensor(tf.SparseTensor.__init__))
    for path, value in values.items():
        folder, _, name = path.rpartition(".")
        _replacements.set(name_lookup.public(folder) if folder else tf, name, value)
    rnn = _module("tensorflow.models.rnn.rnn", {name: getattr(tf.nn, name) for name in _RNN.split()})
    folder = _module("tensorflow.models.rnn", {"rnn": rnn, "rnn_cell": tf.nn.rnn_cell, "seq2seq": seq2seq})
    models = _module("tensorflow.models", {"rnn": folder})
    sys.modules["tensorflow.models.rnn.rnn_cell"], sys.modules["tensorflow.models.rnn.seq2seq"] = (
        tf.nn.rnn_cell,
        seq2seq,
    )
    _replacements.set(tf, "models", models)
    operations = importlib.import_module("tensorflow.python.ops")
    for name in _RNN.split()[:3]:
        vars(importlib.import_module("tensorflow.python.ops.rnn"))[name] = getattr(tf.nn, name)
    vars(operations)["seq2seq"] = seq2seq
    for name in ("math_ops", "array_ops", "nn_ops", "nn"):
        module = importlib.import_module(f"tensorflow.python.ops.{name}")
        for path, value in values.items():
            folder, _, short = path.rpartition(".")
            if folder in ("", "nn") and not isinstance(value, types.ModuleType):
                vars(module)[short] = value  # for programs only: setattr would change graphlab's own functions


def remove():
    """Sets back what add() has set."""
    _replacements.undo()


def vars_of(module):
    """{name: value} of what a public module has."""
    return {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}


def _module(name, values):
    module = sys.modules[name] = types.ModuleType(name)
    vars(module).update(values)
    if name == "tensorflow.models" or name.endswith(".rnn"):
        module.__path__ = []
    return module
