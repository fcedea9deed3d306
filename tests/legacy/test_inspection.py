"""What programs read of functions, structures, syntax trees and themselves by TensorFlow's private modules."""

import ast
import collections
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
