"""Example data, made with NumPy or read from what graphlab brings: no file of them has to be there, and none is loaded."""

from graphlab._src.base import source_line
from graphlab._src.editor.parameters import Parameter
from graphlab._src.editor.program import Place, nothing_selected, program

_COUNT = Parameter("count", "int", None, "200")


@program(
    "data.circles",
    "circles",
    "Example data: points of two classes on two circles, and their labels.",
    [_COUNT],
    named=False,
)
def circles(place: Place) -> str:
    """Points on circles."""
    return _synthetic(place, "circles", "noise=0.1, factor=0.5")


@program(
    "data.spirals",
    "spirals",
    "Example data: points of two classes on two spirals, and their labels.",
    [_COUNT],
    named=False,
)
def spirals(place: Place) -> str:
    """Points on spirals."""
    return _synthetic(place, "spirals", "noise=0.05")


def _synthetic(place: Place, kind: str, rest: str) -> str:
    nothing_selected(place)
    data, points, labels = (place.names.free(name) for name in ("data", "points", "labels"))
    call = f"{place.alias}.contrib.learn.datasets.synthetic.{kind}"
    first = source_line.statement(data, call, [place.texts["count"], *rest.split(", "), "seed=0"])
    return f"{first}\n{points}, {labels} = {data}.data, {data}.target"


@program("data.iris", "iris", "Example data: four sizes of 150 iris flowers, and which of three species each is.",
         named=False)  # fmt: skip
def iris(place: Place) -> str:
    """The iris data set, which comes with graphlab."""
    nothing_selected(place)
    data, flowers, species = (place.names.free(name) for name in ("iris", "flowers", "species"))
    return (
        f"{data} = {place.alias}.contrib.learn.datasets.load_iris()\n{flowers}, {species} = {data}.data, {data}.target"
    )


@program("data.line", "line", "Example data: noisy points along a line, to fit one.", [_COUNT], named=False)
def line(place: Place) -> str:
    """Points of a line, with noise."""
    nothing_selected(place)
    rng, inputs, targets = (place.names.free(name) for name in ("rng", "inputs", "targets"))
    count = place.texts["count"]
    return (
        f"{rng} = np.random.default_rng(0)\n"
        f"{inputs} = {rng}.uniform(-1, 1, size=({count}, 1))\n"
        f"{targets} = 2 * {inputs} + 1 + {rng}.normal(scale=0.1, size=({count}, 1))"
    )


@program("data.stripes", "stripes", "Example data: 8×8 images with a bright row or column, and which of these it is.",
         [_COUNT], named=False)  # fmt: skip
def stripes(place: Place) -> str:
    """Small images for a convolutional network."""
    nothing_selected(place)
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
