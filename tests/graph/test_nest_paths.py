"""Paths of the leaves of nested structures, and structures flattened as deep as others."""

import collections
from collections import namedtuple
from typing import Any

import pytest

import graphlab as tf
from graphlab._src.graph import type_spec
from graphlab._src.graph.tensor import CompositeTensor

nest = tf.contrib.framework.nest
Point = namedtuple("Point", "x y")
NESTED = {"b": [1, (2, 3)], "a": Point(4, {"z": 5})}


def test_each_leaf_has_a_path():
    assert list(nest.yield_flat_paths(NESTED)) == [("a", "x"), ("a", "y", "z"), ("b", 0), ("b", 1, 0), ("b", 1, 1)]
    assert nest.flatten_with_joined_string_paths(NESTED)[:2] == [("a/x", 4), ("a/y/z", 5)]
    assert nest.flatten_with_joined_string_paths([[7]], separator=".") == [("0.0", 7)]
    mapped = nest.map_structure_with_paths(lambda path, a, b: (path, a + b), [1, {"k": 2}], [3, {"k": 4}])
    assert mapped == [("0", 4), {"k": ("1/k", 6)}]


def test_parts_of_a_sparse_tensor_are_below_its_type():
    with tf.Graph().as_default():
        sparse = tf.SparseTensor([[0]], [1.0], [2])
    paths = [path for path, _ in nest.flatten_with_tuple_paths([sparse], expand_composites=True)]
    assert paths == [(0, "SparseTensor", 0), (0, "SparseTensor", 1), (0, "SparseTensor", 2)]
    assert nest.is_sequence_or_composite(sparse) and not nest.is_sequence(sparse)


def test_a_structure_is_flattened_as_deep_as_a_shallow_one():
    assert nest.flatten_up_to({"a": 0, "b": [0, 0]}, NESTED) == [NESTED["a"], 1, (2, 3)]
    assert nest.flatten_up_to([0, 0], (1, 2), check_types=False) == [1, 2]
    assert nest.flatten_up_to([0, 0], [1, 2, 3], check_subtrees_length=False) == [1, 2]
    assert nest.flatten_up_to({"b": 0}, {"a": 1, "b": 2}, check_subtrees_length=False) == [2]
    assert nest.map_structure_up_to([0, 0], lambda a, b: (a, b), [1, [2]], [3, 4]) == [(1, 3), ([2], 4)]
    assert nest.flatten_with_tuple_paths_up_to([0, [0]], [{"q": 1}, [2]]) == [((0,), {"q": 1}), ((1, 0), 2)]


@pytest.mark.parametrize(
    ("shallow", "tree", "message"),
    [
        ([0, 0], [1], "don't have the same sequence length"),
        ([0, 0], (1, 2), "don't have the same sequence type"),
        ([0], 5, "input must also be a sequence"),
        ({"a": 0, "c": 1}, {"a": 1, "b": 2}, "keys are not a subset"),
    ],
)
def test_a_shallow_structure_must_fit(shallow, tree, message):
    with pytest.raises((TypeError, ValueError), match=message):
        nest.assert_shallow_structure(shallow, tree)


def test_dicts_of_structures_become_dicts_of_leaves():
    assert nest.flatten_dict_items({(4, 5, (6,)): ("a", "b", ("c",))}) == {4: "a", 5: "b", 6: "c"}
    with pytest.raises(ValueError, match="key 4 is not unique"):
        nest.flatten_dict_items({4: 1, (4, 5): (1, 2)})


def test_a_function_decides_how_deep_to_go():
    found = nest.get_traverse_shallow_structure(lambda part: not isinstance(part, tuple), [1, (2, 3), [4, (5,)]])
    assert found == [True, False, [True, False]]


def test_any_sequence_but_text_is_a_structure():
    assert nest.flatten([range(2), "ab", collections.deque([3])]) == [0, 1, "ab", 3]
    assert nest.map_structure(lambda x: x + 1, collections.UserList([1, 2])) == collections.UserList([2, 3])


class PairSpec(type_spec.TypeSpec):
    value_type: Any = property(lambda self: Pair)
    _component_specs = property(lambda self: self.specs)

    def __init__(self, specs, note):
        self.specs, self.note = specs, note

    def _serialize(self):
        return self.specs, self.note

    def _to_components(self, value):
        return value.components

    def _from_components(self, components):
        return Pair(components, self.note)


class Pair(CompositeTensor):
    def __init__(self, components, note=None):
        self.components, self.note = components, note

    @property
    def _type_spec(self):
        return PairSpec(nest.map_structure(type_spec.type_spec_from_value, self.components), self.note)


def test_components_of_a_composite_are_any_structure():
    with tf.Graph().as_default():
        assert nest.flatten(Pair(7), expand_composites=True) == [7]
        assert nest.flatten(Pair({"b": 1, "a": (2, 3)}), expand_composites=True) == [2, 3, 1]
        paths = nest.flatten_with_joined_string_paths([Pair({"a": (2, 3)})], expand_composites=True)
        assert paths == [("0/Pair/a/0", 2), ("0/Pair/a/1", 3)]
        packed = nest.pack_sequence_as([Pair({"a": (2, 3)}, "n")], ["x", "y"], expand_composites=True)
        assert packed[0].components == {"a": ("x", "y")} and packed[0].note == "n"


def test_composites_of_other_types_differ_in_structure():
    with tf.Graph().as_default():
        nest.assert_same_structure(Pair((1, 2.0)), Pair((3, 4.0)), expand_composites=True)
        for other in (Pair((1, 2)), Pair((1, 2.0), "note"), Pair([1])):
            nest.assert_same_structure(Pair((1, 2.0)), other)
            with pytest.raises(ValueError, match="Incompatible CompositeTensor TypeSpecs"):
                nest.assert_same_structure(Pair((1, 2.0)), other, expand_composites=True)


def test_a_spec_has_the_structure_of_what_it_describes():
    with tf.Graph().as_default(), tf.Session() as session:
        values = {
            "ragged": tf.ragged.constant([[1, 2], [3]]),
            "slices": tf.IndexedSlices(tf.ones([2]), tf.constant([0, 3]), tf.constant([5])),
            "sparse": [tf.SparseTensor([[3], [7]], ["a", "b"], [10])],
        }
        specs = nest.map_structure(type_spec.type_spec_from_value, values)
        nest.assert_same_structure(values, specs, expand_composites=True)
        assert specs["ragged"] == tf.RaggedTensorSpec([2, None], tf.int32)
        dtypes = [spec.dtype for spec in nest.flatten(specs, expand_composites=True)]
        assert dtypes == [value.dtype for value in nest.flatten(values, expand_composites=True)]
        again = nest.pack_sequence_as(specs, nest.flatten(values, expand_composites=True), expand_composites=True)
        assert session.run(again["ragged"]).to_list() == [[1, 2], [3]] and type(again["slices"]) is tf.IndexedSlices
        assert nest.flatten(specs["ragged"]) == [specs["ragged"]]
        with pytest.raises(ValueError, match="don't have the same nested structure"):
            nest.assert_same_structure(
                values["ragged"], tf.RaggedTensorSpec([2, None], tf.int64), expand_composites=True
            )
