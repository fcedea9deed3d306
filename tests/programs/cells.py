"""RNN cells, one step each: their variables, and what they compute with every option."""

import numpy as np

OUTPUTS = [f"step/out{i}:0" for i in range(8)]
RUNS = [(["init"], {}), (OUTPUTS, {})]


def steps(shape, dtype, partition_info=None):
    """-3/4, -1/2 … 3/4, again and again."""
    del partition_info
    shape = [int(size) for size in shape]
    return (np.arange(np.prod(shape), dtype=dtype.as_numpy_dtype) % 7 - 3).reshape(shape) / 4


def build(tf):
    cells = tf.nn.rnn_cell
    x = tf.constant(np.array([[1, 0.5, -0.5], [-1, 0.25, 2]], np.float32), name="x")
    made = [
        cells.BasicRNNCell(2, activation=tf.nn.relu),
        cells.BasicLSTMCell(2, forget_bias=0.3, state_is_tuple=False),
        cells.GRUCell(2, bias_initializer=steps, name="gates_and_all"),
        cells.LSTMCell(3, use_peepholes=True, cell_clip=0.3, num_proj=2, proj_clip=0.1, initializer=steps),
        cells.LSTMCell(2, state_is_tuple=False, num_unit_shards=2),
        cells.MultiRNNCell([cells.BasicLSTMCell(2), cells.ResidualWrapper(cells.GRUCell(2))]),
        cells.DropoutWrapper(cells.BasicLSTMCell(2), input_keep_prob=1.0, output_keep_prob=1.0),
        cells.DeviceWrapper(cells.MultiRNNCell([cells.GRUCell(2), cells.GRUCell(2)], state_is_tuple=False), "/cpu:0"),
    ]
    with tf.variable_scope("step", initializer=steps):
        for i, cell in enumerate(made):
            with tf.variable_scope(f"cell{i}"):
                _, state = cell(x, cell.zero_state(2, tf.float32))
                output, _ = cell(x, state)
            tf.identity(output, name=f"out{i}")
    tf.group(tf.global_variables_initializer(), name="init")
