"""Modules of tensorflow.python.autograph: what converted code calls, as TensorFlow's unit tests call it."""

from importlib import import_module

import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session(tensorflow):
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def autograph(name):
    return import_module(f"tensorflow.python.autograph.{name}")


def test_statements_are_functions_of_what_they_change(session):
    control_flow = autograph("operators.control_flow")
    state = [tf.constant(0)]

    def body(i, s):
        state[0] += i
        return (s * 10 + i,)

    found = control_flow.for_stmt(
        tf.constant([1, 2, 3]),
        lambda s: s < 10,
        body,
        lambda: tuple(state),
        lambda new: state.__setitem__(0, *new),
        (0,),
    )
    assert session.run([*found, state[0]]) == [12, 3]
    counted = control_flow.while_stmt(
        lambda i, s: i < tf.constant(5), lambda i, s: (i + 1, s + i), tuple, lambda _: None, (0, 0)
    )
    assert session.run(counted) == (5, 10)
    for condition, expected in ((True, (1, 2)), (tf.constant(False), (-1, -2))):
        both = control_flow.if_stmt(condition, lambda: (1, 2), lambda: (-1, -2), tuple, lambda _: None)
        assert session.run([tf.identity(one) for one in both]) == list(expected)


def test_a_loop_of_python_that_adds_operations_is_warned_of(monkeypatch, capsys):
    control_flow = autograph("operators.control_flow")
    ag_logging = autograph("utils.ag_logging")
    monkeypatch.setattr(control_flow, "INEFFICIENT_UNROLL_MIN_ITERATIONS", 3)
    monkeypatch.setattr(ag_logging, "echo_log_to_stdout", True)
    control_flow.while_stmt(lambda i: i < 9, lambda i: (tf.identity(i), i + 1)[1:], None, None, (0,))
    assert capsys.readouterr().out.count("ops were created after iteration 4") == 1
    monkeypatch.setattr(control_flow, "PYTHON_MAX_ITERATIONS", 20)
    with pytest.raises(ValueError, match="iteration limit exceeded"):
        control_flow.while_stmt(lambda i: True, lambda i: (i + 1,), None, None, (0,))


def test_lists_of_tensors(session):
    data_structures = autograph("operators.data_structures")
    slices = autograph("operators.slices")
    special_functions = autograph("lang.special_functions")
    py_builtins = autograph("operators.py_builtins")
    new = data_structures.list_append(data_structures.new_list(), tf.constant([1, 2]))
    new = slices.set_item(data_structures.list_append(new, [3, 4]), 0, [5, 6])
    rest, last = data_structures.list_pop(new, None, data_structures.ListPopOpts(tf.int32, (2,)))
    first = slices.get_item(rest, 0, slices.GetItemOpts(tf.int32))
    values = session.run([special_functions.stack(new, tf.int32), last, first, py_builtins.len_(new)])
    assert [value.tolist() for value in values] == [[[5, 6], [3, 4]], [3, 4], [5, 6], 2]
    with pytest.raises(ValueError, match="inconsistent with that of elements"):
        data_structures.tf_tensor_list_new([3, 4.0], element_dtype=tf.int32)
    with pytest.raises(ValueError, match="requires all elements to have the same shape"):
        special_functions.tensor_list([3, [4]], use_tensor_array=True)


def test_builtin_functions(session, capsys):
    py_builtins = autograph("operators.py_builtins")
    function_wrappers = autograph("core.function_wrappers")
    converter = autograph("core.converter")
    session.run(py_builtins.print_(tf.constant("message"), 1))
    assert capsys.readouterr().out == "message 1\n"
    unknown = tf.placeholder(tf.int32)
    length = py_builtins.len_(unknown)
    assert session.run(length, {unknown: [3, 4, 5]}) == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="len requires non-zero rank"):
        session.run(length, {unknown: 3})
    assert session.run(py_builtins.int_(tf.constant("15"), 10)) == 15
    with pytest.raises(NotImplementedError, match="base 2"):
        py_builtins.int_(tf.constant("15"), 2)

    def scoped(value):
        with function_wrappers.FunctionScope("f", "scope", converter.ConversionOptions()) as scope:
            return py_builtins.eval_in_original_context(eval, ("value + 1",), scope)

    assert scoped(4) == 5


def test_expressions_symbols_and_names(session):
    logical = autograph("operators.logical")
    exceptions = autograph("operators.exceptions")
    symbols = autograph("operators.symbols")
    naming = autograph("core.naming")
    assert logical.not_eq(1, 2) and session.run(logical.eq(tf.constant(1), 1))
    with pytest.raises(tf.errors.InvalidArgumentError, match="oops"):
        session.run(exceptions.assert_stmt(tf.constant(False), lambda: tf.constant("oops")))
    with pytest.raises(ValueError, match="may not have any arguments"):
        exceptions.assert_stmt(True, lambda x: "oops")
    item = symbols.SubscriptSymbol(symbols.ValueSymbol("a", [1, 2]), symbols.ValueSymbol("i", 5))
    assert item.name == "a[i]" and symbols.is_undefined(item.maybe_compute_value())
    namer = naming.Namer({"temp": 1})
    assert [namer.new_symbol("temp", {"temp_2"}) for _ in range(2)] == ["temp_1", "temp_3"]
    assert namer.class_name(("foo.bar", "Baz")) == "TfFooBarBaz"


def test_functions_of_python_in_the_graph(session):
    py_func = autograph("utils.py_func")
    misc = autograph("utils.misc")
    tensors = autograph("utils.tensors")
    result = py_func.wrap_py_func(
        lambda a, b, c: a * b + c, py_func.MatchDType(0), (tf.constant(2), 3), {"c": tf.constant(4)}
    )
    assert session.run(result) == 10
    assert [session.run(misc.get_range_len(*map(tf.constant, limits))) for limits in ((0, 5, 2), (0, 5, -1))] == [3, 0]
    assert tensors.is_range_tensor(tf.range(3)) and not tensors.is_range_tensor(tf.constant([0, 1, 2]))
