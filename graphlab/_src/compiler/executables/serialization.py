"""An executable as bytes, and back: what JAX knows of it as JSON, and the code as XLA writes it.

JAX's own way is to pickle, and who reads a pickle runs what it says. Here only what is described can come back: arrays
on one device in their usual layout, in trees of lists, tuples and the states of runs. What is more than that can't be
packed, and is compiled in each process.
"""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import dataclasses
import json
from collections.abc import Sequence
from typing import Any, TypeAlias

import jax
import numpy as np
from jax.core import ShapedArray
from jax.sharding import SingleDeviceSharding
from jaxlib import xla_client

from graphlab._src.compiler.control_flow.array_state import About, ArrayState
from graphlab._src.compiler.control_flow.run_state import StackState
from graphlab._src.compiler.executables import custom_calls
from graphlab._src.compiler.placement import JaxDevice

try:
    from jax._src.interpreters.pxla import UnloadedMeshExecutable
except ImportError:  # a JAX that we do not know: everything is compiled in each process
    UnloadedMeshExecutable = None

PyTree: TypeAlias = Any  # a PyTreeDef, of which jaxlib declares no types

_LEFT_OUT = ("all_args_info", "pgle_profiler")  # for messages and profiles alone
_NOT_COMPARED = ("xla_in_layouts", "xla_out_layouts")  # dispatch_in_layouts has None for what is usual
_STATES = {one.__name__: one for one in (ArrayState, StackState)}


class CantPackError(Exception):
    """There is more to an executable than what can be described."""


def pack(compiled: Any) -> tuple[bytes, bytes]:
    """(a description, the code) of what `jax.jit(…).lower(…).compile()` returned; CantPackError where that is not all."""
    executable = compiled._executable
    unloaded = getattr(executable, "_unloaded_executable", None)
    if UnloadedMeshExecutable is None or not isinstance(unloaded, UnloadedMeshExecutable):
        raise CantPackError("this version of JAX keeps executables in another way")
    if compiled._params.const_args or compiled._no_kwargs:
        raise CantPackError("it has arguments that are not its caller's")
    device = list(unloaded.device_list)[0]
    inputs, outputs = list(unloaded.input_avals), list(unloaded.output_avals)
    said = _said(unloaded.xla_executable, device, inputs, outputs, unloaded.name, unloaded.committed)
    rest: dict[str, Any] = {}
    for field in dataclasses.fields(unloaded):
        value = getattr(unloaded, field.name)
        if field.name in _LEFT_OUT:
            continue
        if field.name not in said:
            if value not in (None, False, 0, ""):
                raise CantPackError(f"it has {field.name}")
            rest[field.name] = value
        elif field.name not in _NOT_COMPARED and not _same(value, said[field.name]):
            raise CantPackError(f"it has {field.name} {value}")
    names = custom_calls.called_by(compiled.as_text())
    if not custom_calls.make_ready(names):
        raise CantPackError(f"it calls {', '.join(names)}")
    about = {
        "name": unloaded.name,
        "committed": unloaded.committed,
        "calls": names,
        "inputs": [_said_of_array(one) for one in inputs],
        "outputs": [_said_of_array(one) for one in outputs],
        "input_tree": _tree_out(compiled.in_tree),
        "output_tree": _tree_out(compiled.out_tree),
        "rest": rest,
    }
    return json.dumps(about).encode(), device.client.serialize_executable(unloaded.xla_executable)


def unpack(about: str | bytes, code: bytes, device: JaxDevice) -> jax.stages.Compiled | None:
    """What `pack` was given, ready to run on a device; None when what it calls can't be made ready here.

    Code that is loaded may do anything, so it must have come from this user.
    """
    assert UnloadedMeshExecutable is not None
    said: dict[str, Any] = json.loads(about)
    if not custom_calls.make_ready(said["calls"]):
        return None
    inputs, outputs = ([_array_said(one) for one in said[key]] for key in ("inputs", "outputs"))
    devices = xla_client.DeviceList((device,))
    loaded = device.client.deserialize_executable(code, executable_devices=devices)
    fields = _said(loaded, device, inputs, outputs, said["name"], said["committed"])
    unloaded = UnloadedMeshExecutable(**fields, **dict.fromkeys(_LEFT_OUT), **said["rest"])
    input_tree, output_tree = _tree_in(said["input_tree"]), _tree_in(said["output_tree"])
    return jax.stages.Compiled(unloaded.load(), [], jax.tree.unflatten(input_tree, inputs), output_tree)


def _said(
    executable: Any,
    device: JaxDevice,
    inputs: list[ShapedArray],
    outputs: list[ShapedArray],
    name: str,
    committed: bool,
) -> dict[str, Any]:
    """The fields of an executable whose arrays are on one device, and that does nothing but compute."""
    sharding = SingleDeviceSharding(device)
    return {
        "xla_executable": executable,
        "device_list": xla_client.DeviceList((device,)),
        "backend": device.client,
        "input_avals": inputs,
        "input_shardings": [sharding] * len(inputs),
        "output_avals": outputs,
        "output_shardings": [sharding] * len(outputs),
        "committed": committed,
        "name": name,
        "unordered_effects": [],
        "ordered_effects": [],
        "keepalive": [],
        "host_callbacks": [],
        "kept_var_idx": set(range(len(inputs))),
        "mut": None,
        "xla_in_layouts": [None] * len(inputs),
        "dispatch_in_layouts": [None] * len(inputs),
        "xla_out_layouts": [None] * len(outputs),
    }


def _same(value: Any, expected: Any) -> bool:
    if isinstance(expected, (list, set)):
        return type(expected)(value) == expected
    return value == expected


def _said_of_array(aval: Any) -> tuple[list[int], str, bool]:
    if type(aval) is not ShapedArray or not isinstance(aval.dtype, np.dtype):
        raise CantPackError(f"{aval} is no array")
    return list(aval.shape), aval.dtype.name, aval.weak_type


def _array_said(said: Sequence[Any]) -> ShapedArray:
    shape, dtype, weak_type = said
    return ShapedArray(tuple(shape), np.dtype(dtype), weak_type=weak_type)


def _tree_out(tree: PyTree) -> Any:
    """A tree's structure, as JSON has it."""
    said = _out(jax.tree.unflatten(tree, [_Leaf] * tree.num_leaves))
    if _tree_in(said) != tree:
        raise CantPackError(f"{tree} is more than was said of it")
    return said


def _tree_in(said: Any) -> PyTree:
    return jax.tree.structure(_in(said))


class _Leaf:
    """A placeholder for an array in a tree."""


def _out(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if value is _Leaf:
        return {"leaf": 0}
    if type(value) in (list, tuple):
        return {type(value).__name__: [_out(item) for item in value]}
    if value == {}:
        return {"empty": 0}
    if isinstance(value, About):
        return {"About": [_out(item) for item in value]}
    if isinstance(value, type) and issubclass(value, np.generic):
        return {"type": np.dtype(value).name}
    if type(value) in _STATES.values():
        return {type(value).__name__: [_out(item) for item in value.tree_flatten()]}
    raise CantPackError(f"it has a {type(value).__name__} in a tree")


def _in(said: Any) -> Any:
    if not isinstance(said, dict):
        return said
    ((kind, content),) = said.items()
    if kind == "leaf":
        return _Leaf
    if kind == "empty":
        return {}
    if kind == "type":
        return np.dtype(content).type
    items = [_in(item) for item in content]
    if kind == "list":
        return items
    if kind == "tuple":
        return tuple(items)
    if kind == "About":
        return About(*items)
    children, about = items
    return _STATES[kind].tree_unflatten(about, children)
