"""The screenshots that are goldens: which graph, what the reader did, light or dark.

    python -m tests.browser.screenshots            # makes all of them again
    python -m tests.browser.screenshots canvas     # one

Look at each one before it is committed: what it shows is what every reader will see.
"""

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser, Page, sync_playwright

import graphlab as tf
from graphlab._src.viz import page as pages
from tests.browser import chromium

GOLDENS = Path(__file__).parent / "goldens"
FONT = "DejaVu Sans"
SIZE = {"width": 820, "height": 620}
BESIDE = (1, 1)  # px: a point of the page outside of the diagram
SETTLED = 400  # ms that motions and the slices of a canvas take

# What still counts as the same, of 255: fonts are smoothed differently by each system.
SOFT = 4  # px that are made into one
MEAN = 0.5
LARGEST = 28

DARK = (
    "--jp-layout-color0: #111; --jp-layout-color1: #212121; --jp-ui-font-color1: #fff; --jp-border-color2: #616161;"
    "--jp-brand-color1: #2196f3;"
)


@dataclass(frozen=True)
class Screenshot:
    """A graph, what is done in its diagram, and how the page looks."""

    build: Callable[[], object]
    act: Callable[[Page], object] = lambda page: None
    dark: bool = False
    depth: int | None = None


def first_graph():
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    with tf.name_scope("hidden"):
        w = tf.Variable(tf.zeros([3, 4]), name="w")
        y = tf.nn.relu(tf.matmul(x, w), name="y")
    tf.reduce_mean(y, name="mean")


def perceptron():
    x = tf.placeholder(tf.float32, [None, 784], name="x")
    labels = tf.placeholder(tf.int64, [None], name="labels")
    hidden = tf.layers.dense(x, 128, tf.nn.relu, name="hidden")
    logits = tf.layers.dense(hidden, 10, name="logits")
    with tf.name_scope("loss"):
        loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    tf.train.AdamOptimizer().minimize(loss, tf.train.get_or_create_global_step())


def scopes():
    """More nodes, when all scopes are open, than SVG draws smoothly."""
    functions = [tf.nn.relu, tf.tanh, tf.square, tf.sigmoid, tf.exp]
    x = tf.placeholder(tf.float32, [None, 8], name="x")
    ends = []
    for i, name in enumerate(["left", "middle", "right", "beside"]):
        flow = x
        with tf.name_scope(name):
            for j in range(3):
                with tf.name_scope(f"block_{'uvwxyz'[(i + j) % 6]}"):
                    ways = [function(flow) for function in functions[: 2 + (i + j) % 4]]
                    for k in range(4):
                        ways = [functions[(i * j + k + n) % 5](one + ways[n - 1]) for n, one in enumerate(ways)]
                    flow = tf.add_n(ways, name="sum")
        ends.append(flow)
    tf.add_n(ends, name="end")


def layers():
    """Isomorphic layers, as of a transformer, fold into a stack."""
    flow = tf.placeholder(tf.float32, [None, 16], name="x")
    for i in range(6):
        with tf.name_scope(f"layer_{i}"):
            with tf.name_scope("attention"):
                scores = tf.nn.softmax(tf.matmul(flow, flow, transpose_b=True), name="scores")
                mixed = tf.matmul(scores, flow, name="mixed")
            flow = tf.nn.relu(mixed + flow, name="out")
    tf.reduce_mean(flow, name="mean")


def loop():
    """A loop: a line that runs back."""
    start = tf.constant(0, name="start")
    tf.while_loop(lambda i: i < 10, lambda i: i + 1, [start], name="loop")


def markup():
    """A name that a page would run if it were taken for more than text."""
    tf.no_op(name="plain")
    tf.get_default_graph().get_operations()[0]._name = "<img src=x onerror=alert(1)>"


def node(page: Page, path: str):
    """The node of this name."""
    return page.locator(f'.node[data-path="{path}"]')


def fit(page: Page) -> None:
    """Shows all of it."""
    page.get_by_role("button", name="Fit all").click()


def open_layer(page: Page) -> None:
    node(page, "hidden").locator(".toggle").click()


def look_closely(page: Page) -> None:
    node(page, "hidden").locator(".toggle").click()
    node(page, "hidden/MatMul").click()


def preview(page: Page) -> None:
    page.get_by_role("button", name="Preview a run").click()
    page.get_by_role("combobox").fill("y")
    page.get_by_role("option", name="hidden/y").first.click()
    page.keyboard.press("Escape")


def colour(page: Page) -> None:
    page.get_by_role("button", name="Colour by").click()
    page.get_by_text("Operation type").first.click()


def point(page: Page) -> None:
    """Goes to a node by keys."""
    page.locator("svg.scene").focus()
    for key in ("Home", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)


def unfold(page: Page) -> None:
    page.locator(".node.stack .toggle").first.click()


SCREENSHOTS = {
    "first_graph": Screenshot(first_graph),
    "first_graph_dark": Screenshot(first_graph, point, dark=True),
    "preview": Screenshot(first_graph, preview),
    "preview_dark": Screenshot(first_graph, preview, dark=True),
    "perceptron": Screenshot(perceptron),
    "open_layer": Screenshot(perceptron, open_layer, dark=True),
    "details": Screenshot(perceptron, look_closely),
    "colours": Screenshot(perceptron, colour),
    "stack": Screenshot(layers),
    "unfolded_stack": Screenshot(layers, unfold, dark=True),
    "loop": Screenshot(loop, fit, depth=2),
    "canvas": Screenshot(scopes, depth=2),
    "canvas_all": Screenshot(scopes, fit, depth=2),
    "canvas_colours": Screenshot(scopes, colour, dark=True, depth=2),
    "markup": Screenshot(markup),
}


@contextmanager
def open_diagram(
    browser: Browser, build, folder: Path, dark=False, depth=None, color_by=None, **options
) -> Iterator[Page]:
    """A page of its own with the diagram of the graph that `build` makes, as `save_html` writes it.

    depth: levels of scopes that are open.  color_by: the overlay that it begins with.  options: of the browser's context.
    """
    with tf.Graph().as_default() as graph:
        build()
    file = folder / "diagram.html"
    style = f':root {{ --jp-ui-font-family: "{FONT}"; {DARK if dark else ""} }} h1, p {{ display: none }}'
    show = {"depth": depth, "color_by": color_by}
    shown = {name: value for name, value in show.items() if value is not None}
    live = pages.diagram(graph, [{"type": "show", **shown}] if shown else [])
    file.write_text(pages.page("diagram", "", "", live, style), encoding="utf-8")
    context = browser.new_context(**{"viewport": SIZE, "reduced_motion": "reduce", **options})
    try:
        page = context.new_page()
        page.goto(file.as_uri())
        page.locator("[data-painter]").wait_for()
        yield page
    finally:
        context.close()


def take(browser: Browser, screenshot: Screenshot, folder: Path) -> Image.Image:
    """A screenshot of a diagram, after the reader did what they do in it."""
    with open_diagram(browser, screenshot.build, folder, screenshot.dark, screenshot.depth) as page:
        screenshot.act(page)
        page.mouse.move(*BESIDE)  # what is highlighted under the pointer would depend on when the diagram moved
        page.wait_for_timeout(SETTLED)
        return Image.open(io.BytesIO(page.locator(".frame").first.screenshot())).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean and the largest difference of two images, of 255, after both were made soft."""
    if one.size != other.size:
        return 255.0, 255.0
    soft = [
        image.filter(ImageFilter.GaussianBlur(SOFT)).resize((one.width // SOFT, one.height // SOFT))
        for image in (one, other)
    ]
    apart = ImageChops.difference(*soft).convert("L")
    histogram = apart.histogram()
    mean = sum(value * count for value, count in enumerate(histogram)) / sum(histogram)
    return mean, float(max(value for value, count in enumerate(histogram) if count))


def main(names: list[str]) -> None:
    executable = chromium.find()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=executable, args=chromium.FLAGS)
        for name in names or SCREENSHOTS:
            path = GOLDENS / f"{name}.png"
            taken = take(browser, SCREENSHOTS[name], Path(folder))
            taken.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
            print(f"{path} {path.stat().st_size // 1024} KB")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
