"""The cells of tf.contrib.rnn: names of variables, values and gradients as TensorFlow 1.15 computed them."""

import zlib

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.contrib.rnn.checkpoint_convert import convert_names
from graphlab._src.contrib.rnn.gated import CFNCell, MinimalRNNCell
from graphlab._src.contrib.rnn.layer_norm_lstm import LayerNormLSTMCell
from graphlab._src.contrib.rnn.ntm import NTMCell
from graphlab._src.contrib.rnn.weight_norm_lstm import WeightNormLSTMCell

rnn = tf.contrib.rnn
X = np.random.RandomState(0).randn(5, 2, 4).astype(np.float32)
LENGTHS = [4, 2]


def looped(cell, inputs=X):
    return tf.nn.dynamic_rnn(cell, tf.constant(inputs), LENGTHS, dtype=tf.float32, time_major=True)


def images(axes):
    return np.random.RandomState(1).randn(5, 2, *[3] * axes, 2).astype(np.float32)


def phased():
    inputs = tf.constant(X[:, :, :1] * 7), tf.constant(X)
    return tf.nn.dynamic_rnn(rnn.PhasedLSTMCell(3, use_peepholes=True), inputs, dtype=tf.float32, time_major=True)


def fused(cell, lengths=None):
    return cell(tf.constant(X), dtype=tf.float32, sequence_length=lengths)


def reversed_fused(cell, dynamic):
    return rnn.TimeReversedFusedRNN(rnn.FusedRNNCellAdaptor(cell, use_dynamic_rnn=dynamic))


def turing():
    cell = NTMCell(CFNCell(5), 6, 3, read_head_num=2, write_head_num=1)
    state, outputs = cell.zero_state(2, tf.float32), []
    with tf.variable_scope("s"):
        for x in X[:4]:
            output, state = cell(tf.constant(x), state)
            outputs.append(output)
    return outputs, tf.contrib.framework.nest.flatten(state)[:-1]


BOUNDS = {"use_peepholes": True, "cell_clip": 0.9, "num_proj": 2, "proj_clip": 0.6}

# What is built; names of its variables, below the first scope; sum of its outputs' squares; of its gradients' sizes.
CASES = {
    "conv1": (
        lambda: looped(rnn.Conv1DLSTMCell(input_shape=[3, 2], output_channels=3, kernel_shape=[2]), images(1)),
        "conv_1d_lstm_cell/kernel conv_1d_lstm_cell/biases", 1.76405, 20.608,
    ),
    "conv2": (
        lambda: looped(rnn.ConvLSTMCell(2, [3, 3, 2], 3, [3, 3], use_bias=False), images(2)),
        "conv_lstm_cell/kernel", 8.36769, 120.72817,
    ),
    "gru": (
        lambda: looped(rnn.GRUBlockCell(3)),
        "gru_cell/w_ru gru_cell/b_ru gru_cell/w_c gru_cell/b_c", 1.43875, 28.9284,
    ),
    "gru2": (
        lambda: looped(rnn.GRUBlockCellV2(3)),
        "gru_cell/gates/kernel gru_cell/gates/bias gru_cell/candidate/kernel gru_cell/candidate/bias", 2.15987, 24.97443,
    ),
    "clipped": (
        lambda: fused(rnn.LSTMBlockFusedCell(3, use_peephole=True, cell_clip=0.3), [5, 2]),
        "kernel bias w_i_diag w_f_diag w_o_diag", 0.50395, 17.60896,
    ),
    "empty": (lambda: fused(rnn.LSTMBlockFusedCell(3, name="a"), [0, 2]), "kernel bias", 0.46695, 9.40809),
    "fused back": (
        lambda: fused(rnn.TimeReversedFusedRNN(rnn.LSTMBlockFusedCell(3)), LENGTHS),
        "kernel bias", 1.70232, 28.71202,
    ),
    "dynamic back": (
        lambda: fused(reversed_fused(rnn.BasicRNNCell(3), True), LENGTHS),
        "basic_rnn_cell/kernel basic_rnn_cell/bias", 2.91914, 39.08256,
    ),
    "static back": (
        lambda: fused(reversed_fused(rnn.BasicRNNCell(3), False)),
        "basic_rnn_cell/kernel basic_rnn_cell/bias", 5.21693, 50.91858,
    ),
    "independent": (
        lambda: looped(rnn.IndRNNCell(3)),
        "ind_rnn_cell/kernel_w ind_rnn_cell/kernel_u ind_rnn_cell/bias", 4.89952, 49.54637,
    ),
    "independent gru": (
        lambda: looped(rnn.IndyGRUCell(3)),
        "indy_gru_cell/gates/kernel_w indy_gru_cell/gates/kernel_u indy_gru_cell/gates/bias "
        "indy_gru_cell/candidate/kernel indy_gru_cell/candidate/kernel_u indy_gru_cell/candidate/bias", 0.92763, 16.82025,
    ),
    "independent lstm": (
        lambda: looped(rnn.IndyLSTMCell(3)),
        "indy_lstm_cell/kernel_w indy_lstm_cell/kernel_u indy_lstm_cell/bias", 2.67518, 46.49498,
    ),
    "simple": (lambda: looped(rnn.SRUCell(4)), "sru_cell/kernel sru_cell/bias", 1.22166, 23.84855),
    "highway": (
        lambda: looped(rnn.HighwayWrapper(rnn.GRUCell(4), couple_carry_transform_gates=False)),
        "gru_cell/gates/kernel gru_cell/gates/bias gru_cell/candidate/kernel gru_cell/candidate/bias "
        "carry_w carry_b transform_w transform_b", 8.3544, 60.5589,
    ),
    "intersection": (
        lambda: looped(rnn.IntersectionRNNCell(3, num_in_proj=3)),
        "intersection_rnn_cell/in_projection/kernel intersection_rnn_cell/in_projection/bias "
        "intersection_rnn_cell/kernel intersection_rnn_cell/bias", 1.06995, 18.99138,
    ),
    "phased": (
        phased,
        " ".join(f"phased_lstm_cell/{gate}/{part}" for gate in ("mask_gates", "new_input", "output_gate")
                 for part in ("kernel", "bias"))
        + " phased_lstm_cell/period phased_lstm_cell/phase phased_lstm_cell/ratio_on", 24.97723, 721.72369,
    ),
    "groups": (
        lambda: looped(rnn.GLSTMCell(4, num_proj=6, number_of_groups=2)),
        "glstm_cell/group0/kernel glstm_cell/group1/kernel glstm_cell/bias_i glstm_cell/bias_j glstm_cell/bias_f "
        "glstm_cell/bias_o glstm_cell/projection/kernel", 0.62729, 13.25105,
    ),
    "cudnn lstm": (
        lambda: looped(tf.contrib.cudnn_rnn.CudnnCompatibleLSTMCell(3)),
        "cudnn_compatible_lstm_cell/kernel cudnn_compatible_lstm_cell/bias", 1.05074, 27.56477,
    ),
    "cudnn gru": (
        lambda: looped(tf.contrib.cudnn_rnn.CudnnCompatibleGRUCell(3)),
        " ".join(f"cudnn_compatible_gru_cell/{part}" for part in (
            "gates/kernel", "gates/bias", "candidate/input_projection/kernel", "candidate/hidden_projection/kernel",
            "candidate/input_projection/bias", "candidate/hidden_projection/bias")), 1.70674, 35.6362,
    ),
    "minimal": (lambda: looped(MinimalRNNCell(3)), "minimal_rnn_cell/kernel minimal_rnn_cell/bias", 1.22328, 12.6378),
    "chaos free": (
        lambda: looped(CFNCell(3)), "cfn_cell/kernel cfn_cell/recurrent_kernel cfn_cell/bias", 1.26789, 19.5551,
    ),
    "layer norm": (
        lambda: looped(LayerNormLSTMCell(3, layer_norm=True, **BOUNDS)),
        " ".join(f"layer_norm_lstm_cell/{part}" for part in (
            "kernel bias input/gamma input/beta transform/gamma transform/beta forget/gamma forget/beta output/gamma output/beta "
            "w_f_diag w_i_diag w_o_diag state/gamma state/beta projection/kernel").split()), 0.2293, 6.752,
    ),
    "weight norm": (
        lambda: looped(WeightNormLSTMCell(3, **BOUNDS)),
        " ".join(f"wn_lstm_cell/wn_lstm_cell/{part}" for part in (
            "kernel norm_0 norm_1 bias w_f_diag w_i_diag w_o_diag projection/kernel projection/norm_0").split()), 0.48043, 11.7132,
    ),
    "turing": (
        turing,
        " ".join(f"ntm_cell/{part}" for part in (
            "parameters_kernel parameters_bias output_kernel output_bias initial_read_vector_0 initial_read_vector_1 "
            "initial_address_weights_0 initial_address_weights_1 initial_address_weights_2 memory cfn_cell/kernel "
            "cfn_cell/recurrent_kernel cfn_cell/bias").split()), 3.92047, 56.1518,
    ),
}  # fmt: skip


def fill(session):
    """The same weights for the same name on both sides: from 0.1 on for periods and ratios, else around 0.2."""
    for variable in tf.global_variables():
        rows = np.random.RandomState(zlib.crc32(variable.op.name.encode()) % 1000)
        value = rows.uniform(0.1, 1.0, variable.shape.as_list()).astype(np.float32)
        positive = any(word in variable.name for word in ("period", "ratio", "phase"))
        variable.load(value if positive else value * 0.7 - 0.35, session)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_cells_compute_as_tensorflow_does(name):
    build, names, squares, sizes = CASES[name]
    with tf.Graph().as_default(), tf.Session() as session:
        outputs = tf.contrib.framework.nest.flatten(build())
        assert [variable.op.name.split("/", 1)[1] for variable in tf.global_variables()] == names.split()
        gradients = tf.gradients([tf.reduce_sum(tensor * tensor) for tensor in outputs], tf.trainable_variables())
        session.run(tf.global_variables_initializer())
        fill(session)
        values, gradients = session.run([outputs, [gradient for gradient in gradients if gradient is not None]])
    np.testing.assert_allclose(sum(np.sum(value**2) for value in values), squares, rtol=1e-4)
    np.testing.assert_allclose(sum(np.abs(gradient).sum() for gradient in gradients), sizes, rtol=1e-4)


def test_cells_say_what_they_do_not_fit():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="Invalid input_shape"):
            rnn.Conv2DLSTMCell(input_shape=[3, 2], output_channels=1, kernel_shape=[2, 2])
        with pytest.raises(ValueError, match="Exactly one of num_units or cell_size"):
            rnn.GRUBlockCell()
        with pytest.raises(ValueError, match="divisible by number_of_groups"):
            rnn.GLSTMCell(3, number_of_groups=2)
        with pytest.raises(ValueError, match="Either initial_state or dtype"):
            rnn.LSTMBlockFusedCell(3)(tf.zeros([2, 1, 3]))
        with pytest.raises(ValueError, match="input size == output size"):
            looped(rnn.IntersectionRNNCell(3))


def test_a_fused_cell_is_one_operation_in_as_many_nodes_as_in_tensorflow():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, None, 3])
        outputs, _ = rnn.LSTMBlockFusedCell(5)(x, dtype=tf.float32, sequence_length=LENGTHS)
        assert [op.type for op in graph.get_operations()].count("BlockLSTM") == 1
        assert len(graph.get_operations()) == 73  # which the seeds of what follows depend on
        assert tf.gradients(outputs, x)[0].op.type == "BlockLSTMGrad"


def test_names_of_old_checkpoints_are_renamed(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        old = {"a/lstm_cell/weights": tf.Variable([1.0]), "a/w": tf.Variable([2.0])}
        session.run(tf.global_variables_initializer())
        path = tf.train.Saver(old).save(session, str(tmp_path / "old"))
    _, changed = convert_names(path, str(tmp_path / "new"))
    assert changed == {"a/lstm_cell/weights": "a/lstm_cell/kernel"}
    assert tf.train.load_variable(str(tmp_path / "new"), "a/lstm_cell/kernel") == [1.0]
    assert tf.train.load_variable(str(tmp_path / "new"), "a/w") == [2.0]
