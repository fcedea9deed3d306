"""Names that TensorFlow has since changed still do what they did."""

import graphlab as tf


def test_old_names_of_initializers():
    with tf.Graph().as_default(), tf.Session() as session:
        shared = tf.Variable(1.0)
        local = tf.Variable(2.0, collections=[tf.GraphKeys.LOCAL_VARIABLES])
        assert tf.all_variables() == [shared]
        session.run([tf.initialize_all_variables(), tf.initialize_local_variables()])
        session.run(tf.initialize_variables([shared]))
        assert session.run([shared, local]) == [1.0, 2.0]
