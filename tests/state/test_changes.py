"""Changes of a variable: all of it, rows, parts by coordinates, slices; on references and on handles."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture(params=[False, True], ids=["reference", "handle"])
def make(request):
    def make(value):
        return tf.Variable(value, use_resource=request.param)

    return make


def after(change, variable):
    """The result of the change, which is what the variable then holds."""
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        given = sess.run(change)
        np.testing.assert_array_equal(sess.run(variable), given)
        return given


def in_numpy(name):
    return {
        "update": lambda old, new: new,
        "add": np.add,
        "sub": np.subtract,
        "mul": np.multiply,
        "div": np.divide,
        "min": np.minimum,
        "max": np.maximum,
    }[name]


@pytest.mark.parametrize("name", ["update", "add", "sub", "mul", "div", "min", "max"])
def test_rows_change_as_in_numpy(make, name):
    start = np.asarray([[4.0, 2.0], [1.0, 8.0], [6.0, 3.0]])
    rows = np.asarray([[2.0, 4.0], [3.0, 0.5]])
    expected = start.copy()
    expected[[2, 0]] = in_numpy(name)(expected[[2, 0]], rows)
    by_function, by_method = make(start), make(start)
    given = after(getattr(tf, f"scatter_{name}")(by_function, [2, 0], rows), by_function)
    np.testing.assert_allclose(given, expected)
    slices = tf.IndexedSlices(rows, [2, 0])
    np.testing.assert_allclose(after(getattr(by_method, f"scatter_{name}")(slices), by_method), expected)


def test_a_row_that_comes_twice_is_changed_twice(make):
    v = make([1.0, 2.0])
    np.testing.assert_array_equal(after(tf.scatter_add(v, [1, 1], [10.0, 20.0]), v), [1, 32])


@pytest.mark.parametrize(
    ("indices", "shape"), [([0], [1]), ([0, 1], [1, 2]), ([0, 1], [2, 1]), ([0], [2]), ([], [1, 2])]
)
def test_rows_that_do_not_fit_their_numbers_are_not_spread(make, indices, shape):
    variable = make(np.zeros([3, 2], np.float32))
    rows = tf.placeholder(tf.float32)
    add = tf.scatter_add(variable, tf.placeholder_with_default(np.int32(indices), [None]), rows)
    with tf.Session() as sess:
        sess.run(variable.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Must have updates.shape = indices.shape \+ params"):
            sess.run(add, {rows: np.ones(shape)})
        assert not sess.run(variable).any()


def test_integers_are_divided_without_a_rest(make):
    v = make([7, -7, 9])
    np.testing.assert_array_equal(after(tf.scatter_div(v, [0, 1], 2), v), [3, -3, 9])


@pytest.mark.parametrize("name", ["update", "add", "sub"])
def test_coordinates_name_elements_or_rows(make, name):
    start = np.arange(6.0).reshape(3, 2)
    elements, rows = make(start), make(start)
    expected = start.copy()
    expected[2, 1] = in_numpy(name)(expected[2, 1], 9.0)
    np.testing.assert_array_equal(
        after(getattr(tf, f"scatter_nd_{name}")(elements, [[2, 1]], [9.0]), elements), expected
    )
    expected = start.copy()
    expected[1] = in_numpy(name)(expected[1], [5.0, 7.0])
    np.testing.assert_array_equal(after(getattr(rows, f"scatter_nd_{name}")([[1]], [[5.0, 7.0]]), rows), expected)


def test_parts_within_each_batch(make):
    v = make(np.zeros((2, 3)))
    change = v.batch_scatter_update(tf.IndexedSlices(np.asarray([[1.0], [2.0]]), [[0], [2]]))
    np.testing.assert_array_equal(after(change, v), [[1, 0, 0], [0, 0, 2]])


def test_a_slice_is_assigned(make):
    v = make(np.arange(12.0).reshape(3, 4))
    expected = np.arange(12.0).reshape(3, 4)
    expected[1:, ::2] = [[1, 2], [3, 4]]
    np.testing.assert_array_equal(after(v[1:, ::2].assign([[1.0, 2.0], [3.0, 4.0]]), v), expected)


@pytest.mark.parametrize("part", [lambda v, i: v[i], lambda v, i: v[..., i], lambda v, i: v[tf.newaxis, i]])
@pytest.mark.parametrize("place", [2, -3])
def test_a_place_beyond_the_variable_is_not_assigned(make, part, place):
    v = make(np.zeros((2, 2)))
    at = tf.placeholder(tf.int32, [])
    change = part(v, at).assign(np.ones(2))
    with tf.Session() as sess:
        sess.run(v.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"slice index -?\d of dimension \d out of bounds"):
            sess.run(change, {at: place})
        assert not sess.run(v).any()


def test_a_slice_takes_what_fits_and_is_part_of_a_variable(make):
    v = make([1.0, 2.0])
    changed = v[:1].assign(3.0)
    with tf.Session() as sess:
        sess.run(v.initializer)
        with pytest.raises(tf.errors.UnimplementedError, match=r"shape \[1\] does not match r-value shape \[\]"):
            sess.run(changed)
    with pytest.raises(ValueError, match="only supported for variables"):
        tf.constant([1, 2])[0].assign(3)


def test_counting_stops_at_the_limit_and_changes_nothing_then(make):
    v = make(0)
    up = tf.count_up_to(v, 2)
    with tf.Session() as sess:
        sess.run(v.initializer)
        assert [sess.run(up), sess.run(up)] == [0, 1]
        for _ in range(2):
            with pytest.raises(tf.errors.OutOfRangeError, match="Reached limit of 2"):
                sess.run(up)
        assert sess.run(v) == 2


def test_an_assignment_keeps_the_shape_unless_it_says_otherwise():
    v, value = tf.Variable([1.0, 2.0]), tf.placeholder(tf.float32)
    with tf.Session() as sess:
        sess.run(v.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"lhs shape= \[2\] rhs shape= \[3\]"):
            sess.run(tf.assign(v, value), {value: [1, 2, 3]})
        np.testing.assert_array_equal(sess.run(v), [1, 2])
        sess.run(tf.assign(v, value, validate_shape=False), {value: [1, 2, 3]})
        np.testing.assert_array_equal(sess.run(v + 1.0), [2, 3, 4])


def test_a_temporary_variable_ends_when_its_value_is_taken():
    begin = tf.raw_ops.TemporaryVariable(shape=[2], dtype=tf.float32, var_name="t")
    change = tf.assign_add(tf.assign(begin, [4.0, 5.0]), [6.0, 7.0])
    end = tf.raw_ops.DestroyTemporaryVariable(ref=change, var_name="t")
    with tf.Session() as sess:
        for _ in range(2):
            np.testing.assert_array_equal(sess.run(end), [10, 12])
        with pytest.raises(tf.errors.NotFoundError, match="does not exist"):
            sess.run(tf.raw_ops.DestroyTemporaryVariable(ref=begin, var_name="other"))


def test_two_temporary_variables_have_one_name_only_one_after_the_other():
    def made(value):
        begin = tf.raw_ops.TemporaryVariable(shape=[1], dtype=tf.float32, var_name="t")
        return tf.raw_ops.DestroyTemporaryVariable(ref=tf.assign(begin, [value]), var_name="t")

    first, at_the_same_time = made(1.0), made(2.0)
    with tf.control_dependencies([first]):
        later = made(3.0)
    chosen = tf.cond(tf.placeholder_with_default(False, []), lambda: made(4.0), lambda: made(5.0))
    with tf.Session() as sess:
        assert sess.run([first, later, chosen]) == [1, 3, 5]
        with pytest.raises(tf.errors.AlreadyExistsError, match="Resource t/.* 'TemporaryVariable' has this name, too"):
            sess.run([first, at_the_same_time])


@pytest.mark.parametrize("shape", [[4, 1, 2], [], [1], [4, 2], [1, 4]])
@pytest.mark.parametrize("name", ["assign", "assign_add", "assign_sub"])
def test_a_variable_of_unknown_shape_keeps_the_one_that_it_has(name, shape):
    fed = tf.placeholder(tf.float32, None)
    v = tf.Variable(tf.placeholder_with_default(np.ones([4, 1], np.float32), None), validate_shape=False)
    change = getattr(v, name)(fed)
    said = "lhs shape= \\[4,1\\]" if name == "assign" else "Parameters and update must be the same size"
    with tf.Session() as session:
        session.run(v.initializer)
        for target in (change, change.op):
            with pytest.raises(tf.errors.InvalidArgumentError, match=said):
                session.run(target, {fed: np.ones(shape)})
        assert session.run(v).tolist() == [[1.0]] * 4
        assert session.run(change, {fed: np.full([4, 1], 3.0)}).shape == (4, 1)
        assert session.run(tf.assign(v, fed, validate_shape=False), {fed: np.ones(shape)}).shape == tuple(shape)
