"""What a notebook calls its tensors, graphs, sessions and graphlab itself, and names that are still free.

names = Names(shell.user_ns)
names.of_tensor(tensor)   # 'hidden', 'layers[2]', 'net["logits"]', 'model.output', 'graph.get_tensor_by_name("x:0")'
names.free("relu")        # 'relu', or 'relu_1' where that is taken
"""

import builtins
import keyword
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from IPython.core.getipython import get_ipython

from graphlab._src.base import dtypes
from graphlab._src.base.source_line import literal
from graphlab._src.editor.named_things import components_of, is_whole, named_things, tensors_of
from graphlab._src.graph.graph import Graph, default_graphs
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.base_session import BaseSession
from graphlab._src.state.variable import Variable
from graphlab._src.viz.notebook_variables import held, variables_of

ALIASES = ("tf", "gl")  # the names of the module that are preferred, where it has several
_DEEPEST = 2  # containers within containers are looked at so deep


class Names:
    """The names of a notebook, as they are now. namespace: {name: value}; that of the running IPython when left out."""

    def __init__(self, namespace: Mapping[str, Any] | None = None):
        if namespace is None:
            namespace = getattr(get_ipython(), "user_ns", None)
        self.values = variables_of(vars(sys.modules["__main__"]) if namespace is None else namespace)
        self._expressions: dict[int, str] | None = None
        self._things: list[Any] = []  # whose ids are known, so that none is another's

    # The module

    def module(self) -> str | None:
        """The name of graphlab, or of tensorflow where that means graphlab; None before it is imported."""
        known = sys.modules["graphlab"]
        found = [name for name, value in self.values.items() if value is known and not name.startswith("_")]
        return next((name for name in ALIASES if name in found), found[0] if found else None)

    # Tensors

    def of_tensor(self, tensor: Tensor) -> str:
        """The expression that a program would use for a tensor; of a variable's value, that of the variable."""
        return self._thing_and_text(tensor)[1]

    def _thing_and_text(self, tensor: Tensor) -> tuple[Any, str]:
        """A tensor, or the Variable whose value it is, with its expression."""
        table = self._table()
        if id(tensor) in table and tensor.dtype is not dtypes.resource:
            return tensor, table[id(tensor)]
        variable = self.variable_of(tensor)
        if variable is not None:
            return variable, table.get(id(variable)) or self._looked_up(variable)
        if id(tensor.op) in table:
            return tensor, f"{table[id(tensor.op)]}.outputs[{tensor.value_index}]"
        return tensor, f"{self._graph(tensor.graph)}.get_tensor_by_name({literal(tensor.name)})"

    def _graph(self, graph: Graph) -> str:
        return self.path_to(graph) or f"{self.module() or ALIASES[0]}.get_default_graph()"

    def _looked_up(self, variable: Any) -> str:
        """The expression for a variable without a name, as layers make them: `tf.trainable_variables("dense/kernel")[0]`."""
        function = "trainable_variables" if variable.trainable else "global_variables"
        known = variable.graph.get_collection("trainable_variables" if variable.trainable else "variables")
        path = variable.op.name
        same = [one for one in known if one.op.name.startswith(path)]
        number = next(i for i, one in enumerate(same) if one is variable)
        return f"{self.module() or ALIASES[0]}.{function}({literal(path)})[{number}]"

    def of_operation(self, operation: Operation) -> str:
        """The expression that a program would use for an operation."""
        found = self.of_thing(operation)
        if found is not None:
            return found
        for tensor in operation.outputs:
            if id(tensor) in self._table():
                return f"{self._table()[id(tensor)]}.op"
        return f"{self._graph(operation.graph)}.get_operation_by_name({literal(operation.name)})"

    def variable_of(self, tensor: Tensor) -> Any:
        """The Variable whose handle or value a tensor is, of the notebook's or the graph's collections; None for others."""
        for thing in (*self._found(), *tensor.graph.get_collection("variables")):
            if isinstance(thing, Variable) and any(tensor is one for one in tensors_of(thing)):
                return thing
        return None

    def things_of(self, selected: Sequence[Tensor | Operation]) -> list[tuple[Any, str]]:
        """(thing, expression) of a selection: Variables for their values, a SparseTensor or RaggedTensor for all its parts."""
        found: list[tuple[Any, str]] = []
        left = list(selected)
        while left:
            first = left[0]
            if isinstance(first, Operation):
                found.append((first, self.of_operation(first)))
                del left[0]
                continue
            whole = next((thing for thing in self._found() if is_whole(thing, left)), None)
            if whole is None:
                found.append(self._thing_and_text(first))
                del left[0]
            else:
                parts = components_of(whole)
                found.append((whole, self._table()[id(whole)]))
                left = [one for one in left if not any(one is part for part in parts)]
        return found

    def of_thing(self, thing: Any) -> str | None:
        """The expression for any object that a name, or a container with a name, holds; None where there is none."""
        return self._table().get(id(thing))

    def _table(self) -> dict[int, str]:
        if self._expressions is None:
            table = self._expressions = {}
            for expression, value in held(self.values, _DEEPEST):
                for thing, text in named_things(expression, value):
                    if id(thing) not in table:
                        table[id(thing)] = text
                        self._things.append(thing)
        return self._expressions

    def _found(self) -> list[Any]:
        self._table()
        return self._things

    # Graphs and sessions

    def of_graph(self, graph: Graph) -> str | None:
        """The name of a graph that is not the default one; "" for the default graph; None for one without a name."""
        if graph is default_graphs.of_main_thread():
            return ""
        return self.of_thing(graph)

    def path_to(self, graph: Graph) -> str | None:
        """As of_graph; of a graph without a name the expression of one whose tensor, variable or session has a name."""
        name = self.of_graph(graph)
        if name is not None:
            return name
        kinds = (Tensor, Operation, Variable, BaseSession)
        named = (one for one in self._found() if isinstance(one, kinds) and one.graph is graph)
        first = next(named, None)
        return None if first is None else f"{self._table()[id(first)]}.graph"

    def of_session(self, graph: Graph) -> str | None:
        """The name of an open session of that graph, the last that was made; None where there is none."""
        found = [
            (value.number, name)
            for name, value in self.values.items()
            if isinstance(value, BaseSession) and value.graph is graph and value.is_open and not name.startswith("_")
        ]
        return max(found)[1] if found else None

    # New names

    def is_free(self, name: str) -> bool:
        """Whether a new variable may have that name: an identifier that is no keyword, no builtin, and not in use."""
        return is_name(name) and name not in self.values

    def free(self, wanted: str) -> str:
        """The name, as an identifier; with a number where it is taken, as graphs do."""
        name = identifier(wanted)
        if self.is_free(name):
            return name
        number = 1
        while not self.is_free(f"{name}_{number}"):
            number += 1
        return f"{name}_{number}"


def is_name(name: str) -> bool:
    """Whether a program may call a variable so without hiding what Python has."""
    return name.isidentifier() and not keyword.iskeyword(name) and not hasattr(builtins, name)


def identifier(text: str) -> str:
    """The identifier that is nearest to a text: "block/relu" → "relu", "2 layers" → "_2_layers", "lambda" → "lambda_"."""
    word = re.sub(r"\W+", "_", text.rstrip("/").rpartition("/")[2]).strip("_") or "tensor"
    if not word[0].isalpha():
        word = f"_{word}"
    return word if is_name(word) else f"{word}_"


def snake_case(text: str) -> str:
    """The name of a class as that of a variable: "MaxPooling2D" → "max_pooling2d"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower()
