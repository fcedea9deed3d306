"""tf.gradients returns operations that compute derivatives, and None where there is nothing to derive."""

import numpy as np
import pytest

import graphlab as tf
from graphlab import raw_ops


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_the_gradient_of_a_sum_is_the_sum_of_the_gradients(session):
    x = tf.constant(3.0)
    (dx,) = tf.gradients([x * x, 2.0 * x], x)
    assert session.run(dx) == 8.0


def test_gradients_stand_under_a_scope_of_their_own():
    x = tf.constant(3.0, name="x")
    y = tf.square(x, name="y")
    (dx,) = tf.gradients(y, x)
    assert dx.name == "gradients/y_grad/Mul_1:0"
    assert tf.gradients(y, x, name="again")[0].name == "again/y_grad/Mul_1:0"


def test_a_gradient_that_nothing_leads_to_is_none():
    x, other = tf.constant(1.0), tf.constant(2.0)
    assert tf.gradients(x * 2.0, other) == [None]
    assert tf.gradients(tf.stop_gradient(x) * 2.0, x) == [None]
    assert tf.gradients(tf.argmax(tf.stack([x, x])), x) == [None]


def test_unconnected_gradients_can_be_zeros(session):
    x, other = tf.constant(1.0), tf.constant([2.0, 3.0])
    (zeros,) = tf.gradients(x * 2.0, other, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    assert session.run(zeros).tolist() == [0.0, 0.0]


def test_grad_ys_weigh_the_ys(session):
    x = tf.constant([1.0, 2.0])
    (dx,) = tf.gradients(x * x, x, grad_ys=tf.constant([10.0, 100.0]))
    assert session.run(dx).tolist() == [20.0, 400.0]


def test_stop_gradients_count_as_constants(session):
    x = tf.constant(3.0)
    y = x * x
    assert session.run(tf.gradients(x * y, [x, y], stop_gradients=[x, y])) == [9.0, 3.0]


def test_a_variable_and_its_read_have_the_same_gradient(session):
    v = tf.Variable([1.0, 2.0])
    session.run(v.initializer)
    loss = tf.reduce_sum(v * v)
    assert session.run(tf.gradients(loss, v)[0]).tolist() == [2.0, 4.0]
    assert session.run(tf.gradients(loss, v.value())[0]).tolist() == [2.0, 4.0]


def test_a_gradient_of_looked_up_rows_stays_rows(session):
    table = tf.constant(np.eye(3, dtype=np.float32))
    (rows,) = tf.gradients(tf.reduce_sum(tf.gather(table, [2, 0, 2]) * 2.0), table)
    assert isinstance(rows, tf.IndexedSlices)
    assert session.run(rows.indices).tolist() == [2, 0, 2]
    assert session.run(tf.convert_to_tensor(rows))[:, 0].tolist() == [2.0, 0.0, 4.0]


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_looked_up_rows_of_joined_tables_are_rows_of_each(session, axis):
    tables = [tf.Variable(tf.ones(size)) for size in ([[3, 2], [2, 2]] if axis == 0 else [[5, 1], [5, 2]])]
    found = tf.gather(tf.concat(tables, axis), [4, 0, 4]) * [[1.0], [2.0], [3.0]]
    first, second = tf.gradients(found, tables)
    session.run(tf.global_variables_initializer())
    first, second = session.run([first, second])
    if axis == 0:
        assert [first.indices.tolist(), second.indices.tolist()] == [[0], [1, 1]]
        assert [first.values.tolist(), second.values.tolist()] == [[[2, 2]], [[1, 1], [3, 3]]]
    else:
        assert first.indices.tolist() == second.indices.tolist() == [4, 0, 4]
        assert [first.values.tolist(), second.values.tolist()] == [[[1], [2], [3]], [[1, 1], [2, 2], [3, 3]]]


def test_rows_of_joined_tables_need_a_known_axis():
    tables = [tf.placeholder(tf.float32), tf.placeholder(tf.float32)]
    with pytest.raises(ValueError, match="when first value rank is statically-known"):
        tf.gradients(tf.gather(tf.concat(tables, -1), [1]), tables)
    with pytest.raises(ValueError, match="with statically-known concat_dim"):
        tf.gradients(tf.gather(tf.concat(tables, tf.placeholder(tf.int32)), [1]), tables)


def test_second_derivatives(session):
    x = tf.constant([1.0, 2.0])
    (dx,) = tf.gradients(x * x * x, x)
    assert session.run(tf.gradients(dx, x)[0]).tolist() == [6.0, 12.0]
    assert session.run(tf.hessians(tf.reduce_sum(x * x * x), x)[0]).tolist() == [[6.0, 0.0], [0.0, 12.0]]


def test_hessians_of_what_comes_out_of_branches(session):
    x, flag = tf.constant([1.0, 2.0]), tf.placeholder(tf.bool, [])
    [found] = tf.hessians(tf.reduce_sum(tf.cond(flag, lambda: x**3, lambda: x * 3.0)), x)
    assert session.run(found, {flag: True}).tolist() == [[6.0, 0.0], [0.0, 12.0]]
    assert not session.run(found, {flag: False}).any()


def test_hessians_of_a_size_that_a_run_says(session):
    x = tf.placeholder(tf.float32, [None])
    [found] = tf.hessians(tf.reduce_sum(x * x * x) + x[0] * x[1], x)
    assert found.dims == (None, None)
    expected = [[6.0, 1.0, 0.0], [1.0, 12.0, 0.0], [0.0, 0.0, 18.0]]
    assert session.run(found, {x: [1.0, 2.0, 3.0]}).tolist() == expected


def test_hessians_of_rows_that_are_looked_up_and_of_what_is_linear(session):
    table = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    rows = tf.gather(table, [1, 1])
    [found] = tf.hessians(tf.reduce_sum(rows * rows), table)
    assert found.shape == (2, 2, 2, 2)
    expected = np.zeros((2, 2, 2, 2))
    expected[1, 0, 1, 0] = expected[1, 1, 1, 1] = 4.0
    np.testing.assert_array_equal(session.run(found), expected)
    assert not session.run(tf.hessians(tf.reduce_sum(3.0 * table), table)[0]).any()
    _, power = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * a), [0, table[0, 0]])
    with pytest.raises(ValueError, match="None values not supported"):
        tf.hessians(power, table)


@pytest.mark.parametrize(
    "method",
    [
        tf.AggregationMethod.ADD_N,
        tf.AggregationMethod.EXPERIMENTAL_TREE,
        tf.AggregationMethod.EXPERIMENTAL_ACCUMULATE_N,
    ],
)
def test_all_ways_of_adding_up_give_one_sum(session, method):
    x = tf.constant([1.0, 2.0])
    (dx,) = tf.gradients([x * 2.0, x * 3.0, x * 4.0], x, aggregation_method=method)
    assert session.run(dx).tolist() == [9.0, 9.0]


def test_a_program_gives_operations_gradients_of_its_own(session):
    @tf.RegisterGradient("TenTimes")
    def _ten_times(op, dy):
        return dy * 10.0

    x = tf.constant(1.0)
    with tf.get_default_graph().gradient_override_map({"Identity": "TenTimes"}):
        y = tf.identity(x)
    assert session.run(tf.gradients(y, x)[0]) == 10.0
    assert session.run(tf.gradients(tf.identity(x), x)[0]) == 1.0


def test_a_name_gets_one_gradient():
    with pytest.raises(KeyError, match="Registering two gradient with name 'Square'!"):
        tf.RegisterGradient("Square")(lambda op, dy: dy)


def test_a_function_with_a_gradient_of_its_own(session):
    @tf.custom_gradient
    def clipped(x):
        return x * x, lambda dy: tf.clip_by_value(dy, -1.0, 1.0)

    x = tf.constant(3.0)
    assert session.run([clipped(x), *tf.gradients(5.0 * clipped(x), x)]) == [9.0, 1.0]


def test_operations_without_a_rule_get_their_kernels_gradient(session):
    x = tf.constant([[4.0, 1.0], [1.0, 3.0]])
    (dx,) = tf.gradients(tf.matrix_determinant(x), x)
    np.testing.assert_allclose(session.run(dx), [[3.0, -1.0], [-1.0, 4.0]], rtol=1e-5)


def test_an_operation_that_nothing_knows_has_no_gradient():
    x = tf.constant(1.0)
    unknown = tf.get_default_graph().create_op("Mystery", [x], [tf.float32], name="mystery").outputs[0]
    with pytest.raises(LookupError, match=r"No gradient defined for operation 'mystery' \(op type: Mystery\)"):
        tf.gradients(unknown, x)


def test_second_derivatives_of_the_sparse_cross_entropy_are_refused():
    logits = tf.constant([[1.0, 2.0]])
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[0], logits=logits)
    (dx,) = tf.gradients(loss, logits)
    with pytest.raises(LookupError, match="Gradient explicitly disabled"):
        tf.gradients(dx, logits)


def test_arguments_that_do_not_fit():
    x = tf.constant(1.0)
    with pytest.raises(ValueError, match="Passed 2 grad_ys for 1 ys"):
        tf.gradients(x * x, x, grad_ys=[x, x])
    with pytest.raises(ValueError, match="Invalid aggregation_method specified 99"):
        tf.gradients(x * x, x, aggregation_method=99)
    with pytest.raises(TypeError, match="Gradients of complex tensors must set grad_ys"):
        tf.gradients(tf.complex(x, x), x)


def test_colocated_gradients_share_the_device_of_what_they_belong_to():
    x = tf.constant(1.0, name="x")
    y = tf.square(x, name="y")
    (dx,) = tf.gradients(y, x, colocate_gradients_with_ops=True)
    assert dx.op.colocation_groups() == [b"loc:@y"]


@pytest.mark.parametrize(
    "make",
    [
        lambda x: tf.scatter_update(tf.Variable([1.0, 2.0], use_resource=False), [1], x),
        lambda x: tf.scatter_max(tf.Variable([1.0, 2.0], use_resource=False), [1], x),
        lambda x: raw_ops.StridedSliceAssign(
            ref=tf.Variable([1.0, 2.0], use_resource=False)._ref(), begin=[0], end=[1], strides=[1], value=x
        ),
        lambda x: raw_ops.ApplyGradientDescent(var=tf.Variable([1.0], use_resource=False)._ref(), alpha=0.1, delta=x),
        lambda x: tf.random.poisson(x, [3]),
        lambda x: raw_ops.NonMaxSuppressionV5(
            boxes=tf.ones([1, 4]),
            scores=x,
            max_output_size=1,
            iou_threshold=0.5,
            score_threshold=0.1,
            soft_nms_sigma=0.0,
        )[1],
    ],
)
def test_operations_for_which_tensorflow_has_no_gradient_say_so(make):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [1])
        with pytest.raises(LookupError, match="No gradient defined for operation"):
            tf.gradients(make(x), [x])


def test_nothing_flows_back_through_scatters_that_add():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [1])
        variable = tf.Variable([1.0, 2.0], use_resource=False)
        assert tf.gradients([tf.scatter_add(variable, [1], x), tf.scatter_nd_update(variable, [[1]], x)], [x]) == [None]


def test_a_root_or_an_inverse_that_the_result_does_not_depend_on_has_gradient_0(session):
    """Also where the root itself has none: distances of 0 that a mask leaves out are the usual case."""
    x = tf.constant([0.0, 4.0, -1.0])
    for function in (tf.sqrt, tf.rsqrt, tf.reciprocal):
        chosen = tf.gradients(tf.gather(function(x), [1]), x)[0]
        np.testing.assert_equal(session.run(chosen)[[0, 2]], [0.0, 0.0])
    apart = tf.norm(tf.stack([x, 2.0 * x]), axis=0)
    np.testing.assert_allclose(session.run(tf.gradients(apart * [0.0, 1.0, 1.0], x)[0]), [0.0, 5**0.5, -(5**0.5)])


def test_an_x_that_is_another_output_of_an_operation_on_the_way_gets_zeros():
    """Alone it gets None: then nothing on the way to it has a gradient."""
    x = tf.constant([1.0, 2.0, 3.0])
    first, _, last = tf.split(x, 3)
    by_x, by_last = tf.gradients(first, [x, last])
    assert (by_last.op.type, by_last.name) == ("ZerosLike", "gradients/zeros_like_1:0")
    with tf.Session() as session:
        assert [value.tolist() for value in session.run([by_x, by_last])] == [[1, 0, 0], [0]]
    assert tf.gradients(first, [last]) == [None]


def test_where_tensorflow_lets_no_gradient_flow_there_is_none():
    image, regularizer = tf.constant([[0.3, 0.5, 0.7]]), tf.constant(0.5, tf.float64)
    assert tf.gradients(tf.image.hsv_to_rgb(image), image) == [None]
    solved = tf.linalg.lstsq(tf.ones([300, 20, 20]), tf.ones([300, 20, 1]), regularizer)
    assert tf.gradients(solved, regularizer) == [None]


@pytest.mark.parametrize(("first", "expected"), [(True, [[4, 4], [0, 0], [2, 2]]), (False, [[0, 0]] * 3)])
def test_rows_of_what_a_branch_returns_have_gradients(session, first, expected):
    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    branch = tf.cond(tf.placeholder_with_default(first, []), lambda: x * 2.0, lambda: tf.ones_like(x))
    assert session.run(tf.gradients(tf.gather(branch, [0, 2, 0]), x)[0]).tolist() == expected


@pytest.mark.parametrize(
    ("function", "dims", "expected"),
    [
        (tf.linalg.det, [None, 3, 3], 16),
        (tf.image.rgb_to_hsv, [None, 3], 393),
        (lambda x: tf.image.extract_image_patches(x, [1, 2, 2, 1], [1] * 4, [1] * 4, "VALID"), [None, 4, 4, 1], 105),
        (lambda x: tf.extract_volume_patches(x, [1, 2, 2, 2, 1], [1] * 5, "VALID"), [1, 4, 4, 4, 1], 65),
        (lambda x: tf.tensor_scatter_sub(x, [[0]], [1.0]), [3], 13),
        (lambda x: tf.raw_ops.BatchMatMul(x=x, y=x), [2, None, None], 11),
    ],
)
def test_what_is_drawn_after_a_gradient_has_tensorflows_seed(function, dims, expected):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, dims)
        tf.gradients(function(x), x)
        tf.set_random_seed(1)
        assert tf.random_uniform([2]).op.inputs[0].op.inputs[0].op.get_attr("seed2") == expected
