"""Functions as Defun makes them, of the FunctionDefs of a library: function.from_library."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.compat.defun import DefinedFunction
from graphlab._src.graph import get_default_graph
from graphlab._src.io.functions import Function
from graphlab._src.io.graphdef import import_graph_def


class ImportedFunction(DefinedFunction):
    """The function of a FunctionDef; its captured tensors are arguments as others are."""

    def __init__(self, message: Any, grad_func: DefinedFunction | None = None) -> None:
        function = Function(message, get_default_graph().functions, import_graph_def)
        types = tuple(dtypes.as_dtype(arg.type) for arg in message.signature.input_arg)
        super().__init__(lambda *args: function.build(list(args))[0], types, message.signature.name, grad_func)
        self._message = message

    @property
    def name(self) -> str:
        return self._message.signature.name

    @property
    def definition(self) -> Any:
        return self._message


def from_library(lib: Any) -> list[ImportedFunction]:
    """The functions of a FunctionDefLibrary, each with its gradient. ValueError where a function is missing."""
    messages = {message.signature.name: message for message in lib.function}
    gradients = {one.function_name: one.gradient_func for one in lib.gradient}
    for name in (name for pair in gradients.items() for name in pair):
        if name not in messages:
            raise ValueError(f"FunctionDefLibrary missing '{name}' FunctionDef\n{lib}")
    made: dict[str, ImportedFunction] = {}
    waiting = list(messages)
    while waiting:
        ready = [name for name in waiting if gradients.get(name) is None or gradients[name] in made]
        if not ready:
            raise ValueError(f"FunctionDefLibrary contains cyclic gradient functions!\n{lib}")
        for name in ready:
            made[name] = ImportedFunction(messages[name], made.get(gradients.get(name, "")))
        waiting = [name for name in waiting if name not in made]
    return list(made.values())
