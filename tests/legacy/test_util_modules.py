"""Modules of tensorflow.python.util that TensorFlow keeps to itself. What they return is TensorFlow 1.15's."""

import unittest
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def util(name):
    return import_module(f"tensorflow.python.util.{name}")


def test_an_object_of_a_program_does_the_work_of_a_function():
    dispatch = util("dispatch")

    @dispatch.add_dispatch_support
    def twice(x, y=2):
        if not isinstance(x, int):
            raise TypeError("no number")
        return x * y

    class Texts(dispatch.OpDispatcher):
        def handle(self, args, kwargs):
            return "text" if isinstance(args[0], str) else self.NOT_SUPPORTED

    Texts().register(twice)
    assert (twice(2), twice("a"), dispatch.dispatch(twice, "a")) == (4, "text", "text")
    assert dispatch.dispatch(twice, 1) is dispatch.OpDispatcher.NOT_SUPPORTED
    assert util("tf_inspect").getfullargspec(twice).args == ["x", "y"]
    with pytest.raises(TypeError, match="no number"):
        twice(1.5)
    with pytest.raises(AssertionError, match="already has a dispatch list"):
        dispatch.add_dispatch_list(twice)


def test_an_object_of_a_program_does_the_work_of_an_operation():
    dispatch, add = util("dispatch"), import_module("tensorflow.python.ops.math_ops").add
    before = add._tf_dispatchers[:]

    class Spaces(dispatch.OpDispatcher):
        def handle(self, args, kwargs):
            return "added" if isinstance(args[0], SimpleNamespace) else self.NOT_SUPPORTED

    Spaces().register(add)
    assert add(SimpleNamespace(), 1) == "added"
    add._tf_dispatchers[:] = before
    with pytest.raises(TypeError):
        add(SimpleNamespace(), 1)


def test_frames_of_some_files_are_left_out_or_count_as_others():
    tf_stack = util("tf_stack")

    def files():
        return [frame.filename for frame in tf_stack.extract_stack()]

    assert files().count(__file__) > 1
    with tf_stack.CurrentModuleFilter():
        assert files().count(__file__) == 1  # the innermost stays

    class Elsewhere(tf_stack.StackTraceMapper):
        def get_effective_source_map(self):
            return {(__file__, line): ("other.py", 7, "f") for line in range(200)}

    with Elsewhere() as block:
        assert tf_stack.extract_stack(1)[0][:3] == ("other.py", 7, "f") and block.parent is None
    assert tf_stack.extract_stack(1)[0].filename == __file__
    with pytest.raises(NotImplementedError):
        tf_stack.StackTraceFilter().get_filtered_filenames()


def test_what_is_deprecated_is_marked():
    deprecation, tf_decorator = util("deprecation"), util("tf_decorator")

    def function(a, b=1):
        """Adds.

        More.
        """
        return a + b

    made = deprecation.deprecated_args(None, "Use c.", "b")(function)
    decorators, inner = tf_decorator.unwrap(made)
    assert [one.decorator_name for one in decorators] == ["deprecated"] and inner is function
    assert made.__doc__.startswith("Adds. (deprecated arguments)\n\nWarning: SOME ARGUMENTS ARE DEPRECATED: `(b)`.")
    assert deprecation._add_deprecated_function_notice_to_docstring(None, "2020-01-01", "Use c.") == (
        "DEPRECATED FUNCTION\n\nWarning: THIS FUNCTION IS DEPRECATED. It will be removed after 2020-01-01.\n"
        "Instructions for updating:\nUse c."
    )
    names = deprecation.deprecated_endpoints("p", "q")
    assert names(function)._tf_deprecated_api_names == ("p", "q")
    with pytest.raises(deprecation.DeprecatedNamesAlreadySet, match="Cannot set deprecated names for function"):
        names(function)
    hidden: Any = type("Hidden", (), {"z": deprecation.hide_attribute_from_api("gone")})
    with pytest.raises(AttributeError, match="gone"):
        hidden().z  # noqa: B018


def test_what_an_operation_parses_is_a_message():
    extract = util("example_parser_configuration").extract_example_parser_configuration
    parsed = {"d": tf.FixedLenFeature([2], tf.float32, [1.0, 2.0]), "s": tf.VarLenFeature(tf.string)}
    output = tf.parse_example(tf.constant([b""]), parsed)["d"]
    with tf.Session() as session:
        found = extract(output.op, session).feature_map
    dense, sparse = found["d"].fixed_len_feature, found["s"].var_len_feature
    assert dense.values_output_tensor_name == output.name and dense.dtype == tf.float32.as_datatype_enum
    assert [one.size for one in dense.shape.dim] == [2] and list(tf.make_ndarray(dense.default_value)) == [1.0, 2.0]
    assert sparse.indices_output_tensor_name == f"{output.op.name}:0" and sparse.dtype == tf.string.as_datatype_enum


def test_messages_are_compared_by_their_fields():
    compare = util("protobuf.compare")

    class Case(unittest.TestCase, compare.ProtoAssertions):
        pass

    first, second = tf.NodeDef(name="a", input=["b", "c"]), tf.NodeDef(name="a", input=["c", "b"])
    assert compare.ProtoEq(first, first) and not compare.ProtoEq(first, second)
    Case().assertProtoEqual('name: "a" input: "b" input: "c"', first)
    with pytest.raises(AssertionError, match='input: "c"'):
        Case().assertProtoEqual(first, second)
    node = tf.NodeDef()
    node.attr["x"].f = 0.123456789
    assert compare.NormalizeNumberFields(node).attr["x"].f == pytest.approx(0.123457, abs=1e-9)


def test_a_class_is_deprecated_by_its_constructor():
    deprecated, wrapper = util("deprecation").deprecated(None, "Use c."), util("module_wrapper")

    class Old:
        @deprecated
        def __init__(self):
            pass

    found = [wrapper.has_deprecation_decorator(one) for one in (Old, deprecated(lambda: None), util, "text")]
    assert found == [True, True, False, False]


def test_files_are_compared_by_their_checksums(tmp_path):
    file_io = import_module("tensorflow.python.lib.io.file_io")
    paths = []
    for i, text in enumerate(("xx", "xx", "xy", "x")):
        paths.append(str(tmp_path / str(i)))
        file_io.write_string_to_file(paths[-1], text)
    assert [file_io.filecmp(paths[0], path) for path in paths] == [True, True, False, False]
    assert file_io.file_crc32(paths[0], block_size=1) == file_io.file_crc32(paths[0]) == "0xf8e1180f"
