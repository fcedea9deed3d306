"""What a program needs around its graph: a session, runs, training, example data. Each is some lines of code."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphlab._src.editor import source_line
from graphlab._src.editor.feed_texts import feed_text, newest_pair, placeholders_of
from graphlab._src.editor.notebook_names import Names
from graphlab._src.editor.parameters import Parameter
from graphlab._src.editor.public_names import public
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

GROUP = "Program"
_STEPS = Parameter("steps", "int", None, "1000")
_FEED = Parameter("feed_dict", "any", "None")


class NotHere(ValueError):  # noqa: N818  (it says why, and is no failure)
    """Why a program does not fit what is selected."""


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a program is written. selected: Tensors and Operations.  texts: {parameter: source text}."""

    graph: Graph
    selected: Sequence[Any]
    names: Names
    alias: str
    texts: Mapping[str, str]
    name: str = ""

    @property
    def session(self) -> str:
        """The name of an open session of the graph."""
        found = self.names.of_session(self.graph)
        if found is None:
            raise NotHere("It needs a session: add tf.Session first")
        return found

    def of(self, thing: Any) -> str:
        """The expression of a selected tensor or operation."""
        if isinstance(thing, Tensor):
            return self.names.of_tensor(thing)
        return self.names.of_operation(thing)

    def feed(self, training: bool = False) -> str:
        """The source text of the feeds."""
        return self.texts.get("feed_dict") or feed_text(placeholders_of(self.selected), self.names, training)


@dataclasses.dataclass(frozen=True)
class Program:
    """Lines that the palette offers. builds: they add operations, so that the graph has to be the default one."""

    id: str
    call: str
    doc: str
    write: Callable[[Place], str]
    parameters: tuple[Parameter, ...] = ()
    tensors: tuple[str, ...] = ()
    builds: bool = False

    def message(self) -> dict[str, Any]:
        """What the page gets of it."""
        return {
            "id": self.id,
            "call": self.call,
            "group": GROUP,
            "doc": self.doc,
            "tensors": list(self.tensors),
            "parameters": [one.message() for one in self.parameters],
        }

    def lines(self, place: Place) -> str:
        """The lines; NotHere where they do not fit."""
        given = {one.name: one.suggestion for one in self.parameters if one.suggestion is not None}
        return self.write(dataclasses.replace(place, texts=given | dict(place.texts)))


PROGRAMS: dict[str, Program] = {}


def program(
    path: str,
    call: str,
    doc: str,
    parameters: Sequence[Parameter] = (),
    tensors: Sequence[str] = (),
    builds: bool = False,
) -> Callable[[Callable[[Place], str]], Callable[[Place], str]]:
    """Decorates the function that writes a program."""

    def register(write: Callable[[Place], str]) -> Callable[[Place], str]:
        PROGRAMS[path] = Program(path, call, doc, write, tuple(parameters), tuple(tensors), builds)
        return write

    return register


def _alone(place: Place) -> None:
    if place.selected:
        raise NotHere("It needs no tensor: select none")


@program("program.session", "tf.Session", "A session, with all variables set to their initial values.", builds=True)
def session(place: Place) -> str:
    """A session."""
    _alone(place)
    name = place.names.free(place.name or "session")
    return f"{name} = {place.alias}.Session()\n{_initialization(place, name)}"


@program("program.initialize", "session.run(initializer)", "All variables, set to their initial values.", builds=True)
def initialize(place: Place) -> str:
    """The variables' initial values, again."""
    _alone(place)
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
    found = trains[0]
    return found.op if isinstance(found, Tensor) else found, others


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
         [_STEPS, _FEED], ["train_op"])  # fmt: skip
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
         builds=True)  # fmt: skip
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
         builds=True)  # fmt: skip
def placeholders(place: Place) -> str:
    """Placeholders of the shapes of two arrays."""
    _alone(place)
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


_COUNT = Parameter("count", "int", None, "200")


@program("data.circles", "circles", "Example data: points of two classes on two circles, and their labels.", [_COUNT])
def circles(place: Place) -> str:
    """Points on circles."""
    return _synthetic(place, "circles", "noise=0.1, factor=0.5")


@program("data.spirals", "spirals", "Example data: points of two classes on two spirals, and their labels.", [_COUNT])
def spirals(place: Place) -> str:
    """Points on spirals."""
    return _synthetic(place, "spirals", "noise=0.05")


def _synthetic(place: Place, kind: str, rest: str) -> str:
    _alone(place)
    data, points, labels = (place.names.free(name) for name in ("data", "points", "labels"))
    call = f"{place.alias}.contrib.learn.datasets.synthetic.{kind}"
    first = source_line.statement(data, call, [place.texts["count"], *rest.split(", "), "seed=0"])
    return f"{first}\n{points}, {labels} = {data}.data, {data}.target"


@program("data.iris", "iris", "Example data: four sizes of 150 iris flowers, and which of three species each is.")
def iris(place: Place) -> str:
    """The iris data set, which comes with graphlab."""
    _alone(place)
    data, flowers, species = (place.names.free(name) for name in ("iris", "flowers", "species"))
    return (
        f"{data} = {place.alias}.contrib.learn.datasets.load_iris()\n{flowers}, {species} = {data}.data, {data}.target"
    )


@program("data.line", "line", "Example data: noisy points along a line, to fit one.", [_COUNT])
def line(place: Place) -> str:
    """Points of a line, with noise."""
    _alone(place)
    rng, inputs, targets = (place.names.free(name) for name in ("rng", "inputs", "targets"))
    count = place.texts["count"]
    return (
        f"{rng} = np.random.default_rng(0)\n"
        f"{inputs} = {rng}.uniform(-1, 1, size=({count}, 1))\n"
        f"{targets} = 2 * {inputs} + 1 + {rng}.normal(scale=0.1, size=({count}, 1))"
    )


@program("data.stripes", "stripes", "Example data: 8×8 images with a bright row or column, and which of these it is.",
         [_COUNT])  # fmt: skip
def stripes(place: Place) -> str:
    """Small images for a convolutional network."""
    _alone(place)
    words = ("rng", "images", "labels", "image", "label", "where")
    rng, images, labels, image, label, where = (place.names.free(word) for word in words)
    count = place.texts["count"]
    return (
        f"{rng} = np.random.default_rng(0)\n"
        f"{images} = {rng}.uniform(0, 0.5, size=({count}, 8, 8, 1))\n"
        f"{labels} = {rng}.integers(0, 2, size={count})\n"
        f"for {image}, {label} in zip({images}, {labels}):\n"
        f"    {where} = {rng}.integers(0, 8)\n"
        f"    if {label}:\n"
        f"        {image}[:, {where}] += 0.5\n"
        f"    else:\n"
        f"        {image}[{where}, :] += 0.5"
    )
