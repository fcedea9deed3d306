"""tf.contrib.cudnn_rnn: stacks of recurrent layers with one vector of parameters."""
