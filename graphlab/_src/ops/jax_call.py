"""jax_call: a JAX function as one operation, saved as StableHLO in TensorFlow's XlaCallModule."""

import dataclasses
import re
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax.core import ShapedArray
from jax.extend.core import InconclusiveDimensionOperation

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.base.signals import delayed
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.attrs import Later
from graphlab._src.ops.define import FUNCTIONS, HERE, SHAPES, op, raw_ops

_PLATFORMS = ("cpu", "cuda", "tpu")
_BYTECODE = b"ML\xefR"
_SIZES = b"sizes: "


class Wrapped:
    """A function from arrays to a list of arrays, as operations keep it.

    specs: what it was traced with, unknown sizes by name; None where sizes must be known to trace it.
    holds_names: whether the function itself says sizes by these names, so that only its code reads numbers for them.
    parts: for the equation of a jaxpr {name: ClosedJaxpr that it calls}, else None.
    """

    def __init__(self, function, specs: Any, name, holds_names=False, parts=None):
        self.function = function
        self.specs = specs
        self.name = name
        self.parts = parts
        self._holds_names = holds_names

    def __call__(self, *arrays):
        with jax.enable_x64(_is_wide(arrays)):
            return self._exported(_here()).call(*arrays) if self._holds_names else self.function(*arrays)

    def serialized(self):
        """The function as StableHLO; ValueError when it cannot be saved."""
        if self.specs is None:
            raise ValueError(
                explain(
                    f"the JAX function {self.name} cannot be saved: it can be traced only where all sizes are known",
                    fix="pass inputs of known shapes",
                )
            )
        with jax.enable_x64(_is_wide(self.specs)):
            return self._exported(_PLATFORMS).mlir_module_serialized

    def _exported(self, platforms):
        return export.export(jax.jit(self.function, keep_unused=True), platforms=platforms)(*self.specs)


def _here():
    """The platforms that a session of this process may run on, as jax.export names them."""
    return [*dict.fromkeys(["cpu", export.default_export_platform()])]


def add(function, inputs, name, traced=None, parts=None):
    """The outputs of a new operation that calls a function from arrays to a list of arrays.

    traced: (ShapeDtypeStructs of the inputs, those of the results), where they are known already.
    parts: as Wrapped has them.
    """
    specs, results = _trace(function, inputs) if traced is None else traced
    named = specs is not None and not all(isinstance(n, int) for spec in (*specs, *results) for n in spec.shape)
    wrapped = Wrapped(function, specs, name, named and traced is not None, parts)
    checks = []
    if named and specs is not None:
        texts = (";".join(",".join(map(str, spec.shape)) for spec in part) for part in (specs, results))
        checks = [_SIZES + "->".join(texts).encode()]
    return raw_ops.XlaCallModule(
        inputs,
        version=export.maximum_supported_calling_convention_version,
        module=Later(wrapped.serialized, wrapped, f"the JAX function {name}"),
        Sout=[tuple(n if isinstance(n, int) else None for n in spec.shape) for spec in results],
        Tout=[dtypes.as_dtype(spec.dtype) for spec in results],
        platforms=[name.upper() for name in _PLATFORMS],
        disabled_checks=checks,
        name=name,
    )


def _trace(function, inputs) -> Any:
    """(ShapeDtypeStructs of the inputs or None, those of the results), where sizes that are not known have names.

    The first axis has one name everywhere: it is the batch.
    """
    for tensor in inputs:
        if tensor.dims is None:
            raise ValueError(
                explain(f"jax_call needs inputs of a known rank, got {tensor}", at=tensor, fix="x.set_shape([None, 3])")
            )
    kinds = [tensor.dtype.base_dtype.as_numpy_dtype for tensor in inputs]

    def traced(*sizes):
        structs = [jax.ShapeDtypeStruct(dims, kind) for dims, kind in zip(sizes, kinds, strict=True)]
        with delayed(), jax.enable_x64(_is_wide(structs)):
            return structs, jax.eval_shape(function, *structs)

    if all(shapes.fully_defined(tensor.dims) for tensor in inputs):
        return traced(*[tensor.dims for tensor in inputs])
    scope = export.SymbolicScope()
    try:
        return traced(*[_named(i, tensor.dims, scope) for i, tensor in enumerate(inputs)])
    except (
        TypeError,
        ValueError,
        InconclusiveDimensionOperation,
    ):  # what is unknown decides something, or does not fit under these names
        pass
    small, large = (
        traced(*[tuple(size if n is None else n for n in tensor.dims) for tensor in inputs])[1] for size in (3, 5)
    )
    return None, [
        _Unsure(tuple(a if a == b else None for a, b in zip(one.shape, two.shape, strict=True)), one.dtype)
        for one, two in zip(small, large, strict=True)
    ]


def _named(number, dims, scope):
    names = [("b" if axis == 0 else f"d{number}_{axis}") if n is None else str(n) for axis, n in enumerate(dims)]
    return export.symbolic_shape(",".join(names), scope=scope)


class _Unsure(NamedTuple):
    """A result some of whose sizes are not known."""

    shape: tuple
    dtype: Any


def _vjp(op, *grads):
    module = op.attrs["module"]
    if not isinstance(module, Later):
        raise LookupError(
            explain(
                f"No gradient defined for operation '{op.name}' (op type: {op.type}): it holds a JAX function's code, "
                "and that function is not in this process",
                at=op,
                fix="build the gradients in the program that calls jax_call, and save the graph with them",
            )
        )
    function = module.of
    moving = [i for i, tensor in enumerate(op.inputs) if tensor.dtype.is_floating or tensor.dtype.is_complex]
    given = [i for i, tensor in enumerate(op.outputs) if tensor.dtype.is_floating or tensor.dtype.is_complex]
    count = len(op.inputs)

    def product(*arrays):
        inputs, cotangents = list(arrays[:count]), arrays[count:]

        def forward(*points):
            full = list(inputs)
            for i, point in zip(moving, points, strict=True):
                full[i] = point
            results = function.function(*full)
            return [results[i] for i in given]

        _, pull = jax.vjp(forward, *[inputs[i] for i in moving])
        return list(pull(list(cotangents)))

    if not moving or not given:
        return [None] * count
    found = iter(add(product, [*op.inputs, *[grads[i] for i in given]], f"{function.name}_vjp"))
    return [next(found) if i in moving else None for i in range(count)]


@op(
    "XlaCallModule",
    "args: *Tin -> output: *Tout",
    infer=lambda op: op.attrs["Sout"],
    grad=_vjp,
    stateful=True,
    attrs={
        "dim_args_spec": (list[str], []),
        "platforms": HERE,
        "function_list": (FUNCTIONS, []),
        "has_token_input_output": (bool, False),
        "disabled_checks": HERE,
        "use_shardy_partitioner": (bool, False),
    },
    jax_function=True,
)
def _xla_call_module(
    args,
    *,
    version: int,
    module: bytes,
    Sout: SHAPES,
    Tout: list[dtypes.DType],
    platforms: list[str] = [],  # noqa: B006
    disabled_checks: list[str] = [],  # noqa: B006
):
    """The results of a JAX function, as many tensors as it returns arrays.

    module: its StableHLO.  version: of jax.export's calling convention.  disabled_checks: also names the sizes that
    were not known when it was made.
    """
    if isinstance(module, Later):
        return module.of(*args)
    if not module.startswith(_BYTECODE):
        raise ValueError(f"The module of this operation is no code: {module[:200].decode(errors='replace')}")
    sizes = _named_sizes(disabled_checks)
    given, results = _abstract(args, Sout, Tout, sizes)
    with jax.enable_x64(_is_wide(args)):
        return _loaded(module, version, platforms, given, results, sizes is not None).call(*args)


def _is_wide(arrays):
    return any(np.dtype(array.dtype).itemsize == 8 and array.dtype != np.complex64 for array in arrays)


def _named_sizes(checks):
    """[sizes of each input, sizes of each output] as text; None where all were known."""
    for check in checks:
        if check.startswith(_SIZES):
            return [part.split(";") for part in check[len(_SIZES) :].decode().split("->")]
    return None


def _abstract(args, dims_out, types, sizes):
    """The ShapedArrays of the inputs and outputs of a module's code."""
    inputs, outputs = [array.shape for array in args], dims_out
    if sizes is not None:
        scope = export.SymbolicScope()
        inputs, outputs = ([export.symbolic_shape(text, scope=scope) for text in part] for part in sizes)
    elif any(dims is None or None in dims for dims in dims_out):
        raise NotImplementedError("The module was made with sizes that were not known, whose names are not with it")
    given = [ShapedArray(dims, array.dtype) for dims, array in zip(inputs, args, strict=True)]
    kinds = [dtype.as_numpy_dtype for dtype in types]
    return given, [ShapedArray(dims, kind) for dims, kind in zip(outputs, kinds, strict=True)]


def _loaded(module, version, platforms, given, results, has_sizes):
    """The jax.export.Exported of a module that came in with a graph."""
    inputs = jax.tree_util.tree_structure(((0,) * len(given), {}))
    values = {
        "fun_name": "module",
        "in_tree": inputs,
        "in_avals": tuple(given),
        "out_tree": jax.tree_util.tree_structure([0] * len(results)),
        "out_avals": tuple(results),
        "_has_named_shardings": False,
        "_in_named_shardings": (None,) * len(given),
        "_out_named_shardings": (None,) * len(results),
        "in_shardings_hlo": (None,) * len(given),
        "out_shardings_hlo": (None,) * len(results),
        "nr_devices": 1,
        "platforms": tuple(name.decode().lower() for name in platforms),
        "ordered_effects": (),
        "unordered_effects": (),
        "disabled_safety_checks": (),
        "mlir_module_serialized": module,
        "calling_convention_version": version,
        "module_kept_var_idx": tuple(range(len(given))),
        "uses_global_constants": len(platforms) > 1 or has_sizes,
        "_get_vjp": None,
    }
    return export.Exported(**{field.name: values[field.name] for field in dataclasses.fields(export.Exported)})


def jax_call(fn, *tensors, name=None):
    """Calls a JAX function on tensors, as one operation.

    fn: accepts and returns arrays, or dicts, lists and tuples of arrays.  tensors: in the same structures; numbers and
    arrays become constants.  name: of the operation, that of fn when left out.
    The result has the structure of fn's. Gradients come from jax.vjp, to any order. fn is traced anew for new
    sizes; unknown sizes are tried by name first, so that a saved graph accepts a batch of any size. Random numbers
    come from a seed that is an input: jax.random.key(seed) in fn, and tf.random_uniform([], maxval=2**31 - 1,
    dtype=tf.int32) for another one in each run. A saved graph holds fn's StableHLO and runs where fn is not.
    Raises what fn raises when it is traced, and TypeError when it returns something that is no array.
    """
    leaves, structure = jax.tree_util.tree_flatten(tensors)
    label = (
        re.sub(r"[^\w.\-/\\]", "_", name or getattr(fn, "__name__", type(fn).__name__)).lstrip("_-/\\") or "jax_call"
    )
    found: dict[str, Any] = {}

    def flat(*arrays):
        result = fn(*jax.tree_util.tree_unflatten(structure, arrays))
        items, found["structure"] = jax.tree_util.tree_flatten(result)
        return [jnp.asarray(item) for item in items]

    results = add(flat, [convert_to_tensor(leaf) for leaf in leaves], label)
    return jax.tree_util.tree_unflatten(found["structure"], results)
