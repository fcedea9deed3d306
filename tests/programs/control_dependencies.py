"""Control dependencies: nested, cleared, implied by data, and gathered by group and tuple."""


def build(tf):
    a = tf.constant(1.0, name="a")
    b = tf.constant(2.0, name="b")
    state = tf.Variable(0.0, name="state")
    increment = tf.assign_add(state, 1.0, name="increment")
    with tf.control_dependencies([increment]):
        read = tf.identity(state.read_value(), name="read")
        with tf.control_dependencies([a, b.op]):
            inside = tf.add(a, b, name="inside")
            tf.multiply(inside, 2.0, name="implied")
            with tf.control_dependencies(None):
                tf.constant(3.0, name="free")
            tf.no_op(name="gate")
    with tf.control_dependencies([a]), tf.control_dependencies([a, b]):
        tf.constant(4.0, name="once")
    tf.group(increment, inside, name="all")
    tf.group(name="nothing")
    with tf.device("/cpu:0"):
        here = tf.constant(5.0, name="here")
    with tf.device("/gpu:0"):
        there = tf.constant(6.0, name="there")
    tf.group(here, there, a.op, name="by_device")
    tf.group([here, [there]], name="nested")
    first, nothing, second = tf.tuple([read, None, inside], name="tuple", control_inputs=[a])
    assert nothing is None
    tf.add(first, second, name="sum")
    tf.get_default_graph().get_operation_by_name("gate")
    tf.global_variables_initializer()


RUNS = [
    (["init"], {}),
    (["all"], {}),
    (["sum:0"], {}),
    (["implied:0"], {}),
    (["state:0"], {}),
]
