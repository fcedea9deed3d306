"""The pictures that are kept as goldens: which graph, what the reader did, light or dark.

    python -m tests.browser.pictures            # makes all of them anew
    python -m tests.browser.pictures canvas     # one

Look at each one before it is committed: what it shows is what every reader will see.
"""

import io
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser, Page, sync_playwright

import graphlab as tf
from graphlab.viz import page as pages
from tests.browser import chromium

GOLDENS = Path(__file__).parent / "goldens"
FONT = "DejaVu Sans"
SIZE = {"width": 820, "height": 620}
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
class Picture:
    """A graph, what is done in its picture, and how the page looks."""

    build: Callable[[], object]
    act: Callable[[Page], object] = lambda page: None
    dark: bool = False


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


def wide():
    """Many nodes in one scope: more than SVG draws smoothly."""
    for part in "abc":
        with tf.name_scope(part):
            layer = [tf.placeholder(tf.float32, [None], name=f"x{i}") for i in range(12)]
            functions = [tf.nn.relu, tf.tanh, tf.square, tf.sigmoid, tf.exp]
            for depth in range(10):
                layer = [
                    functions[(depth + i) % 5](tf.add(one, layer[i - 1 - depth % 3], name=f"a{depth}_{i}"))
                    for i, one in enumerate(layer)
                ]


def node(page: Page, path: str):
    """The node of this name."""
    return page.locator(f'.node[data-path="{path}"]')


def open_all(page: Page) -> None:
    """Opens everything that is closed, round after round, and fits the picture in."""
    page.evaluate(OPEN_ALL)
    page.get_by_role("button", name="Fit all").click()


OPEN_ALL = """async () => {
  const root = document.querySelector('.graphlab').shadowRoot;
  const tried = new Set();
  for (;;) {
    const closed = [...root.querySelectorAll('.nodes > [aria-expanded=false]')].find(e => !tried.has(e.dataset.path));
    if (!closed || root.querySelector('[data-painter=canvas]')) return;
    tried.add(closed.dataset.path);
    closed.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    await new Promise(done => setTimeout(done, 300));
  }
}"""

PICTURES = {
    "first_graph": Picture(first_graph),
    "perceptron": Picture(perceptron),
    "canvas": Picture(wide, open_all),
}


def has_font() -> bool:
    """Whether this machine has the letters that the goldens are set in; others are wider or narrower."""
    try:
        found = subprocess.run(["fc-match", FONT], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    return FONT in found


def take(browser: Browser, picture: Picture, folder: Path) -> Image.Image:
    """Draws a picture in a page of its own, as `save_html` makes them, and takes a photo of it."""
    with tf.Graph().as_default() as graph:
        picture.build()
    file = folder / "picture.html"
    style = f':root {{ --jp-ui-font-family: "{FONT}"; {DARK if picture.dark else ""} }} h1, p {{ display: none }}'
    file.write_text(pages.page("golden", "", "", pages.picture(graph), style), encoding="utf-8")
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce")  # pyright: ignore[reportArgumentType]
    try:
        page = context.new_page()
        page.goto(file.as_uri())
        page.locator("[data-painter]").wait_for()
        picture.act(page)
        page.wait_for_timeout(SETTLED)
        return Image.open(io.BytesIO(page.locator(".frame").first.screenshot())).convert("RGB")
    finally:
        context.close()


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean and the largest difference of two pictures, of 255, after both were made soft."""
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
        for name in names or PICTURES:
            path = GOLDENS / f"{name}.png"
            taken = take(browser, PICTURES[name], Path(folder))
            taken.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
            print(f"{path} {path.stat().st_size // 1024} KB")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
