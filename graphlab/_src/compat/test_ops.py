"""tensorflow.python.framework.test_ops: the operation types that TensorFlow's tests of graphs are written with.

They have signatures, shapes and attributes; nothing can run them, as in TensorFlow, but for those of test_ops_kernels. They
exist once this module is imported.
"""

import re
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compat.op_def_library import OpDefLibrary
from graphlab._src.compat.test_ops_kernels import device_placement_op as device_placement_op
from graphlab._src.compat.test_ops_kernels import graph_def_version as graph_def_version
from graphlab._src.compat.test_ops_kernels import kernel_label as kernel_label
from graphlab._src.compat.test_ops_kernels import kernel_label_required as kernel_label_required
from graphlab._src.compat.test_ops_kernels import old as old
from graphlab._src.compat.test_ops_kernels import requires_older_graph_version as requires_older_graph_version
from graphlab._src.compat.test_ops_kernels import resource_create_op as resource_create_op
from graphlab._src.compat.test_ops_kernels import resource_initialized_op as resource_initialized_op
from graphlab._src.compat.test_ops_kernels import resource_using_op as resource_using_op
from graphlab._src.compat.test_ops_kernels import stub_resource_handle_op as stub_resource_handle_op
from graphlab._src.graph import opdef
from graphlab._src.ops.define import FUNCTION, FUNCTIONS, REQUIRED, SHAPE, SHAPES, TENSOR, TENSORS, op, raw_ops

# One on a line, as graph/opdef.py writes signatures.
_SIGNATURES = """
A: -> out: float32
AttrListTypeDefault: a: N*T=int32, b: N*T=int32 ->
AttrTypeDefault: a: T=int32 ->
B: -> out: float32
Binary: a: T, b: T -> out: T
ComplexStruct: -> a: n_a*int32, b: n_b*int64, c: *t_c
CopyOp: a: T -> b: T
FiveFloatOutputs: -> a: float32, b: float32, c: float32, d: float32, e: float32
FloatInput: a: float32 ->
FloatOutput: -> a: float32
FloatOutputStringOutput: -> a: float32, b: string
Foo1: a: float32, b: int32, c: int32 -> d: float32, e: int32
Foo2: a: float32, b: string, c: string -> d: float32, e: int32
Foo3: a: float32, b: string, c: float32 -> d: float32, e: int32
InPolymorphicTwice: a: N*T=int32, b: M*T=int32 ->
Int64Output: -> out: int64
IntInput: a: int32 ->
IntInputFloatInput: a: int32, b: float32 ->
IntInputIntOutput: a: int32 -> b: int32
IntOutput: -> a: int32
IntOutputFloatOutput: -> a: int32, b: float32
ListInput: a: N*T ->
ListOutput: -> a: *T
MixedStruct: -> a: n_a*int32, b: float32
NInPolymorphicTwice: a: N*T, b: N*T ->
NInTwice: a: N*int32, b: N*string ->
NInTwoTypeVariables: a: N*S, b: N*T ->
NIntsIn: a: N*int32 ->
NIntsOut: -> a: N*int32
NPolymorphicIn: a: N*T ->
NPolymorphicOut: -> a: N*T
None: ->
OutT: -> a: T
OutTypeList: -> out: *T
Polymorphic: a: T -> out: T
PolymorphicDefaultOut: -> out: T=string
PolymorphicOut: -> out: T
RefIn: a: Ref(T) ->
RefInputFloatInput: a: Ref(float32), b: float32 ->
RefInputFloatInputIntOutput: a: Ref(float32), b: float32 -> c: int32
RefInputIntInput: a: Ref(int32), b: int32 ->
RefOut: -> a: Ref(T)
RefOutput: -> a: Ref(int32)
RefOutputFloatOutput: -> a: Ref(float32), b: float32
ReservedInput: input: int32 ->
Simple: a: int32 -> out: float32
SimpleStruct: -> a: n_a*int32
TestStringOutput: input: float32 -> output1: float32, output2: string
TwoFloatInputs: a: float32, b: float32 ->
TwoFloatInputsFloatOutput: a: float32, b: float32 -> c: float32
TwoFloatInputsIntOutput: a: float32, b: float32 -> c: int32
TwoFloatOutputs: -> a: float32, b: float32
TwoIntInputs: a: int32, b: int32 ->
TwoIntOutputs: -> a: int32, b: int32
TwoRefsIn: a: Ref(T), b: Ref(T) ->
TypeList: a: *T ->
TypeListTwice: a: *T, b: *T ->
Unary: a: T -> b: T
"""

_DEFAULTS: dict[str, Any] = {
    "string_val": (str, "abc"),
    "string_list_val": (list[str], [b"abc", b""]),
    "int_val": (int, 123),
    "int_list_val": (list[int], [1, 2, 3]),
    "float_val": (float, 10.0),
    "float_list_val": (list[float], [10.0]),
    "bool_val": (bool, True),
    "bool_list_val": (list[bool], [True, False]),
    "type_val": (dtypes.DType, dtypes.int32),
    "type_list_val": (list[dtypes.DType], [dtypes.int32, dtypes.float32]),
    "shape_val": (SHAPE, [2, 1]),
    "shape_list_val": (SHAPES, [[], [1]]),
    "tensor_val": (TENSOR, np.int32(1)),
    "tensor_list_val": (TENSORS, [np.int32(1)]),
}
_TEXTS = (dtypes.string, dtypes.bool)
_FRUIT = (b"apples", b"oranges")
# {type: (signature, {attribute: (kind, default)}, {attribute: allowed values})}
_WITH_ATTRIBUTES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "Attr": ("->", {"a": (int, REQUIRED)}, {}),
    "AttrBool": ("->", {"a": (bool, REQUIRED)}, {}),
    "AttrBoolList": ("->", {"a": (list[bool], REQUIRED)}, {}),
    "AttrDefault": ("->", {"a": (str, "banana")}, {}),
    "AttrEmptyListDefault": ("->", {"a": (list[float], [])}, {}),
    "AttrEnum": ("->", {"a": (str, REQUIRED)}, {"a": _FRUIT}),
    "AttrEnumList": ("->", {"a": (list[str], REQUIRED)}, {"a": _FRUIT}),
    "AttrFloat": ("->", {"a": (float, REQUIRED)}, {}),
    "AttrListDefault": ("->", {"a": (list[int], [5, 15])}, {}),
    "AttrListMin": ("->", {"a": (list[int], REQUIRED)}, {}),
    "AttrMin": ("->", {"a": (int, REQUIRED)}, {}),
    "AttrShape": ("->", {"a": (SHAPE, REQUIRED)}, {}),
    "AttrPartialShape": ("->", {"a": (SHAPE, REQUIRED)}, {}),
    "AttrPartialShapeList": ("->", {"a": (SHAPES, REQUIRED)}, {}),
    "AttrShapeList": ("->", {"a": (SHAPES, REQUIRED)}, {}),
    "DefaultAttrs": ("->", _DEFAULTS, {}),
    "FuncAttr": ("->", {"f": (FUNCTION, REQUIRED)}, {}),
    "FuncListAttr": ("->", {"f": (FUNCTIONS, REQUIRED)}, {}),
    "IntAttr": ("-> out: int64", {"foo": (int, 1)}, {}),
    "NIntsOutDefault": ("-> a: N*int32", {"N": (int, 3)}, {}),
    "NPolymorphicOutDefault": ("-> a: N*T=bool", {"N": (int, 2)}, {}),
    "NPolymorphicRestrictIn": ("a: N*T ->", {}, {"T": _TEXTS}),
    "NPolymorphicRestrictOut": ("-> a: N*T", {}, {"T": _TEXTS}),
    "OpWithDefaultAttr": ("-> a: int32", {"default_float": (float, 123.0)}, {}),
    "OpWithFutureDefaultAttr": ("->", {}, {}),
    "OutTypeListRestrict": ("-> out: *t", {}, {"t": _TEXTS}),
    "ReservedAttr": ("->", {"range": (int, REQUIRED)}, {}),
    "Restrict": ("a: T -> out: T", {}, {"T": _TEXTS}),
    "StringListAttr": ("->", {"a": (list[str], REQUIRED), "b": (str, REQUIRED)}, {}),
    "TestAttr": ("-> out: T", {}, {"T": (dtypes.float32, dtypes.float64)}),
    "TypeListRestrict": ("a: *T ->", {}, {"T": _TEXTS}),
}
_SEVERAL = {"N": 2}
_MINIMUMS = {
    "AttrListMin": {"a": 2},
    "AttrMin": {"a": 5},
    **dict.fromkeys(("NIntsIn", "NIntsOut", "NIntsOutDefault", "NPolymorphicIn", "NPolymorphicOut"), _SEVERAL),
    **dict.fromkeys(("NPolymorphicOutDefault", "NPolymorphicRestrictIn", "NPolymorphicRestrictOut"), _SEVERAL),
    "ListInput": {"N": 1},
    "ListOutput": {"T": 1},
}


def _define(op_type: str, signature: str, attrs: dict[str, Any], types: dict[str, Any]) -> None:
    def kernel() -> None:
        """An operation of TensorFlow's tests."""

    options = {"minimums": _MINIMUMS[op_type]} if op_type in _MINIMUMS else {}
    op(op_type, signature, structural=True, attrs=attrs, types=types, **options)(kernel)
    opdef.lookup(op_type).can_run = False  # pyright: ignore[reportOptionalMemberAccess]
    words = re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z][a-z])", r"_\1\2", op_type)
    globals()[words.lower()] = getattr(raw_ops, op_type)


for _line in _SIGNATURES.strip().splitlines():
    _name, _, _signature = _line.partition(": ")
    _define(_name, _signature, {}, {})
for _name, (_signature, _attrs, _types) in _WITH_ATTRIBUTES.items():
    _define(_name, _signature, _attrs, _types)

_op_def_lib = OpDefLibrary()
