"""The drawing itself, in a page without JupyterLab: canvas, keys, touch, map, and what a screen reader meets."""

import base64
import re

import pytest
from playwright.sync_api import expect

import graphlab as tf
from graphlab._src.cli import file_contents, graph_page
from graphlab._src.viz import protocol
from graphlab._src.viz.renderer import STATIC
from tests.browser import screenshots

PHONE = {"has_touch": True, "viewport": {"width": 480, "height": 640}}


@pytest.fixture
def draw(browser, tmp_path):
    """Opens the diagram of the graph that a function builds; the arguments are those of `open_diagram`."""
    opened = []

    def open_one(build, **options):
        opened.append(screenshots.open_diagram(browser, build, tmp_path, **options))
        return opened[-1].__enter__()

    yield open_one
    for one in opened:
        one.__exit__(None, None, None)


def current(page):
    """The node that the keys are at, as a screen reader finds it."""
    return page.locator(f"#{page.locator('svg.scene').get_attribute('aria-activedescendant')}")


def camera(page):
    """Where the drawing is and how large it is."""
    return page.locator("g.drawing").get_attribute("transform")


def zoom(page):
    return float(camera(page).partition("scale(")[2].rstrip(")"))


@pytest.mark.parametrize("depth", [0, 2], ids=["svg", "canvas"])
def test_keys_move_through_svg_and_canvas(draw, depth):
    page = draw(screenshots.scopes, depth=depth)
    expect(page.locator("[data-painter]")).to_have_attribute("data-painter", "canvas" if depth else "svg")
    page.locator("svg.scene").focus()
    page.keyboard.press("Home")
    expect(current(page)).to_have_attribute(
        "aria-label", "placeholder x, float32 ?×8, to left, middle, right and beside"
    )
    expect(current(page)).to_have_attribute("aria-level", "1")
    page.keyboard.press("ArrowDown")
    scope = current(page).locator("..").get_attribute("data-path")
    expect(current(page)).to_have_attribute("aria-expanded", "true" if depth else "false")
    page.keyboard.press("Enter")
    expect(current(page)).to_have_attribute("aria-expanded", "false" if depth else "true")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".details h3")).to_have_text("x")
    page.keyboard.press("Escape")
    expect(page.locator(".details")).to_have_count(0)
    assert scope in ("left", "middle", "right", "beside")


def test_a_node_on_the_canvas_answers_to_the_mouse(draw):
    page = draw(screenshots.scopes, depth=2)
    # The keys say where a node is; the mouse goes there.
    page.locator("svg.scene").focus()
    for key in ("Home", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    box = current(page).bounding_box()
    path = current(page).locator("..").get_attribute("data-path")
    page.keyboard.press("Home")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".tip strong")).to_have_text(path)
    assert page.locator(".edge.followed").count() >= 2
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".details h3")).to_contain_text(path.rpartition("/")[2])


def test_tab_moves_through_the_diagram_and_out_of_it(draw):
    page = draw(screenshots.first_graph)
    page.evaluate("document.body.append(Object.assign(document.createElement('button'), { id: 'after' }))")
    page.locator("svg.scene").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "after"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and mouse")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys and mouse")).to_be_hidden()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")


def test_the_map_gives_way_where_it_would_cover_nodes_and_goes_elsewhere(draw):
    page = draw(screenshots.scopes, depth=2)
    minimap = page.get_by_role("img", name="Overview of the graph")
    expect(minimap).to_be_hidden()
    page.locator("svg.scene").focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(minimap).to_be_visible()
    before = camera(page)
    box = minimap.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.5)
    assert camera(page) != before
    screenshots.fit(page)
    expect(minimap).to_be_hidden()


@pytest.mark.parametrize(("page_height", "height"), [(720, 600), (1000, 750)])
def test_a_tall_diagram_takes_more_of_a_tall_page(draw, page_height, height):
    page = draw(screenshots.scopes, depth=2, viewport={"width": 1400, "height": page_height})
    assert page.locator(".window").bounding_box()["height"] == height


def test_a_failed_node_looks_other_than_a_new_one(draw):
    page = draw(screenshots.first_graph)
    looks = {}
    for mark in ("added", "failed", "on-path"):
        page.evaluate(f"{ROOT}.querySelector('.node.op').classList.add('{mark}')")
        looks[mark] = page.evaluate(STROKE)
        page.evaluate(f"{ROOT}.querySelector('.node.op').classList.remove('{mark}')")
    red, _, blue = map(int, re.findall(r"\d+", looks["added"]["color"])[:3])
    assert blue > red, "what is new is not red"
    for mark in ("failed", "on-path"):
        red, _, blue = map(int, re.findall(r"\d+", looks[mark]["color"])[:3])
        assert red > 2 * blue
    assert looks["on-path"]["dash"] != "none" == looks["added"]["dash"] == looks["failed"]["dash"]


def test_the_diagram_is_maximized_until_escape(draw):
    page = draw(screenshots.first_graph)
    frame = page.locator(".frame").first
    low = frame.bounding_box()["height"]
    page.get_by_role("button", name="Maximize").click()
    assert frame.bounding_box()["height"] == screenshots.SIZE["height"] - 16
    page.keyboard.press("Escape")
    assert frame.bounding_box()["height"] == low


def test_two_fingers_zoom_and_one_scrolls_the_page(draw):
    page = draw(screenshots.first_graph, **PHONE)
    box = page.locator("svg.scene").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    before = zoom(page)
    fingers("touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 60, 90):
        fingers("touchMove", (x - apart, y), (x + apart, y))
    fingers("touchEnd")
    assert zoom(page) == pytest.approx(3 * before, rel=0.1)
    assert page.locator("svg.scene").evaluate("scene => getComputedStyle(scene).touchAction") == "pan-x pan-y"
    page.locator("svg.scene").focus()
    assert page.locator("svg.scene").evaluate("scene => getComputedStyle(scene).touchAction") == "none"


def test_the_legend_shows_what_shapes_and_lines_mean(draw):
    page = draw(screenshots.perceptron)
    page.get_by_role("button", name="Legend").click()
    legend = page.get_by_role("dialog", name="Legend")
    expect(legend).to_be_focused()
    for meaning in ("variable: its value", "placeholder: its value", "stack: isomorphic", "control dependency", "both"):
        expect(legend.get_by_text(meaning)).to_be_visible()
    # The samples are drawn by the diagram's own code and style.
    color = "element => getComputedStyle(element).stroke"
    drawn = page.locator(".nodes .node.placeholder .shape").first
    assert legend.locator(".placeholder .shape").first.evaluate(color) == drawn.evaluate(color)
    page.keyboard.press("Escape")
    expect(legend).to_be_hidden()
    page.keyboard.press("l")
    expect(legend).to_be_visible()


def test_a_zoomed_view_names_the_scopes_around_it(draw):
    page = draw(screenshots.scopes, depth=2)
    path = page.get_by_role("group", name="Scopes around the view")
    expect(path).to_be_hidden()
    page.locator("svg.scene").focus()
    for key in ("Home", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    inner = current(page).locator("..").get_attribute("data-path").rpartition("/")[0]
    page.keyboard.press("z")
    for _ in range(4):
        page.keyboard.press("+")
    expect(path.get_by_role("button")).to_have_text(["Graph", *inner.split("/")])
    path.get_by_role("button").last.click()
    expect(page.locator("svg.scene")).to_be_focused()
    assert current(page).locator("..").get_attribute("data-path") == inner
    path.get_by_role("button", name="Graph").click()
    expect(path).to_be_hidden()


def test_colours_may_be_chosen_before_the_first_sight(draw):
    page = draw(screenshots.layers, color_by="structure")
    expect(page.get_by_role("button", name="Colour: Structure")).to_be_visible()
    expect(page.locator(".node.stack.tinted")).to_have_count(1)


def test_in_a_narrow_panel_cards_are_beneath_the_drawing_and_menus_within_it(draw):
    page = draw(screenshots.perceptron, viewport={"width": 290, "height": 800})
    node = screenshots.node(page, "logits")
    node.click()
    card = page.locator(".details")
    expect(card.locator("h3")).to_have_text("logits")
    frame, below = page.locator(".frame").first.bounding_box(), card.bounding_box()
    assert below["width"] >= frame["width"] - 4
    page.wait_for_function(SEEN, arg="logits")
    page.get_by_role("button", name="Colour by").click()
    menu = page.get_by_role("menu", name="Colour by").bounding_box()
    assert menu["x"] >= frame["x"] and menu["x"] + menu["width"] <= frame["x"] + frame["width"]


# Whether a node is in the part of the window that nothing covers.
SEEN = """path => {
  const root = document.querySelector('.graphlab').shadowRoot;
  const { x, y, width, height } = root.querySelector(`.node[data-path="${path}"] > .shape`).getBoundingClientRect();
  return root.elementFromPoint(x + width / 2, y + height / 2)?.closest('.node')?.dataset.path === path;
}"""


def test_shapes_read_from_left_to_right_in_a_page_that_does_not(draw):
    page = draw(screenshots.perceptron)
    page.evaluate("document.documentElement.dir = 'rtl'")
    label = page.locator(".labels .label", has_text="?×784").first
    assert label.evaluate("text => text.getStartPositionOfChar(0).x < text.getStartPositionOfChar(3).x")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_word_can_be_read(draw, dark):
    """WCAG's contrast of at least 4.5 for each sort of text against its background."""
    page = draw(screenshots.perceptron, dark=dark)
    page.locator(".node.scope .toggle").first.click()
    worst = page.evaluate(CONTRASTS)
    assert len(worst) >= 8
    assert {what: ratio for what, ratio in worst.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nodes_that_a_preview_fades_can_be_read(draw, dark):
    page = draw(screenshots.first_graph, dark=dark)
    screenshots.preview(page)
    expect(page.locator(".node.pruned")).to_have_count(3)
    worst = page.evaluate(CONTRASTS)
    assert {what: ratio for what, ratio in worst.items() if ratio < 4.5 and "label" not in what} == {}


# The least contrast of each class of text; its ground is its own shape's, else the diagram's.
CONTRASTS = """() => {
  const root = document.querySelector('.graphlab').shadowRoot;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const paint = color => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = rgb => rgb
    .map(value => value / 255)
    .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const least = {};
  for (const text of root.querySelectorAll('.scene text')) {
    const shape = text.parentElement.querySelector(':scope > .shape, :scope > rect');
    const back = paint(getComputedStyle(root.querySelector('.frame')).backgroundColor);
    const ground = luminance(paint(shape ? getComputedStyle(shape).fill : 'transparent'));
    let opacity = 1;
    for (let at = text; at.closest('.scene'); at = at.parentElement) opacity *= getComputedStyle(at).opacity;
    const fill = paint(getComputedStyle(text).fill);
    const ink = luminance(fill.map((value, i) => value * opacity + back[i] * (1 - opacity)));
    const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    const kind = text.closest('.node')?.getAttribute('class').split(' ')[1] ?? '';
    const what = `${kind} ${text.getAttribute('class') ?? text.parentElement.getAttribute('class')}`;
    least[what] = Math.min(least[what] ?? 99, ratio);
  }
  return least;
}"""


def test_no_text_is_small_when_all_is_fitted_in_and_no_name_is_missing(draw):
    page = draw(screenshots.perceptron, depth=2, viewport={"width": 1280, "height": 720})
    screenshots.fit(page)
    assert zoom(page) < 0.8
    assert page.evaluate(SMALLEST_TEXT) >= 11
    nodes = ".node:not(.open, .rest)"
    expect(page.locator(f"{nodes} > .name:visible")).to_have_count(page.locator(nodes).count())


SMALLEST_TEXT = """() => Math.min(...[...document.querySelector('.graphlab').shadowRoot.querySelectorAll('.scene text')]
  .filter(text => text.checkVisibility() && text.getBBox().width)
  .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


def test_text_fits_its_boxes_where_the_font_is_known_late(draw):
    page = draw(screenshots.perceptron)
    page.evaluate(DRAW_OFF_THE_PAGE)
    page.evaluate("document.body.append(detached)")
    page.wait_for_function(TEXT_FITS)
    narrow = page.evaluate(WIDTH)
    page.evaluate("document.fonts.add(new FontFace('Late', 'local(\"DejaVu Sans Mono\")'))")
    page.wait_for_function(f"{WIDTH} > {narrow}")
    assert page.evaluate(TEXT_FITS)


DRAW_OFF_THE_PAGE = """async () => {
  globalThis.detached = document.createElement('div');
  detached.style.setProperty('--jp-ui-font-family', 'Late, "DejaVu Sans Condensed", sans-serif');
  const hub = Object.getOwnPropertySymbols(globalThis).find(key => globalThis[key]?.app);
  const { show } = await globalThis[hub].app;
  show(detached, JSON.parse(document.getElementById('source').textContent));
  document.getElementById('graph').remove();
  while (!detached.firstChild.shadowRoot.querySelector('[data-painter]')) await new Promise(requestAnimationFrame);
}"""
STROKE = """() => {
  const node = document.querySelector('.graphlab').shadowRoot.querySelector('.node.op > .shape');
  const { stroke, strokeDasharray } = getComputedStyle(node);
  return { color: stroke, dash: strokeDasharray };
}"""
ROOT = "document.querySelector('.graphlab').shadowRoot"
WIDTH = f"{ROOT}.querySelector('.node .shape').getBBox().width"
TEXT_FITS = f"""() => [...{ROOT}.querySelectorAll('.node:not(.open)')].every(node => {{
  const shape = node.querySelector('.shape').getBBox();
  return [...node.querySelectorAll('.name, .note')].every(text => text.getBBox().width < shape.width);
}})"""


def test_the_page_of_a_file_is_its_diagram(page, tmp_path):
    with tf.Graph().as_default() as graph:
        screenshots.perceptron()
    (tmp_path / "model.pb").write_bytes(graph.as_graph_def().SerializeToString())
    html = graph_page.page(file_contents.read(str(tmp_path / "model.pb")))
    (tmp_path / "model.html").write_text(html, encoding="utf-8")
    page.goto((tmp_path / "model.html").as_uri())
    page.locator("[data-painter]").wait_for()
    assert page.locator(".frame").first.bounding_box()["height"] > 0.88 * page.viewport_size["height"]
    expect(page.locator("summary").first).to_be_in_viewport()


# Two diagrams of a graph, the first one far below the window; the order in which they show what a kernel adds to it.
GROW_TWO = """async ([app, hub, whole, piece, path]) => {
  const { show } = await import(URL.createObjectURL(new Blob([app], { type: 'text/javascript' })));
  const listeners = [];
  const transport = { send() {}, listen: (hear) => (listeners.push(hear), () => {}) };
  globalThis[Symbol.for(hub)].transports.set('two', transport);
  const roots = ['5000px', '0'].map((top) => {
    const element = document.body.appendChild(document.createElement('div'));
    Object.assign(element.style, { position: 'absolute', top, width: '600px' });
    show(element, { graph: 'two', chunks: [whole] });
    return element.querySelector('.graphlab').shadowRoot;
  });
  const frames = async (done) => { while (!done()) await new Promise(requestAnimationFrame); };
  await frames(() => listeners.length === 2 && roots.every((root) => root.querySelector('.node')));
  await new Promise((resolve) => new IntersectionObserver(resolve).observe(roots[0].host));
  const order = [];
  const look = () => roots.forEach((root, i) => {
    if (root.querySelector(`.node[data-path="${path}"]`) && !order.includes(i)) order.push(i);
  });
  for (const root of roots) new MutationObserver(look).observe(root, { subtree: true, childList: true });
  for (const hear of listeners) hear({ type: 'piece', bytes: piece });
  await frames(() => order.length === 2);
  return order;
}"""


def test_a_diagram_in_sight_shows_a_change_before_those_that_are_not(page):
    with tf.Graph().as_default() as graph:
        first = tf.identity(tf.constant([1.0], name="x"), name="first")
        whole, cursor = protocol.packed(graph), len(graph.log)
        tf.identity(first, name="added")
    pieces = [base64.b64encode(piece).decode() for piece in (whole, protocol.packed(graph, cursor))]
    app, hub = (STATIC / "app.js").read_text(encoding="utf-8"), f"graphlab {protocol.VERSION}"
    assert page.evaluate(GROW_TWO, [app, hub, *pieces, "added"]) == [1, 0]


# Shows a graph `count` times in the same place, as a cell that runs again and again does: every other time its output is
# replaced while the engine arranges it. Returns how many diagrams still listen to the kernel.
REPLACE = """async ([app, hub, chunk, count]) => {
  window.app ??= import(URL.createObjectURL(new Blob([app], { type: 'text/javascript' })));
  const { show } = await window.app;
  window.listeners ??= new Set();
  let asked = () => {};
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (call, ...rest) {
    postMessage.call(this, call, ...rest);
    if (call.method === 'take') asked();
  };
  const listen = (hear) => (window.listeners.add(hear), () => window.listeners.delete(hear));
  globalThis[Symbol.for(hub)].transports.set('again', { send() {}, listen });
  for (let i = 0; i < count; i++) {
    const element = document.body.appendChild(document.createElement('div'));
    const arranging = new Promise((resolve) => { asked = resolve; });
    const remove = show(element, { graph: 'again', chunks: [chunk], save() {} });
    const { shadowRoot } = element.querySelector('.graphlab');
    await arranging;
    while (i % 2 && !shadowRoot.querySelector('.node')) await new Promise(requestAnimationFrame);
    remove();
    element.remove();
  }
  Worker.prototype.postMessage = postMessage;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return window.listeners.size;
}"""


def test_diagrams_that_are_replaced_leave_nothing_in_the_page(page):
    with tf.Graph().as_default() as graph:
        tf.identity(tf.constant([1.0], name="x"), name="y")
    app, hub = (STATIC / "app.js").read_text(encoding="utf-8"), f"graphlab {protocol.VERSION}"
    chunk = base64.b64encode(protocol.packed(graph)).decode()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def nodes_after(count):
        assert page.evaluate(REPLACE, [app, hub, chunk, count]) == 0
        devtools.send("HeapProfiler.collectGarbage")
        return next(
            one["value"] for one in devtools.send("Performance.getMetrics")["metrics"] if one["name"] == "Nodes"
        )

    before = nodes_after(4)
    assert nodes_after(30) - before < 100  # a diagram has hundreds
