"""Cells over time and frequency, over grids, and the coupled LSTM: variables and outputs as TensorFlow 1.15 made them."""

import numpy as np
import pytest

import graphlab as tf

rnn, grid_rnn = tf.contrib.rnn, tf.contrib.grid_rnn
BANDS = {"feature_size": 2, "frequency_skip": 1, "num_frequency_blocks": [3]}


def waves(shape, phase):
    return np.sin(np.arange(np.prod(shape)) * 0.7 + phase).reshape(shape).astype(np.float32)


CASES = {
    "Coupled": (
        lambda: rnn.CoupledInputForgetGateLSTMCell(2, use_peepholes=True, num_proj=3, num_unit_shards=2),
        "coupled_input_forget_gate_lstm_cell/W_0 coupled_input_forget_gate_lstm_cell/W_1 "
        "coupled_input_forget_gate_lstm_cell/B coupled_input_forget_gate_lstm_cell/W_F_diag "
        "coupled_input_forget_gate_lstm_cell/W_O_diag coupled_input_forget_gate_lstm_cell/W_P_0",
        [-0.0188, -0.0082, 0.0062, -0.0139, 0.0114, 0.0313],
    ),
    "CoupledNorm": (
        lambda: rnn.CoupledInputForgetGateLSTMCell(2, layer_norm=True, norm_gain=0.7, state_is_tuple=False),
        "coupled_input_forget_gate_lstm_cell/W_0 coupled_input_forget_gate_lstm_cell/B "
        "coupled_input_forget_gate_lstm_cell/transform/gamma "
        "coupled_input_forget_gate_lstm_cell/transform/beta coupled_input_forget_gate_lstm_cell/forget/gamma "
        "coupled_input_forget_gate_lstm_cell/forget/beta coupled_input_forget_gate_lstm_cell/output/gamma "
        "coupled_input_forget_gate_lstm_cell/output/beta coupled_input_forget_gate_lstm_cell/state/gamma "
        "coupled_input_forget_gate_lstm_cell/state/beta",
        [-0.1536, 0.1106, 0.3719, -0.291],
    ),
    "TimeFreq": (
        lambda: rnn.TimeFreqLSTMCell(2, use_peepholes=True, cell_clip=0.3, feature_size=2, frequency_skip=2),
        "time_freq_lstm_cell/W_0 time_freq_lstm_cell/B time_freq_lstm_cell/W_F_diag "
        "time_freq_lstm_cell/W_I_diag time_freq_lstm_cell/W_O_diag",
        [0.0789, 0.0797, 0.0421, -0.0939, -0.1558, -0.1981],
    ),
    "Grid": (
        lambda: rnn.GridLSTMCell(2, use_peepholes=True, **BANDS),
        "grid_lstm_cell/W_f_0_0 grid_lstm_cell/B_f_0 grid_lstm_cell/W_t_0_0 grid_lstm_cell/B_t_0 "
        "grid_lstm_cell/W_F_diag_freqf_0 grid_lstm_cell/W_F_diag_freqt_0 grid_lstm_cell/W_I_diag_freqf_0 "
        "grid_lstm_cell/W_I_diag_freqt_0 grid_lstm_cell/W_O_diag_freqf_0 grid_lstm_cell/W_O_diag_freqt_0 "
        "grid_lstm_cell/W_F_diag_timef_0 grid_lstm_cell/W_F_diag_timet_0 grid_lstm_cell/W_I_diag_timef_0 "
        "grid_lstm_cell/W_I_diag_timet_0 grid_lstm_cell/W_O_diag_timef_0 grid_lstm_cell/W_O_diag_timet_0",
        [-0.3007, -0.4271, 0.1202, 0.1174, -0.2983, -0.3198],
    ),
    "GridShared": (
        lambda: rnn.GridLSTMCell(2, share_time_frequency_weights=True, cell_clip=0.3, state_is_tuple=False, **BANDS),
        "grid_lstm_cell/W_f_0_0 grid_lstm_cell/B_f_0",
        [0.0859, 0.0887, 0.0859, 0.0887, 0.1128, 0.0937],
    ),
    "GridCoupled": (
        lambda: rnn.GridLSTMCell(2, couple_input_forget_gates=True, num_unit_shards=3, **BANDS),
        "grid_lstm_cell/W_f_0_0 grid_lstm_cell/W_f_0_1 grid_lstm_cell/W_f_0_2 grid_lstm_cell/B_f_0 "
        "grid_lstm_cell/W_t_0_0 grid_lstm_cell/W_t_0_1 grid_lstm_cell/W_t_0_2 grid_lstm_cell/B_t_0",
        [0.0194, -0.0483, -0.0411, -0.0231, 0.0699, 0.0319],
    ),
    "Both": (
        lambda: rnn.BidirectionalGridLSTMCell(2, backward_slice_offset=1, **BANDS),
        "bidirectional_grid_lstm_cell/fwd/W_f_0_0 bidirectional_grid_lstm_cell/fwd/B_f_0 "
        "bidirectional_grid_lstm_cell/fwd/W_t_0_0 bidirectional_grid_lstm_cell/fwd/B_t_0 "
        "bidirectional_grid_lstm_cell/bwd/W_f_0_0 bidirectional_grid_lstm_cell/bwd/B_f_0 "
        "bidirectional_grid_lstm_cell/bwd/W_t_0_0 bidirectional_grid_lstm_cell/bwd/B_t_0",
        [-0.2908, -0.4199, 0.1137, 0.1085, -0.3038, -0.3238],
    ),
    "Grid2": (
        lambda: grid_rnn.Grid2LSTMCell(2, tied=True),
        "Grid2LSTMCell/project_m_0 Grid2LSTMCell/project_c_0 Grid2LSTMCell/recurrent/lstm_cell/kernel "
        "Grid2LSTMCell/recurrent/lstm_cell/bias",
        [0.0738, 0.0627, -0.5141, -0.3057],
    ),
    "Grid3": (
        lambda: grid_rnn.Grid3LSTMCell(2, output_is_tuple=False),
        "Grid3LSTMCell/project_m_0 Grid3LSTMCell/project_c_0 Grid3LSTMCell/recurrent/cell_1/lstm_cell/kernel "
        "Grid3LSTMCell/recurrent/cell_1/lstm_cell/bias Grid3LSTMCell/recurrent/cell_2/lstm_cell/kernel "
        "Grid3LSTMCell/recurrent/cell_2/lstm_cell/bias Grid3LSTMCell/recurrent/cell_0/lstm_cell/kernel "
        "Grid3LSTMCell/recurrent/cell_0/lstm_cell/bias",
        [0.2167, 0.1904, -0.2148, -0.3719],
    ),
    "GRU2": (
        lambda: grid_rnn.Grid2GRUCell(2),
        "Grid2GRUCell/project_m_0 Grid2GRUCell/recurrent/cell_1/gru_cell/gates/kernel "
        "Grid2GRUCell/recurrent/cell_1/gru_cell/gates/bias "
        "Grid2GRUCell/recurrent/cell_1/gru_cell/candidate/kernel "
        "Grid2GRUCell/recurrent/cell_1/gru_cell/candidate/bias "
        "Grid2GRUCell/recurrent/cell_0/gru_cell/gates/kernel "
        "Grid2GRUCell/recurrent/cell_0/gru_cell/gates/bias "
        "Grid2GRUCell/recurrent/cell_0/gru_cell/candidate/kernel "
        "Grid2GRUCell/recurrent/cell_0/gru_cell/candidate/bias",
        [0.0214, -0.095, -0.0757, -0.0651],
    ),
    "Basic": (
        lambda: grid_rnn.Grid1BasicRNNCell(2),
        "Grid1BasicRNNCell/project_m_0 Grid1BasicRNNCell/recurrent/cell_0/basic_rnn_cell/kernel "
        "Grid1BasicRNNCell/recurrent/cell_0/basic_rnn_cell/bias",
        [0.7562, 0.4565, -0.1054, -0.1087],
    ),
}


def two_steps(name):
    """The output and the state of the second of two steps; the variables are waves."""
    make, *_ = CASES[name]
    cell = make()
    state = tf.zeros([2, 8]) if name == "TimeFreq" else cell.zero_state(2, tf.float32)
    with tf.variable_scope("s") as scope:
        _, state = cell(tf.constant(waves([2, 4], 1)), state)
    with tf.variable_scope(scope, reuse=True):
        output, state = cell(tf.constant(waves([2, 4], 2)), state)
    return tf.nest.flatten(output), tf.nest.flatten(state)


@pytest.mark.parametrize("name", CASES)
def test_a_cell_as_tensorflow(name):
    _, variables, expected = CASES[name]
    outputs, _ = two_steps(name)
    with tf.Session() as session:
        session.run([v.initializer for v in tf.global_variables()])
        for k, v in enumerate(tf.trainable_variables()):
            v.load(waves(v.shape.as_list() or [1], k) * 0.5, session)
        values = np.concatenate([value.ravel() for value in session.run(outputs)])
    assert [v.op.name.removeprefix("s/") for v in tf.trainable_variables()] == variables.split()
    np.testing.assert_allclose(values[: len(expected)], expected, atol=2e-4)


def test_a_grid_refuses_blocks_that_do_not_fit():
    cell = rnn.GridLSTMCell(2, feature_size=2, frequency_skip=1, num_frequency_blocks=[2])
    with pytest.raises(ValueError, match="Invalid num_frequency_blocks, requires 2 but gets 3"):
        cell(tf.zeros([1, 4]), cell.zero_state(1, tf.float32))
    with pytest.raises(ValueError, match="Must specify num_frequency_blocks"):
        rnn.GridLSTMCell(2)
