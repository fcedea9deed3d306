"""Programs around a graph: a session, runs, training, what is measured, placeholders for the notebook's arrays."""

from collections.abc import Sequence
from typing import Any

from graphlab._src.base import source_line
from graphlab._src.editor.feed_texts import newest_pair
from graphlab._src.editor.likeness import shape_text
from graphlab._src.editor.parameters import Parameter
from graphlab._src.editor.program import NotHere, Place, nothing_selected, program
from graphlab._src.editor.public_names import public
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors

_STEPS = Parameter("steps", "int", None, "1000")
_FEED = Parameter("feed_dict", "any", "None")


@program("program.session", "tf.Session", "A session, with all variables set to their initial values.", builds=True)
def session(place: Place) -> str:
    """A session."""
    nothing_selected(place)
    name = place.names.free(place.name or "session")
    return f"{name} = {place.alias}.Session()\n{_initialization(place, name)}"


@program("program.initialize", "session.run(initializer)", "All variables, set to their initial values.", builds=True,
         named=False)  # fmt: skip
def initialize(place: Place) -> str:
    """The variables' initial values, again."""
    nothing_selected(place)
    return _initialization(place, place.session)


def _initialization(place: Place, session_name: str) -> str:
    made = [f"{place.alias}.global_variables_initializer()"]
    if place.graph.get_collection("local_variables"):
        made.append(f"{place.alias}.local_variables_initializer()")
    if place.graph.get_collection("table_initializer"):
        made.append(f"{place.alias}.tables_initializer()")
    fetches = made[0] if len(made) == 1 else f"[{', '.join(made)}]"
    return source_line.statement("", f"{session_name}.run", [fetches])


@program("program.run", "session.run", "The values of what is selected, with what they need fed.", [_FEED], ["fetches"])
def run(place: Place) -> str:
    """A run of the fetches."""
    if not place.selected:
        raise NotHere("It needs tensors or operations: select what is to be run")
    fetches = _list([place.of(thing) for thing in place.selected])
    feeds = [feed] if (feed := place.feed()) else []
    target = place.names.free(place.name) if place.name else ""
    return source_line.statement(target, f"{place.session}.run", [fetches, *feeds])


def _list(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def _training(place: Place) -> tuple[Operation, list[Tensor]]:
    """The operation that trains, and the selected numbers to look at; in a graph with one such operation that."""
    trains = [thing for thing in place.selected if _trains(thing)]
    if not trains:
        trains = [op for op in place.graph.get_collection("train_op") if isinstance(op, (Operation, Tensor))][-1:]
    others = [thing for thing in place.selected if thing not in trains]
    if len(trains) != 1:
        raise NotHere("Select the operation that trains, as an optimizer's minimize returns it")
    if any(not isinstance(thing, Tensor) or thing.dims not in ((), None) for thing in others):
        raise NotHere("Select the operation that trains, and single numbers to look at, as a loss")
    found = trains[0].op if isinstance(trains[0], Tensor) else trains[0]
    return found, others or _losses(place, found)


def _losses(place: Place, train_op: Operation) -> list[Tensor]:
    """The single numbers with a name whose gradients a training step is computed from."""
    needed = ancestors([train_op])
    found: dict[Tensor, None] = {}
    for call in place.graph.differentiated:
        if any(getattr(gradient, "op", None) in needed for gradient in call.gradients):
            found |= dict.fromkeys(y for y in call.ys if y.dims == () and place.names.of_thing(y) is not None)
    return list(found)


def _trains(thing: Any) -> bool:
    """Whether running it is a training step: it groups or counts updates of variables."""
    op = thing.op if isinstance(thing, Tensor) else thing
    return op in [getattr(known, "op", known) for known in op.graph.get_collection("train_op")] or not op.outputs


@program(
    "program.train", "gl.train", "Training in the background, with a player and curves.", [_STEPS, _FEED], ["train_op"]
)
def train(place: Place) -> str:
    """gl.train of the selected training operation."""
    if not callable(public("train")):
        raise NotHere("This version of graphlab has no gl.train")
    operation, numbers = _training(place)
    watched = ", ".join(f"{source_line.literal(_word(place, number))}: {place.of(number)}" for number in numbers)
    keywords = {"feed": feed} if (feed := place.feed(training=True)) else {}
    keywords["steps"] = place.texts["steps"]
    positional = [place.session, place.of(operation), *([f"{{{watched}}}"] if watched else [])]
    return source_line.statement(place.name, f"{place.alias}.train", positional, keywords)


def _word(place: Place, number: Tensor) -> str:
    text = place.of(number)
    return text if text.isidentifier() else number.op.name.rpartition("/")[2]


@program("program.loop", "training loop", "Training steps, with the selected numbers printed now and then.",
         [_STEPS, _FEED], ["train_op"], named=False)  # fmt: skip
def loop(place: Place) -> str:
    """A loop of training steps."""
    operation, numbers = _training(place)
    feeds = [feed] if (feed := place.feed(training=True)) else []
    values = [place.names.free(f"{_word(place, number)}_value") for number in numbers]
    fetches = _list([place.of(operation), *map(place.of, numbers)])
    target = ", ".join(["_", *values]) if values else ""
    step = source_line.statement(target, f"{place.session}.run", [fetches, *feeds], indent=4)
    if values:
        step += f"\nif step % 100 == 0:\n    print(step, {', '.join(values)})"
    return source_line.block(f"for step in range({place.texts['steps']})", step)


@program("program.accuracy", "accuracy", "How often the largest logit is that of the label.", (), ["labels", "logits"],
         builds=True, results=lambda _: ["float32 scalar"])  # fmt: skip
def accuracy(place: Place) -> str:
    """The accuracy of a classifier, of one run."""
    tensors = [thing for thing in place.selected if isinstance(thing, Tensor)]
    labels = [one for one in tensors if one.dtype.is_integer and (one.dims is None or len(one.dims) == 1)]
    logits = [one for one in tensors if one.dtype.is_floating and (one.dims is None or len(one.dims) == 2)]
    if len(place.selected) != 2 or len(labels) != 1 or len(logits) != 1:
        raise NotHere("It needs two tensors: whole labels [?] and logits ?×classes")
    tf, correct = place.alias, place.names.free("correct")
    dtype = "" if labels[0].dtype.name == "int64" else f", output_type={tf}.{labels[0].dtype.name}"
    first = f"{correct} = {tf}.equal({tf}.argmax({place.of(logits[0])}, axis=1{dtype}), {place.of(labels[0])})"
    named = f', name="{place.name}"' if place.name else ""
    target = place.names.free(place.name or "accuracy")
    return f"{first}\n{target} = {tf}.reduce_mean({tf}.cast({correct}, {tf}.float32){named})"


@program("program.placeholders", "placeholders", "Placeholders for the notebook's newest examples and their targets.",
         builds=True, named=False, results=lambda place: _shapes(place))  # fmt: skip
def placeholders(place: Place) -> str:
    """Placeholders of the shapes of two arrays."""
    nothing_selected(place)
    pair = newest_pair(place.names)
    if pair is None:
        raise NotHere("The notebook has no two arrays of as many rows, as examples and targets are")
    lines: list[str] = []
    for name, (dtype, shape) in zip(("x", "y"), pair, strict=True):
        target = place.names.free(name)
        sizes = source_line.literal(shape)
        call = f'{place.alias}.placeholder({place.alias}.{dtype}, {sizes}, name="{name}")'
        lines.append(f"{target} = {call}")
    return "\n".join(lines)


def _shapes(place: Place) -> list[str]:
    return [f"{dtype} {shape_text(tuple(shape))}" for dtype, shape in newest_pair(place.names) or ()]
