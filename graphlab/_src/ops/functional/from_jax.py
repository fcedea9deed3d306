"""JAX functions as graphs of their equations: from_jax for a whole function, expand for a jax_call operation."""

import os
import re
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend import core

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.source import without_folders
from graphlab._src.graph import Graph, Operation, Tensor, constant, name_scope
from graphlab._src.graph.attrs import Later
from graphlab._src.ops.identity import identity, placeholder
from graphlab._src.ops.jax_call import add

_JAX = os.path.dirname(jax.__file__) + os.sep
_INLINED = {"jit": "jaxpr", "pjit": "jaxpr", "closed_call": "call_jaxpr", "core_call": "call_jaxpr", "remat2": "jaxpr"}


class JaxGraph(Graph):
    """A Graph made from a JAX function.

    inputs, outputs: its placeholders and results, in the structures that the function accepts and returns.
    """

    inputs: Any = ()
    outputs: Any = ()


def from_jax(fn, *specs, name=None):
    """A JAX function as a Graph, an operation for each equation of its jaxpr, in the scopes of jax.named_scope.

    fn: a function of arrays, or of dicts, lists and tuples of them: the apply of a Flax or Equinox model, say.
    specs: for each argument an array or jax.ShapeDtypeStruct, or a structure of them.
    name: of a scope around all operations.
    The Graph runs as any other: Session(graph=graph).run(graph.outputs, {graph.inputs[0]: x}). Each equation keeps its
    primitive's name; functions jitted inside become scopes, and loops and branches one operation each.
    """
    return _fill(JaxGraph(), fn, specs, name)


def _fill(graph, fn, specs, name=None):
    paths, structure = jax.tree_util.tree_flatten_with_path(specs)
    jaxpr, results = jax.make_jaxpr(fn, return_shape=True)(*specs)
    with graph.as_default(), name_scope(name) if name else graph.name_scope(None):
        inputs = [
            placeholder(_type(spec), _dims(spec), _valid("input" + jax.tree_util.keystr(path))) for path, spec in paths
        ]
        found = _Equations(graph).run(jaxpr.jaxpr, jaxpr.consts, inputs)
        labels = [path for path, _ in jax.tree_util.tree_flatten_with_path(results)[0]]
        outputs = [
            identity(tensor, name=_valid("output" + jax.tree_util.keystr(path)))
            for path, tensor in zip(labels, found, strict=True)
        ]
    graph.inputs = jax.tree_util.tree_unflatten(structure, inputs)
    graph.outputs = jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(results), outputs)
    return graph


def expand(op, part=None):
    """The Graph of what happens inside an operation that jax_call made: one operation for each equation.

    op: the Operation, or one of its tensors, with inputs of known shapes or sizes that have names.
    part: for an equation that loops or chooses, which of the jaxprs that it calls: "body_jaxpr", "branches_0" …
    """
    return expand_into(JaxGraph(), op, part)


def expand_into(graph, op, part=None):
    """Adds to a graph, which it returns, what `expand` makes a Graph of."""
    op = op.op if isinstance(op, Tensor) else op
    module = op.attrs.get("module") if isinstance(op, Operation) else None
    if not isinstance(module, Later):
        raise ValueError(
            explain(
                f"there is no JAX function to look into in {op}",
                at=op,
                fix="expand needs an operation that jax_call made",
            )
        )
    function = module.of
    if part is not None:
        jaxpr = function.parts[part]
        return _fill(graph, core.jaxpr_as_fun(jaxpr), tuple(_struct(aval) for aval in jaxpr.in_avals))
    if function.specs is None:
        raise ValueError(explain(f"{function.name} is known only where all sizes are", at=op, fix="x.set_shape(…)"))
    structs = [jax.ShapeDtypeStruct(spec.shape, spec.dtype) for spec in function.specs]
    return _fill(graph, function, tuple(structs))


def _valid(text):
    """The text as part of an operation's name: "input[0]['dense']['kernel']" becomes "input_0_dense_kernel"."""
    return re.sub(r"[^\w.\-/]+", "_", text).strip("_") or "call"


class _Equations:
    """Adds the equations of a jaxpr to a graph, under the scopes that they were traced in."""

    def __init__(self, graph):
        self._graph = graph
        self._scopes = {}  # (scope around, name in jax) -> scope in the graph

    def run(self, jaxpr, consts, inputs, around=""):
        """The results of the jaxpr, as tensors.  around: the scope in the graph, "" or ending in a slash."""
        values = dict(zip(jaxpr.invars, inputs, strict=True))
        for var, value in zip(jaxpr.constvars, consts, strict=True):
            with self._graph.name_scope(around or None):
                values[var] = constant(np.asarray(value), name="constant")

        def read(atom):
            if not isinstance(atom, core.Literal):
                return values[atom]
            aval: Any = atom.aval
            return constant(np.asarray(atom.val, aval.dtype), name="constant")

        for equation in jaxpr.eqns:
            scope = self._scope(around, equation)
            inner = _inner(equation)
            if inner is None:
                results = self._add(scope, jaxpr, equation, values)
            else:
                with self._graph.name_scope(scope or None):
                    given = [read(atom) for atom in equation.invars]
                label = equation.params.get("name") or equation.primitive.name
                with self._graph.name_scope(scope or None), self._graph.name_scope(_valid(label)) as opened:
                    pass
                results = self.run(inner.jaxpr, inner.consts, given, opened)
            values.update(zip(equation.outvars, results, strict=True))
        with self._graph.name_scope(around or None):
            return [read(atom) for atom in jaxpr.outvars]

    def _scope(self, around, equation):
        stack = str(equation.source_info.name_stack)
        if not stack:
            return around
        if (around, stack) not in self._scopes:
            name = "/".join(_valid(part) for part in stack.split("/"))
            with self._graph.name_scope(around or None), self._graph.name_scope(name) as opened:
                self._scopes[around, stack] = opened
        return self._scopes[around, stack]

    def _add(self, scope, jaxpr, equation, values):
        """The results of an equation as an operation; numbers that it says itself stay inside."""
        taken = list(dict.fromkeys(atom for atom in equation.invars if not isinstance(atom, core.Literal)))
        kinds = [getattr(atom.aval.dtype, "_impl", None) for atom in taken]
        about = core.DebugInfo("equation", equation.primitive.name, None, None)
        alone = jaxpr.replace(constvars=[], invars=taken, outvars=equation.outvars, eqns=[equation], debug_info=about)
        run = core.jaxpr_as_fun(core.ClosedJaxpr(alone, ()))

        def function(*arrays):
            given = [
                array if kind is None else jax.random.wrap_key_data(array, impl=kind.name)
                for array, kind in zip(arrays, kinds, strict=True)
            ]
            return [_data(item) for item in run(*given)]

        traced = [[_struct(atom.aval) for atom in atoms] for atoms in (taken, equation.outvars)]
        with self._graph.name_scope(scope or None):
            inputs = [values[atom] for atom in taken]
            results = add(function, inputs, equation.primitive.name, traced, dict(_parts(equation)))
        if results and equation.source_info.traceback is not None:
            results[0].op.frames = without_folders(
                zip(*equation.source_info.traceback.raw_frames(), strict=True), [_JAX]
            )
        return results


def _parts(equation):
    """The jaxprs that an equation calls, with names: the body of a loop, the branches of a choice."""
    for name, value in equation.params.items():
        several = isinstance(value, tuple)
        for i, item in enumerate(value if several else [value]):
            if isinstance(item, core.ClosedJaxpr):
                yield f"{name}_{i}" if several else name, item


def _struct(aval):
    """What a value of the jaxpr is as an array; a random key is the numbers that it is made of."""
    if hasattr(aval.dtype, "_impl"):
        return jax.ShapeDtypeStruct((*aval.shape, *aval.dtype._impl.key_shape), np.uint32)
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype)


def _data(value):
    return jax.random.key_data(value) if jnp.issubdtype(value.dtype, jax.dtypes.prng_key) else value


def _type(spec):
    return dtypes.as_dtype(np.dtype(spec.dtype))


def _dims(spec):
    return [size if isinstance(size, int) else None for size in spec.shape]


def _inner(equation):
    """The closed jaxpr of an equation that only calls it, or None."""
    inner = equation.params.get(_INLINED.get(equation.primitive.name, ""))
    return core.ClosedJaxpr(inner, ()) if isinstance(inner, core.Jaxpr) else inner
