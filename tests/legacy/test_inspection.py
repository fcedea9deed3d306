"""What programs read of functions, structures, syntax trees and themselves by TensorFlow's private modules."""

import ast
import collections
import functools
import importlib

import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def module(name):
    return importlib.import_module(f"tensorflow.python.{name}")


def test_the_parameters_of_a_function_are_those_within_its_decorators():
    inspect, decorator = module("util.tf_inspect"), module("util.tf_decorator")
    spec = inspect.getfullargspec(tf.concat)
    assert (spec.args, spec.defaults, spec.annotations) == (["values", "axis", "name"], ("concat",), {})
    assert inspect.getargspec(tf.zeros_like).args == ["tensor", "dtype", "name", "optimize"]

    def inner(a, b=2):
        return a + b

    made = decorator.make_decorator(inner, lambda *args, **kwargs: inner(*args, **kwargs))
    assert inspect.getfullargspec(made).args == ["a", "b"]
    assert inspect.getcallargs(made, 1) == {"a": 1, "b": 2}
    stated = inspect.FullArgSpec(["c"], None, None, None, [], None, {})
    assert inspect.getfullargspec(decorator.make_decorator(inner, lambda c: c, decorator_argspec=stated)) == stated


def test_a_decorator_replaces_what_it_wraps_and_wraps_another_function():
    decorator, inspect = module("util.tf_decorator"), module("util.tf_inspect")

    def two(a, b=2):
        """Two numbers."""
        return a, b

    def three(a, b=3):
        return a, b

    stated = inspect.ArgSpec(["x"], None, None, None)
    outer = decorator.TFDecorator("outer", two, decorator_argspec=stated)
    assert outer(1) == (1, 2) and outer.__doc__ == "Two numbers." and inspect.isfunction(outer)
    assert inspect.getargspec(outer) is stated and str(inspect.signature(outer)) == "(x)"

    def wrapper(*args, **kwargs):
        return wrapper.__wrapped__(*args, **kwargs)

    made = decorator.make_decorator(two, wrapper)
    assert made._tf_decorator.decorator_name == inspect.currentframe().f_code.co_name and made.__name__ == "two"
    assert decorator.unwrap(made) == ([made._tf_decorator], two)
    assert decorator.rewrap(made, two, three) is made and made(1) == (1, 3)
    assert inspect.getargspec(functools.partial(two, b=5)) == (["a", "b"], None, None, (5,))
    with pytest.raises(ValueError, match="do not have default value"):
        inspect.getargspec(functools.partial(lambda m, n: m, m=1))


def test_a_lock_of_a_group():
    lock = module("util.lock_util").GroupLock(2)
    with lock.group(0), lock.group(0):  # a member does not wait for another one
        pass
    with lock.group(1):
        pass
    with pytest.raises(ValueError, match="should be between 0 and num_groups=2"):
        lock.group(2)


def test_what_the_library_logs_is_seen_where_tf_logging_is_replaced(monkeypatch):
    said = []
    monkeypatch.setattr(module("platform.tf_logging"), "warning", lambda *args: said.append(args))

    @module("util.deprecation").deprecated("2020-01-01", "Call new().")
    def old():
        """Does it."""

    old()
    assert "is deprecated and will be removed" in said[0][0] and {"after 2020-01-01", "Call new()."} <= set(said[0][1:])


def test_structures_are_recognized():
    nest = module("util.nest")
    pair = collections.namedtuple("pair", "x y")
    assert nest._is_namedtuple(pair(1, 2)) and not nest._is_namedtuple((1, 2))
    assert nest._is_mapping({}) and not nest._is_mapping([])
    assert list(nest._yield_value({"b": 2, "a": 1})) == [1, 2]
    assert nest._sequence_like(pair(1, 2), [3, 4]) == pair(3, 4)


def test_a_composite_of_a_program_is_taken_apart_by_its_type_spec():
    nest = module("util.nest")

    class Spec(module("framework.type_spec").BatchableTypeSpec):
        value_type = object

        def _serialize(self):
            return ("pair",)

        def _to_components(self, value):
            return value.parts

        def _from_components(self, parts):
            return Pair(*parts)

    class Pair(module("framework.composite_tensor").CompositeTensor):
        _type_spec = Spec()

        def __init__(self, *parts):
            self.parts = parts

    value = Pair(1, 2)
    assert Spec() == Spec()
    assert nest.flatten([value]) == [value] and nest.flatten([value], expand_composites=True) == [1, 2]
    assert nest.map_structure(lambda x: x + 1, value, expand_composites=True).parts == (2, 3)


def test_a_transformer_replaces_statements_by_several():
    class Twice(module("autograph.pyct.transformer").Base):
        def visit_Expr(self, node):  # noqa: N802
            return [node, node]

    tree = ast.parse("f()\npass")
    twice = Twice("context")
    assert twice.ctx == "context" and len(twice.visit_block(tree.body)) == 3


def test_metrics_of_a_program_have_a_cell_for_each_label():
    monitoring = module("eager.monitoring")
    counter = monitoring.Counter("a/b", "how many", "kind")
    counter.get_cell("x").increase_by(2)
    assert counter.get_cell("x").value() == 2 and counter.get_cell("y").value() == 0
    with pytest.raises(ValueError, match="expects taking 1 labels"):
        counter.get_cell()
    assert monitoring.BoolGauge("a/c", "").get_cell().value() is False
    cell = monitoring.Sampler("a/d", monitoring.ExponentialBuckets(1.0, 2.0, 2), "").get_cell()
    for value in (1.0, 0.5, 5.0):
        cell.add(value)
    found = cell.value()
    assert list(found.bucket) == [1, 1, 1] and list(found.bucket_limit)[:2] == [1, 2]
    assert (found.min, found.max, found.num, found.sum, found.sum_squares) == (0.5, 5, 3, 6.5, 26.25)
