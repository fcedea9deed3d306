"""Checkpoints of recurrent cells from before TensorFlow 1.2, with the names that variables have had since."""

from collections import OrderedDict

from graphlab._src.base import logging
from graphlab._src.graph import Graph
from graphlab._src.io.checkpoint.reader import CheckpointReader
from graphlab._src.session.session import Session
from graphlab._src.state.initialization import global_variables_initializer
from graphlab._src.state.variable import Variable
from graphlab._src.train.saving.saver import Saver

_RENAMED = (
    "basic_rnn_cell gru_cell gru_cell/gates gru_cell/candidate basic_lstm_cell lstm_cell lstm_cell/projection "
    "output_projection_wrapper input_projection_wrapper lstm_block_wrapper layer_norm_basic_lstm_cell ugrnn_cell"
)
_RENAMED_LATER = (
    "intersection_rnn_cell intersection_rnn_cell/in_projection phased_lstm_cell/mask_gates phased_lstm_cell/new_input "
    "phased_lstm_cell/output_gate attention_cell_wrapper attention_cell_wrapper/attn_output_projection "
    "attention_cell_wrapper/attention attention_decoder attention_decoder/Attention_0 attention_decoder/AttnOutputProjection"
)


def _pairs(scopes):
    return [(f"{scope}/{old}", f"{scope}/{new}") for scope in scopes.split() for old, new in _WORDS]


_WORDS = (("weights", "kernel"), ("biases", "bias"))
_OLDEST = (("Linear/Bias", "bias"), ("Linear/Matrix", "kernel"))

# What a name had, and has: the first that fits is replaced.
RNN_NAME_REPLACEMENTS = OrderedDict(
    [
        *_pairs(_RENAMED),
        ("nas_rnn/weights", "nas_rnn/kernel"),
        ("nas_rnn/recurrent_weights", "nas_rnn/recurrent_kernel"),
        *_pairs(_RENAMED_LATER),
        *(
            (f"attention_decoder/{scope}/{old}", f"attention_decoder/{scope}/{new}")
            for scope in ("Attention_0", "AttnOutputProjection")
            for old, new in _OLDEST
        ),
        ("attention_decoder/LSTMCell/B", "attention_decoder/lstm_cell/bias"),
        ("attention_decoder/LSTMCell/W_0", "attention_decoder/lstm_cell/kernel"),
        *((f"attention_decoder/{old}", f"attention_decoder/{new}") for old, new in _OLDEST),
    ]
)


def _renamed(name):
    old = next((pattern for pattern in RNN_NAME_REPLACEMENTS if pattern in name), None)
    return name if old is None else name.replace(old, RNN_NAME_REPLACEMENTS[old])


def convert_names(checkpoint_from_path, checkpoint_to_path, write_v1_checkpoint=False):
    """Writes a checkpoint with the new names: ({new name: variable of a graph of its own}, {old name: new name}).

    write_v1_checkpoint: the format of TensorFlow 0.x, which only TensorFlow writes: not allowed.
    """
    if write_v1_checkpoint:
        raise ValueError(
            "write_v1_checkpoint needs the checkpoint format of TensorFlow 0.x, which graphlab reads and does not write: "
            "leave it out, and TensorFlow 1 and 2 read the result"
        )
    reader = CheckpointReader(checkpoint_from_path)
    with Graph().as_default():
        variables, changed = {}, {}
        for old in reader.get_variable_to_shape_map():
            new = _renamed(old)
            variables[new] = Variable(reader.get_tensor(old), name=old)
            if new != old:
                changed[old] = new
        with Session() as session:
            session.run(global_variables_initializer())
            Saver(variables).save(session, checkpoint_to_path)
    logging.info("Converted %d variable name(s).", len(changed))
    return variables, changed
