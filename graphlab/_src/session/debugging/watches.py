"""The watches of RunOptions.debug_options: which tensors of a run are written where, and what is computed of each."""

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import FailedPreconditionError, UnimplementedError, explain
from graphlab._src.session.debugging import debug_ops
from graphlab._src.session.debugging.debug_ops import CopyError, DebugOp, DebugOpError

FILE = "file://"


@dataclasses.dataclass(frozen=True)
class TensorWatch:
    """What is made of one tensor. specs: the texts of its operations.  urls: where their results go."""

    specs: tuple[str, ...]
    urls: tuple[str, ...]
    tolerant: bool = False
    ops: tuple[DebugOp, ...] = ()

    @property
    def folders(self) -> list[str]:
        """The folders behind the URLs."""
        return [url.removeprefix(FILE) for url in self.urls]


class Watches:
    """The watches of a run's options by the names of tensors, and the one of all others, "*".

    Raises FailedPreconditionError for a watch of "*" with an output, and UnimplementedError for URLs of other kinds.
    """

    def __init__(self, debug_options: Any) -> None:
        self._named: dict[str, TensorWatch] = {}
        self._others: TensorWatch | None = None
        for watch in debug_options.debug_tensor_watch_opts:
            found = TensorWatch(
                tuple(watch.debug_ops), tuple(watch.debug_urls), watch.tolerate_debug_op_creation_failures
            )
            for url in found.urls:
                _check(url)
            if watch.node_name == "*":
                if watch.output_slot != -1:
                    message = (
                        f'output_slot is expected to be -1 for wildcard node name ("*"), but got {watch.output_slot}'
                    )
                    raise FailedPreconditionError(None, None, message)
                self._others = found
            else:
                self._named[f"{watch.node_name}:{watch.output_slot}"] = found
        self.folders = list(dict.fromkeys(folder for one in self._all() for folder in one.folders))
        self.key = repr((sorted(self._named.items()), self._others))

    def _all(self) -> Iterable[TensorWatch]:
        return [*self._named.values(), *([] if self._others is None else [self._others])]

    def of(self, tensor_name: str, dtype: DType) -> TensorWatch | None:
        """The watch of a tensor with its operations, or None. Raises FailedPreconditionError where one can't be made."""
        watch = self._named.get(tensor_name, self._others)
        if watch is None:
            return None
        made: list[DebugOp] = []
        try:
            for spec in watch.specs:
                debug_ops.parse(spec)
        except CopyError as error:
            _refuse(watch, f"Failed to create Copy/CopyHost node for tensor {tensor_name}, due to: {error}")
            return None
        for number, spec in enumerate(watch.specs):
            try:
                made.append(debug_ops.make(spec, number, tensor_name, dtype.base_dtype))
            except DebugOpError as error:
                _refuse(watch, f"Failed to create debug node {spec} for tensor {tensor_name}, due to: {error}")
        return dataclasses.replace(watch, ops=tuple(made))


def _refuse(watch: TensorWatch, message: str) -> None:
    if not watch.tolerant:
        raise FailedPreconditionError(None, None, message)
    log: Callable[[str], object] = logging.info
    log(message)


def _check(url: str) -> None:
    if not url.startswith(FILE):
        message = f"Tensors of watched runs are written to files, and the debug URL is '{url}'"
        raise UnimplementedError(None, None, explain(message, fix=f'debug_urls="{FILE}/tmp/dump"'))
