"""export_stablehlo: fetches as a function of feeds that JAX runs anywhere, without graphlab and what built the graph.

Variables are written into it as constants: an artifact is one file, with the results that the session had when it was made.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import jax
import numpy as np
from jax import export
from jax.core import Tracer

from graphlab._src.base import context
from graphlab._src.base.errors import InvalidArgumentError, OpError, explain
from graphlab._src.compiler.control_flow.run_state import CantCompile
from graphlab._src.compiler.effects import Version
from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.compiler.plan import Plan, compile_plan
from graphlab._src.graph import constant_value
from graphlab._src.graph.tensor import Tensor
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.file_io import FileIO
from graphlab._src.session.annotations import Array, Part, Values
from graphlab._src.session.base_session import BaseSession

PLATFORMS = ("cpu", "cuda", "tpu")


class StableHLO:
    """A function of {name: array} that returns the fetches; made by export_stablehlo or load_stablehlo.

    exported: the jax.export.Exported, with its inputs, outputs and platforms.
    """

    def __init__(self, exported: export.Exported) -> None:
        self.exported = exported

    def __call__(self, feeds: Mapping[str, Any]) -> Any:
        """The fetches, as NumPy arrays, for feeds by name; ValueError when these are not the names."""
        (wanted,), _ = jax.tree.unflatten(self.exported.in_tree, self.exported.in_avals)
        if feeds.keys() != wanted.keys():
            raise ValueError(f"This artifact must be fed {sorted(wanted)}, got {sorted(feeds)}")
        with jax.enable_x64(True):
            arrays = {name: np.asarray(value, wanted[name].dtype) for name, value in feeds.items()}
            return jax.tree.map(np.asarray, self.exported.call(arrays))

    def serialize(self) -> bytes:
        """The artifact as bytes, which jax.export.deserialize reads too."""
        return bytes(self.exported.serialize())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the artifact into a file."""
        write_atomically(path, self.serialize())

    @property
    def text(self) -> str:
        """The StableHLO program, to read."""
        return self.exported.mlir_module()

    def __repr__(self) -> str:
        def texts(tree: Any, leaves: Iterable[Any]) -> Any:
            return jax.tree.unflatten(tree, [str(leaf) for leaf in leaves])

        (feeds,), _ = texts(self.exported.in_tree, self.exported.in_avals)
        fetches = texts(self.exported.out_tree, self.exported.out_avals)
        return f"StableHLO for {', '.join(self.exported.platforms)}: {feeds} → {fetches}"


def load_stablehlo(artifact: bytes | bytearray | str | os.PathLike[str]) -> StableHLO:
    """The function in an artifact: bytes, or the path of a file."""
    content: Any = artifact
    if not isinstance(artifact, (bytes, bytearray)):
        with FileIO(artifact, "rb") as file:
            content = file.read()
    return StableHLO(export.deserialize(bytearray(content)))


def export_stablehlo(
    fetches: Any, feeds: Any, session: BaseSession | None = None, platforms: Sequence[str] = PLATFORMS
) -> StableHLO:
    """Fetches as a StableHLO function of feeds, with the variables of a session as constants.

    fetches: a tensor or a structure of them.  feeds: {name: tensor}, or a list of tensors, which are called as their
    operations are. Sizes that a feed does not know stay open: the first axis is `batch`, one size for all feeds.
    session: the default session when left out.  platforms: where it shall run, as JAX calls them.
    Raises InvalidArgumentError, with the operation, for what is no pure function: work on the host, random numbers,
    changes of variables; and where a size would have to be known.

        gl.export_stablehlo(probabilities, {"images": x}).save("model.stablehlo")
        gl.load_stablehlo("model.stablehlo")({"images": images})         # or jax.export.deserialize(...).call(...)
    """
    session = session or context.sessions.get_default()
    if session is None:
        raise ValueError("export_stablehlo needs a session, whose variables it exports: pass session=, or use `with`.")
    if not isinstance(feeds, dict):
        feeds = {tensor.op.name: tensor for tensor in feeds}
    leaves, structure = jax.tree.flatten(fetches)
    for leaf in leaves:
        if not isinstance(leaf, Tensor):
            raise TypeError(f"export_stablehlo fetches tensors, got {leaf!r}")
    for tensor in [*feeds.values(), *leaves]:
        _check_type(tensor)
    plan = compile_plan(session.graph, leaves, list(feeds.values()), session._devices)
    _check_pure(plan)
    constants = {Version(owner, 0): np.asarray(session._store.need(owner, plan)) for owner in plan.reads}

    settled = _settled(plan)
    apart = set(platforms) == {"cpu"}  # elsewhere a barrier would cost time

    def function(given: dict[str, Array]) -> Any:
        values = {**constants, **{tensor: given[name] for name, tensor in feeds.items()}}
        for part in plan.parts:
            values.update(zip(part.outputs, _traced(part, values, settled, apart), strict=True))
        return jax.tree.unflatten(structure, [values[value] for value in plan.results])

    with jax.enable_x64(True):
        made = export.export(jax.jit(function), platforms=platforms)(_inputs(feeds))
    return StableHLO(made)


def _inputs(feeds: dict[str, Tensor]) -> dict[str, jax.ShapeDtypeStruct]:
    """The shapes and types of the feeds; all of their open sizes are in one scope."""
    scope = export.SymbolicScope()
    made: dict[str, jax.ShapeDtypeStruct] = {}
    for name, tensor in feeds.items():
        dims: Any = tensor.dims
        if dims is None:
            raise _refused(f"Feed '{name}' has no known rank", tensor.op, "set its placeholder's shape: [None, 3]")
        letters = "".join(letter if letter.isalnum() else "_" for letter in name.lower())
        sizes = [
            str(size) if size is not None else "batch" if axis == 0 else f"{letters}_{axis}"
            for axis, size in enumerate(dims)
        ]
        shape = export.symbolic_shape(",".join(sizes), scope=scope)
        made[name] = jax.ShapeDtypeStruct(shape, tensor.dtype.as_numpy_dtype)
    return made


def _check_type(tensor: Tensor) -> None:
    kind = np.dtype(tensor.dtype.as_numpy_dtype).kind
    if kind not in "biufcV" or not tensor.dtype.is_numpy_compatible:
        raise _refused(f"'{tensor.name}' is of type {tensor.dtype.name}, which XLA does not have", tensor.op, _NUMBERS)


_NUMBERS = "export the part between numbers: feed the outputs of the operations on the host"


def _check_pure(plan: Plan) -> None:
    steps = set(plan.body.steps)
    for owner in plan.writes:
        if owner.definition.random:
            if owner not in steps:  # in a branch, as dropout's are: for training
                continue
            fix = "export a graph for inference, or feed the random numbers"
            raise _refused("An artifact has no generator of random numbers", owner, fix)
        raise _refused(
            "An artifact has no variables, so none can be changed", owner, "fetch what does not depend on it"
        )
    for part in plan.parts:
        if not isinstance(part, LoweredSegment):
            raise _refused(f"It works on the host, because {part.reason}", part.operations[0], _NUMBERS)


def _settled(plan: Plan) -> list[tuple[Tensor, Array]]:
    """[(tensor, value)] of the placeholders that keep their default: of whether this is training, above all."""
    retained = [op for op in plan.operations if op.definition.feed == "default" and op.outputs[0] not in plan.feed_set]
    values = [(op.outputs[0], constant_value(op.inputs[0])) for op in retained]
    return [(tensor, value) for tensor, value in values if value is not None]


def _traced(part: Part, values: Values, settled: list[tuple[Tensor, Array]], apart: bool) -> list[Array]:
    for tensor in part.static:
        if isinstance(values[tensor], Tracer):
            fix = "use placeholders with whole shapes, or reshape with -1 for the size that is not known"
            raise _refused("Its value decides a shape, and depends on what is fed", tensor.op, fix)
    retained = [values[value] for value in part.retained] + list(part._hoisted.values())
    donated, static = [values[value] for value in part.donated], [np.asarray(values[value]) for value in part.static]
    try:
        outputs, _ = part.trace(donated, retained, static, settled=settled, apart=apart)
        return outputs
    except CantCompile as error:
        region = part.segment.operations[0]
        raise _refused(f"A part of it runs on the host: {error}", region, _NUMBERS) from None


def _refused(why: str, op: Any, fix: str) -> OpError:
    message = f"This can't be exported as StableHLO. {why}"
    node_def = getattr(op, "node_def", None)
    return InvalidArgumentError(node_def, op, explain(message, at=op, fix=fix))
