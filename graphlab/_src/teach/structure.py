"""Claims about the structure of a graph: what a fetch executes, shares, updates, adds and is computed from."""

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import is_variable
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors, executed_by, is_placeholder, operation_of
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.session.session import Session
from graphlab._src.teach.claims import Claims, RefutedError
from graphlab._src.teach.words import article, count, kind, names, shape


class StructureClaims(Claims):
    """Claims that need no run. A fetch, or an operation, is a Tensor, an Operation, a variable, or its name."""

    def element(self, thing: Any, what: str = "") -> Tensor | Operation:
        """The Tensor or Operation that `thing` is or names, in the graph that was looked at last.

        what: the name of a part of the answer in sentences; it must be a tensor or an operation then, not a name.
        """
        if what and isinstance(thing, str):
            hint = "Return the tensor or operation itself, not its name."
            raise RefutedError(f"{what} is {kind(thing)}, not a tensor or an operation.", hint)
        what = what or "This"
        graph = getattr(thing, "graph", None) or self.graph
        if not isinstance(graph, Graph):
            raise RefutedError(f"{what} is {kind(thing)}, not a tensor or an operation of a graph.")
        try:
            found = graph.as_graph_element(thing)
        except (TypeError, ValueError, KeyError):
            if isinstance(thing, str):
                raise RefutedError(f"There is no operation called `{thing}` in the graph.", graph=graph) from None
            raise RefutedError(f"{what} is {kind(thing)}, not a tensor or an operation of the graph.") from None
        self.graph = graph
        return found

    def operation(self, thing: Any, what: str = "") -> Operation:
        """The Operation that `thing` is, names, or is an output of."""
        return operation_of(self.element(thing, what))

    def is_tensor(
        self, thing: Any, dims: Iterable[int | None] | None = None, what: str = "The result", hint: str = ""
    ) -> Tensor:
        """States that `thing` is a tensor, of the static shape `dims` if that is passed; returns it."""
        if isinstance(thing, Operation) or not (isinstance(thing, Tensor) or hasattr(thing, "_as_graph_element")):
            if thing is None:
                hint = "End the function with `return` and the tensor."
                if any(op.name.startswith("gradients") for op in self.graph.get_operations()):
                    hint += " (`tf.gradients` has None where there is no gradient.)"
            raise RefutedError(f"{what} is {kind(thing)}, not a tensor.", hint)
        tensor = self.element(thing, what)
        assert isinstance(tensor, Tensor)
        if dims is None:
            self.right.append(f"{_lower(what)} is a tensor")
        else:
            wanted, found = list(dims), tensor.dims
            self.that(
                found is not None and list(found) == wanted,
                f"{_lower(what)} has the shape {shape(wanted)}",
                f"{what}, `{tensor.name}`, has the static shape {shape(found)}, not {shape(wanted)}.",
                hint,
                [tensor.op],
            )
        return tensor

    def returned(self, result: Any, amount: int = 1, hint: str = "") -> None:
        """States that the learner's function returned something; with an `amount` above 1, so many things."""
        if result is None or result is ...:
            raise RefutedError("Your function returns nothing.", "End it with `return`.")
        if amount > 1 and not (isinstance(result, (list, tuple)) and len(result) == amount):
            raise RefutedError(f"Your function returns {kind(result)}, not {amount} things.", hint)

    def executed(self, fetches: Any, feeds: Iterable[Any] = ()) -> list[Operation]:
        """The operations that a run of `fetches` executes with the tensors `feeds` fed, oldest first."""
        items = [self.element(item) for item in (fetches if isinstance(fetches, (list, tuple)) else [fetches])]
        given = {item for item in map(self.element, feeds) if isinstance(item, Tensor)}
        return sorted(executed_by(items, given), key=_id)

    def executes(self, fetch: Any, op: Any, hint: str = "") -> None:
        """States that a run of `fetch` executes `op`."""
        target, wanted = self.element(fetch), self.operation(op)
        self.that(
            wanted in self.executed([target]),
            f"fetching `{target.name}` executes `{wanted.name}`",
            f"Fetching `{target.name}` does not execute `{wanted.name}`: nothing leads from one to the other.",
            hint,
            [operation_of(target), wanted],
        )

    def skips(self, fetch: Any, op: Any, hint: str = "") -> None:
        """States that a run of `fetch` does not execute `op`."""
        target, unwanted = self.element(fetch), self.operation(op)
        path = path_between(unwanted, operation_of(target))
        self.that(
            not path,
            f"fetching `{target.name}` does not execute `{unwanted.name}`",
            f"Fetching `{target.name}` executes `{unwanted.name}`: {' → '.join(f'`{op.name}`' for op in _short(path))}.",
            hint,
            path,
        )

    def must_feed(self, fetch: Any, placeholders: Iterable[Any], hint: str = "") -> None:
        """States that a run of `fetch` needs values for exactly these placeholders."""
        target = self.element(fetch)
        wanted = {self.operation(item) for item in placeholders}
        found = {op for op in self.executed([target]) if is_placeholder(op)}

        def needs(ops: set[Operation]) -> str:
            return f"must be fed {names(sorted(ops, key=_id))}" if ops else "needs no placeholder"

        self.that(
            found == wanted,
            f"a run of `{target.name}` {needs(wanted)}",
            f"A run of `{target.name}` {needs(found)}; it should be one that {needs(wanted)}.",
            hint,
            [*(found ^ wanted), operation_of(target)],
        )

    def variables(self, fetch: Any) -> list[Operation]:
        """The variables that a run of `fetch` reads or writes, oldest first."""
        return [op for op in self.executed([fetch]) if is_variable(op)]

    def shares(self, first: Any, second: Any, hint: str = "") -> None:
        """States that two fetches use the same variables, and at least one."""
        one, other = self.variables(first), self.variables(second)
        alone = [op for op in one + other if op not in one or op not in other]
        self.that(
            one or other,
            "",
            f"Neither `{self.element(first).name}` nor `{self.element(second).name}` uses a variable.",
            hint,
        )
        self.that(
            not alone,
            f"both use the variables {names(one)}",
            f"The two do not share their variables: only one of them uses {names(alone)}.",
            hint,
            alone,
        )

    def updates(self, train: Any, variables: Iterable[Any], hint: str = "") -> None:
        """States that a run of `train` changes these variables and no others (the slots of optimizers apart)."""
        target = self.element(train, "The training operation")
        wanted = {self.operation(item) for item in variables}
        feeds = [op.outputs[0] for op in self.executed([target]) if is_placeholder(op)]
        with Session(graph=self.graph) as session:
            written = {op for op in session.plan(target, feeds).writes if isinstance(op, Operation)}
        trained = {self.operation(item) for item in self.graph.get_collection("trainable_variables")} | wanted
        found = written & trained
        missing, more = wanted - found, found - wanted
        self.that(
            not missing,
            f"a run of `{target.name}` updates {names(sorted(wanted, key=_id))}",
            f"A run of `{target.name}` does not change {names(sorted(missing, key=_id))}.",
            hint,
            [*missing, operation_of(target)],
        )
        self.that(
            not more,
            "",
            f"A run of `{target.name}` also changes {names(sorted(more, key=_id))}.",
            hint,
            [*more, operation_of(target)],
        )

    def flows(self, source: Any, target: Any, hint: str = "") -> None:
        """States that there is a gradient of `target` with respect to `source`."""
        start, end = self._as_tensor(source), self._as_tensor(target)
        self.that(
            _has_gradient(start, end),
            f"a gradient of `{end.name}` reaches `{start.name}`",
            f"No gradient of `{end.name}` reaches `{start.name}`.",
            hint,
            [start.op, end.op],
        )

    def blocks(self, source: Any, target: Any, hint: str = "") -> None:
        """States that there is no gradient of `target` with respect to `source`."""
        start, end = self._as_tensor(source), self._as_tensor(target)
        self.that(
            not _has_gradient(start, end),
            f"no gradient of `{end.name}` reaches `{start.name}`",
            f"A gradient of `{end.name}` reaches `{start.name}`.",
            hint,
            path_between(start.op, end.op),
        )

    def before(self, first: Any, second: Any, hint: str = "") -> None:
        """States that a run that executes `second` executes `first` before it."""
        earlier, later = self.operation(first), self.operation(second)
        self.that(
            earlier is not later and earlier in ancestors([later]),
            f"`{earlier.name}` runs before `{later.name}`",
            f"Nothing makes `{earlier.name}` run before `{later.name}`.",
            hint,
            [earlier, later],
        )

    def unordered(self, first: Any, second: Any, hint: str = "") -> None:
        """States that neither of two operations has to run before the other."""
        one, other = self.operation(first), self.operation(second)
        path = path_between(one, other) or path_between(other, one)
        self.that(
            not path,
            f"neither of `{one.name}` and `{other.name}` waits for the other",
            f"`{path[0].name if path else ''}` has to run before `{path[-1].name if path else ''}`.",
            hint,
            path,
        )

    def ordered(self, fetch: Any, hint: str = "") -> None:
        """States that no read and no write of a variable in a run of `fetch` is free to come before or after another write of it."""
        target = self.element(fetch)
        feeds = [op.outputs[0] for op in self.executed([target]) if is_placeholder(op)]
        with Session(graph=self.graph) as session:
            effects = session.plan(target, feeds).effects
        writes = [(op, after.owner) for op, pairs in effects.writes.items() for _, after in pairs]
        reads = [(op, version.owner) for op, versions in effects.reads.items() for version in versions.values()]
        for one, owner in writes:
            for other, same in [*writes, *reads]:
                if owner is same and isinstance(one, Operation) and isinstance(other, Operation):
                    self.that(
                        one in ancestors([other]) or other in ancestors([one]),
                        "",
                        f"`{other.name}` and `{one.name}` use `{owner.name}` in the same run, and nothing says which of them is first.",
                        hint,
                        [other, one],
                    )
        self.right.append(f"all reads and writes in a run of `{target.name}` have an order")

    def named(self, thing: Any, name: str, hint: str = "") -> None:
        """States that an operation, or a tensor's, is called `name`."""
        op = self.operation(thing)
        self.that(op.name == name, f"the name is `{name}`", f"The name is `{op.name}`, not `{name}`.", hint, [op])

    def typed(self, thing: Any, *types: str, hint: str = "") -> None:
        """States that an operation, or a tensor's, is of one of these types: "MatMul"."""
        op = self.operation(thing)
        self.that(
            op.type in types,
            f"`{op.name}` is {article(op.type)}",
            f"`{op.name}` is {article(op.type)}, not {' or '.join(map(article, types))}.",
            hint,
            [op],
        )

    @contextlib.contextmanager
    def adds(self, at_most: int, what: str, graph: Graph | None = None, hint: str = "") -> Iterator[None]:
        """States that the block adds so many operations to the graph at most. what: "the second call"."""
        graph = graph or self.graph
        before = len(graph.get_operations())
        yield
        added = graph.get_operations()[before:]
        self.that(
            len(added) <= at_most,
            f"{what} adds {'at most ' if at_most else ''}{count(at_most, 'operation')}",
            f"{_upper(what)} adds {count(len(added), 'operation')}: {names(added)}."
            + (f" At most {at_most} are needed." if at_most else ""),
            hint,
            added,
        )

    def _as_tensor(self, thing: Any) -> Tensor:
        found = self.element(thing)
        if isinstance(found, Operation):
            raise RefutedError(f"`{found.name}` is an operation, not a tensor.", marks=[found], graph=self.graph)
        return found


def _has_gradient(source: Tensor, target: Tensor) -> bool:
    """Whether gradients() finds a way; computed on a copy where that can be, since it adds to the graph."""
    copy = Graph()
    try:
        with copy.as_default():
            import_graph_def(source.graph.as_graph_def(), name="")
            start, end = copy.get_tensor_by_name(source.name), copy.get_tensor_by_name(target.name)
            return gradients(end, [start])[0] is not None
    except (LookupError, ValueError):  # a GraphDef has no contexts of loops, and no functions of this process
        with source.graph.as_default(), contextlib.suppress(LookupError):
            return gradients(target, [source])[0] is not None
        return False


def path_between(source: Operation, target: Operation) -> list[Operation]:
    """The shortest way along which `source` is needed for `target`, from source to target; [] when there is none."""
    came: dict[Operation, Operation | None] = {target: None}
    waiting = [target]
    for op in waiting:
        if op is source:
            path: list[Operation] = []
            step: Operation | None = op
            while step is not None:
                path.append(step)
                step = came[step]
            return path
        for before in (*(tensor.op for tensor in op.inputs), *op.control_inputs):
            if before not in came:
                came[before] = op
                waiting.append(before)
    return []


def _short(path: list[Operation]) -> list[Operation]:
    """A path of which a sentence can name all: the ends, and the middle where it is short."""
    return path if len(path) <= 5 else [*path[:2], *path[-2:]]


def _id(op: Operation) -> int:
    return op.id


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
