"""Sessions and hooks that send the tensors of runs to TensorBoard's debugger, which graphlab does not have."""

from typing import Any

from graphlab._src.base.errors import UnimplementedError, explain
from graphlab._src.train.sessions.hook import SessionRunHook


def _refuse(name: str) -> None:
    message = f"{name} sends tensors to a gRPC server, and tensors of watched runs are written to files"
    fix = "use DumpingDebugWrapperSession or DumpingDebugHook, and read the files with DebugDumpDir"
    raise UnimplementedError(None, None, explain(message, fix=fix))


class GrpcDebugWrapperSession:
    """Raises UnimplementedError: tensors of watched runs are written to files."""

    def __init__(self, sess: Any, grpc_debug_server_addresses: Any, *arguments: Any, **keywords: Any) -> None:
        _refuse(type(self).__name__)


class TensorBoardDebugWrapperSession(GrpcDebugWrapperSession):
    """Raises UnimplementedError: tensors of watched runs are written to files."""


class GrpcDebugHook(SessionRunHook):
    """Raises UnimplementedError: tensors of watched runs are written to files."""

    def __init__(self, grpc_debug_server_addresses: Any, *arguments: Any, **keywords: Any) -> None:
        _refuse(type(self).__name__)


class TensorBoardDebugHook(GrpcDebugHook):
    """Raises UnimplementedError: tensors of watched runs are written to files."""
