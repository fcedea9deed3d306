"""Look-up of a graph's elements: by name or by objects that convert to them, and whether they may be fed and fetched."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnnecessaryIsInstance=false

import difflib
import functools
from collections.abc import Callable
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Explanation, Fix
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

_MOST_COMPARED = 5_000  # names that are compared with a wrong one


class Lookup:
    """The methods of Graph that find its operations and tensors."""

    operations_by_name: dict[str, Operation]
    _unfeedable: set[Any]
    _unfetchable: set[Tensor | Operation]
    note_change: Callable[[Operation, str], None]
    invalidate_feeds: Callable[[Tensor, str], None]

    def get_operation_by_name(self, name: str) -> Any:
        """The operation of that name; KeyError when there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name: str) -> Any:
        """The tensor of that name ("op:0"); KeyError when there is none, ValueError for an operation's name."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """The Tensor or Operation that obj is, names, or converts to.

        obj: a Tensor, Operation, their name, or an object with `_as_graph_element()` (a variable).
        Raises TypeError for anything else, ValueError for one of another graph or a name that is not well formed,
        KeyError for a name that is not there.
        """
        if allow_tensor and allow_operation:
            wanted = "Tensor or Operation"
        elif allow_tensor:
            wanted = "Tensor"
        elif allow_operation:
            wanted = "Operation"
        else:
            raise ValueError("allow_tensor and allow_operation can't both be False.")
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, bytes):
            obj = obj.decode()
        if isinstance(obj, str):
            return self._element_by_name(obj, wanted)
        if isinstance(obj, Tensor) and allow_tensor or isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                kind = "Tensor" if isinstance(obj, Tensor) else "Operation"
                raise ValueError(
                    explain(
                        f"{kind} {obj if kind == 'Tensor' else obj.name} is not an element of this graph.",
                        at=obj,
                        fix=Fix(
                            "use a session and operations of one graph: `with graph.as_default():` around both",
                            Edit("session", operand=obj.graph),
                        ),
                    )
                )
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    def _element_by_name(self, name: str, wanted: str) -> Tensor | Operation:
        if ":" in name:
            if wanted == "Operation":
                raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a {wanted}.")
            return self._tensor_by_name(name)
        op = self.operations_by_name.get(name)
        if wanted == "Tensor":
            what = "refers to an Operation" if op else "looks like an (invalid) Operation name"
            message = f'The name {name!r} {what}, not a {wanted}. Tensor names must be of the form "<op_name>:<output_index>".'
            raise ValueError(Explanation(message, functools.partial(self.meant_by, name, ":0")))
        if op is None:
            message = f"The name {name!r} refers to an Operation not in the graph."
            raise KeyError(Explanation(message, functools.partial(self.meant_by, name)))
        return op

    def _tensor_by_name(self, name: str) -> Tensor:
        try:
            op_name, index = name.split(":")
            index = int(index)
        except ValueError:
            raise ValueError(
                f"The name {name!r} looks a like a Tensor name, but is not a valid one. "
                'Tensor names must be of the form "<op_name>:<output_index>".'
            ) from None
        op = self.operations_by_name.get(op_name)
        missing = f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, "
        if op is None:
            missing += "does not exist in the graph."
            raise KeyError(Explanation(missing, functools.partial(self.meant_by, name, f":{index}")))
        if not 0 <= index < len(op.outputs):
            raise KeyError(missing + f"exists but only has {len(op.outputs)} outputs.")
        return op.outputs[index]

    def meant_by(self, name: str, end: str = "") -> Fix | None:
        """What of the graph a wrong name may mean: an operation's output, or what has names like it; None where nothing is.

        end: of the names of tensors that are meant, as ":0". It is slow: the name is compared with all others.
        """
        known = self.operations_by_name
        wanted = name.partition(":")[0]
        if wanted in known:
            outputs = known[wanted].outputs if wanted == name else ()
            return Fix(f"{outputs[0].name!r} is its output", Edit("text", name, outputs[0].name)) if outputs else None
        if len(known) > _MOST_COMPARED:
            return None
        found = [f"{one}{end}" for one in difflib.get_close_matches(wanted, known, 3, 0.6)]
        fix = Fix(f"names like it: {', '.join(map(repr, found))}", *(Edit("text", name, one) for one in found))
        return fix if found else None

    def is_feedable(self, tensor: Any) -> bool:
        """True unless prevent_feeding was called for the tensor."""
        return tensor not in self._unfeedable

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Makes runs that feed the tensor fail."""
        if tensor not in self._unfeedable:
            self._unfeedable.add(tensor)
            self.invalidate_feeds(tensor, f"feeding {tensor.name} prevented")

    def is_fetchable(self, tensor_or_op: Tensor | Operation) -> bool:
        """True unless prevent_fetching was called for it."""
        return (tensor_or_op.op if isinstance(tensor_or_op, Tensor) else tensor_or_op) not in self._unfetchable

    def prevent_fetching(self, op: Operation) -> None:
        """Makes runs that fetch the operation or its outputs fail."""
        self._unfetchable.add(op)
        if op.graph is self:
            self.note_change(op, f"fetching '{op.name}' prevented")
