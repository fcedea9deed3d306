"""tf.contrib.recurrent: loops of a function of weights, state and inputs, and of a cell."""

from graphlab._src.contrib.recurrent.functional_rnn import bidirectional_functional_rnn, functional_rnn
from graphlab._src.contrib.recurrent.recurrent import Recurrent

__all__ = ["Recurrent", "bidirectional_functional_rnn", "functional_rnn"]
