"""What writes to a variable of another task runs once, however its result is fetched."""

import graphlab as tf
from tests.cluster.direct import DirectMaster


def test_a_write_is_not_repeated_where_its_task_has_a_later_part():
    with tf.device("/job:ps/task:0"):
        counter = tf.get_variable("counter", [], initializer=tf.zeros_initializer(), use_resource=False)
        add = tf.assign_add(counter, 1.0)
    with tf.device("/job:worker/task:0"):
        doubled = 2.0 * add
    with tf.device("/job:ps/task:0"):
        later = tf.assign_add(counter, doubled)
    with tf.Session(DirectMaster([("ps", 0), ("worker", 0)]).target) as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run([add, later]) == [3.0, 3.0]
        assert sess.run([add, doubled, later]) == [12.0, 8.0, 12.0]
