"""Graph: looking things up, growing, and what is refused."""

import threading

import pytest

import graphlab as tf
from graphlab._src.base.fixes import fix_of
from graphlab._src.graph import element_lookup


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_elements_are_found_by_name(graph):
    c = tf.constant(1.0, name="c")
    assert graph.get_operation_by_name("c") is c.op
    assert graph.get_tensor_by_name("c:0") is c
    assert graph.as_graph_element("c") is c.op
    assert graph.as_graph_element("c:0") is c
    assert graph.as_graph_element(c) is c


@pytest.mark.parametrize(
    ("lookup", "name", "error", "text"),
    [
        ("get_tensor_by_name", "c", ValueError, "refers to an Operation, not a Tensor"),
        ("get_tensor_by_name", "d", ValueError, "looks like an \\(invalid\\) Operation name"),
        ("get_tensor_by_name", "c:1", KeyError, "exists but only has 1 outputs"),
        ("get_tensor_by_name", "d:0", KeyError, "does not exist in the graph"),
        ("get_tensor_by_name", "c:x", ValueError, "looks a like a Tensor name, but is not a valid one"),
        ("get_tensor_by_name", 3, TypeError, "Tensor names are strings"),
        ("get_operation_by_name", "c:0", ValueError, "appears to refer to a Tensor, not a Operation"),
        ("get_operation_by_name", "d", KeyError, "refers to an Operation not in the graph"),
        ("get_operation_by_name", 3, TypeError, "Operation names are strings"),
        ("as_graph_element", 3, TypeError, "Can not convert a int into a Tensor or Operation"),
    ],
)
def test_lookups_say_what_is_wrong(graph, lookup, name, error, text):
    tf.constant(1.0, name="c")
    with pytest.raises(error, match=text):
        getattr(graph, lookup)(name)


def test_an_element_of_another_graph_is_refused(graph):
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    with pytest.raises(ValueError, match="is not an element of this graph"):
        graph.as_graph_element(other)
    with pytest.raises(ValueError, match="must be from the same graph"):
        tf.constant(1.0) + other


def test_a_finalized_graph_does_not_grow(graph):
    c = tf.constant(1.0)
    graph.finalize()
    assert graph.finalized
    with pytest.raises(RuntimeError, match="Graph is finalized and cannot be modified"):
        c + 1.0
    assert graph.version == 1


def test_an_operation_that_fails_leaves_nothing_behind(graph):
    x = tf.placeholder(tf.float32, [2])
    y = tf.placeholder(tf.float32, [3])
    with pytest.raises(ValueError, match="Dimensions must be equal, but are 2 and 3"):
        x + y
    assert [op.type for op in graph.get_operations()] == ["Placeholder", "Placeholder"]
    assert x.consumers() == []


def test_types_without_a_kernel_can_be_built_but_not_run(graph):
    c = tf.constant(1.0)
    op = graph.create_op("Fancy", [c], [tf.float32, tf.int32], name="f", attrs={"k": tf.AttrValue(i=3)})
    assert op.get_attr("k") == 3
    assert [t.name for t in op.outputs] == ["f:0", "f:1"]
    assert graph.as_graph_def().node[-1].op == "Fancy"
    with tf.Session() as sess:
        assert sess.run(c) == 1
        with pytest.raises(tf.errors.InvalidArgumentError, match="No OpKernel was registered to support Op 'Fancy'"):
            sess.run(op)


def test_the_log_says_what_is_new_and_what_changed(graph):
    x = tf.placeholder(tf.float32)
    cursor = len(graph.log)
    y = tf.identity(x)
    assert graph.log[cursor:] == [y.op]
    cursor = len(graph.log)
    x.set_shape([None, 2])
    assert graph.log[cursor:] == [x.op]
    cursor = len(graph.log)
    x.set_shape([None, None])
    assert graph.log[cursor:] == []


def test_set_shape_refuses_a_contradiction():
    x = tf.placeholder(tf.float32, [None, 2])
    x.set_shape([4, None])
    assert x.shape.as_list() == [4, 2]
    with pytest.raises(ValueError, match="Dimension 0 in both shapes must be equal, but are 4 and 5"):
        x.set_shape([5, 2])


def test_threads_may_add_to_one_graph(graph):
    def build(number):
        with graph.as_default(), tf.name_scope(f"thread{number}"):
            for _ in range(200):
                tf.constant(0, name="shared")

    threads = [threading.Thread(target=build, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = [op.name for op in graph.get_operations()]
    assert len(set(names)) == len(names) == 1600
    assert all(sum(name.startswith(f"thread{i}/") for name in names) == 200 for i in range(8))
    assert [op.id for op in graph.get_operations()] == list(range(1600))


def test_default_graphs_nest_per_thread():
    base = tf.get_default_graph()
    with tf.Graph().as_default() as inner:
        assert tf.get_default_graph() is inner
        seen = []
        thread = threading.Thread(target=lambda: seen.append(tf.get_default_graph()))
        thread.start()
        thread.join()
        assert seen[0] is not inner
    assert tf.get_default_graph() is base


def test_reset_default_graph_is_refused_inside_a_block():
    with pytest.raises(AssertionError, match="Do not use tf.reset_default_graph"):
        tf.reset_default_graph()


def test_a_tensor_is_no_python_bool_number_or_sequence():
    x = tf.placeholder(tf.float32, [2])
    with pytest.raises(TypeError, match="Python `bool` is not allowed"):
        bool(x)
    with pytest.raises(TypeError, match="iterating over `tf.Tensor` is not allowed"):
        list(x)
    with pytest.raises(TypeError):
        float(x)
    assert x in {x}
    assert x != tf.identity(x)


def test_tensors_and_operations_print_as_in_tensorflow():
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    assert str(x) == 'Tensor("x:0", shape=(?, 3), dtype=float32)'
    assert repr(x) == "<tf.Tensor 'x:0' shape=(?, 3) dtype=float32>"
    assert repr(x.op) == "<tf.Operation 'x' type=Placeholder>"
    assert str(tf.placeholder(tf.int32, name="y")) == 'Tensor("y:0", dtype=int32)'


def test_programs_may_set_attributes_on_the_module():
    tf.model = "mine"  # pyright: ignore[reportAttributeAccessIssue]
    assert vars(tf)["model"] == "mine"
    delattr(tf, "model")


def test_device_scopes_are_left_in_the_order_in_which_they_were_entered(graph):
    outer = graph.device("/cpu:0")
    outer.__enter__()
    with graph.device("/cpu:1"), pytest.raises(RuntimeError, match="Exiting device scope without proper scope nesting"):
        outer.__exit__(None, None, None)


def test_a_cycle_is_found_when_it_is_to_run(graph):
    x, y = tf.constant(1), tf.constant(2)
    x.op._add_control_input(y.op)
    y.op._add_control_input(x.op)
    with (
        tf.Session() as sess,
        pytest.raises(
            tf.errors.InvalidArgumentError,
            match="Graph is invalid, contains a cycle with 2 nodes, including: Const, Const_1",
        ),
    ):
        sess.run(x)


def test_an_input_is_replaced_by_one_that_fits(graph):
    x, y = tf.constant(1), tf.constant(2)
    z = x + y
    z.op._update_input(0, y)
    assert (x.consumers(), y.consumers()) == ([], [z.op, z.op])
    with tf.Session() as sess:
        assert sess.run(z) == 4
    with pytest.raises(
        tf.errors.OutOfRangeError, match=r"Input index \[2\] is greater than the number of total inputs"
    ):
        z.op._update_input(2, y)
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"Cannot update edge, incompatible shapes: \[3\] and \[\]"
    ):
        z.op._update_input(0, tf.constant([1, 2, 3]))


def test_an_operation_is_no_tensor(graph):
    with pytest.raises(TypeError, match="Can't convert Operation 'NoOp' to Tensor"):
        tf.convert_to_tensor(tf.no_op())


def test_init_scope_lifts_what_is_made_inside(graph):
    inner = tf.Graph()
    inner.building_function = True
    with tf.control_dependencies([tf.constant(1.0)]), tf.name_scope("scope"), tf.init_scope():
        free = tf.constant(2.0, name="free")
    assert free.op.control_inputs == [] and free.op.name == "scope/free"
    with inner.as_default(), tf.init_scope():
        assert tf.constant(1.0).graph is graph
    assert inner.version == 0


def test_references_stand_for_tensors_and_variables(graph):
    x, v = tf.constant(1), tf.Variable(1)
    assert x.experimental_ref() == x.experimental_ref() != v.experimental_ref()
    assert len({x.experimental_ref(), x.experimental_ref(), v.experimental_ref()}) == 2
    assert x.experimental_ref().deref() is x and v.experimental_ref().deref() is v


def test_tracebacks_may_say_where_functions_begin(graph):
    op = tf.constant(1.0).op
    for frame, longer in zip(op.traceback, op.traceback_with_start_lines, strict=True):
        assert longer[:4] == frame and longer[4] <= longer[1]


def test_a_name_that_is_not_there_is_compared_with_others_when_its_fix_is_read(monkeypatch):
    tf.constant(1.0, name="weights")
    compared = []
    close = element_lookup.difflib.get_close_matches
    monkeypatch.setattr(
        element_lookup.difflib, "get_close_matches", lambda *args: compared.append(args[0]) or close(*args)
    )
    with pytest.raises(KeyError) as caught:  # as programs probe names
        tf.get_default_graph().get_tensor_by_name("weight:0")
    assert not compared
    assert str(fix_of(caught.value)) == "names like it: 'weights:0'"
    assert compared == ["weight"]
