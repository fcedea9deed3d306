"""tensorflow.python.framework.op_def_registry: the operation types, as OpDef messages."""

from collections.abc import Iterator, Mapping
from typing import Any

from graphlab._src.graph.op_types import OP_MODULES
from graphlab._src.graph.operation import op_def_proto


class _RegisteredOps(Mapping[str, Any]):
    """The OpDef of each type, made when it is looked up."""

    def __getitem__(self, name: str) -> Any:
        if name not in OP_MODULES:
            raise KeyError(name)
        return op_def_proto(name)

    def __iter__(self) -> Iterator[str]:
        return iter(OP_MODULES)

    def __len__(self) -> int:
        return len(OP_MODULES)


_registered = _RegisteredOps()


def get_registered_ops() -> Mapping[str, Any]:
    """{operation type: OpDef} of all types that graphlab has."""
    return _registered


def get(name: str) -> Any:
    """The OpDef of a type, or None where graphlab has none of that name."""
    return _registered.get(name)
