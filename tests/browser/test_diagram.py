"""The diagram of a graph in a real JupyterLab: what a reader sees and does."""

import json
import re

import pytest
from playwright.sync_api import Locator, expect

FIRST = """\
import graphlab as tf
x = tf.placeholder(tf.float32, [None, 3], name="x")
with tf.name_scope("hidden"):
    w = tf.Variable([0.0, 0.0, 0.0], name="w")
    shifted = tf.identity(x, name="shifted")
tf.get_default_graph()
"""
GROW = """\
with tf.name_scope("more"):
    y = tf.identity(shifted, name="y")
done = tf.group(y, name="done")
"""
SHOW = "tf.get_default_graph()"
MARKUP = "<img src=x onerror=document.title='broken'>"


def marked(*marks: str) -> re.Pattern:
    """Matches the classes of something that has all these marks."""
    return re.compile("".join(rf"(?=.*\b{mark}\b)" for mark in marks))


def node(output: Locator, path: str) -> Locator:
    """The node of this name in a diagram."""
    return output.locator(f'.node[data-path="{path}"]')


def item(node: Locator) -> Locator:
    """The part of a node that a screen reader meets."""
    return node.locator("[role=treeitem]")


def test_diagram_grows_as_later_cells_add_operations(open_notebook):
    notebook = open_notebook([FIRST, GROW])
    notebook.run(0)
    diagram = notebook.output(0)
    expect(node(diagram, "x")).to_be_visible()
    expect(diagram.locator(".node.added")).to_have_count(0)
    notebook.run(1)
    expect(node(diagram, "more/y")).to_be_visible()
    expect(diagram.locator(".news")).to_have_text("+2 new")
    expect(node(diagram, "more/y")).to_have_class(marked("op", "added"))
    expect(node(diagram, "x")).not_to_have_class(marked("added"))
    notebook.run(notebook.append("tf.no_op(name='last')"))
    expect(node(diagram, "last")).to_have_class(marked("group", "auxiliary", "added"))
    expect(diagram.locator(".news")).to_have_text("+1 new")


def test_all_outputs_of_a_graph_are_live(open_notebook):
    notebook = open_notebook([FIRST, SHOW, GROW, f"tf.no_op(name='last')\n{SHOW}"])
    for cell in (0, 1, 2):
        notebook.run(cell)
    for cell in (0, 1):
        expect(node(notebook.output(cell), "more/y")).to_be_visible()
    notebook.run(3)
    for cell in (0, 1, 3):
        expect(node(notebook.output(cell), "last")).to_be_visible()


def test_cells_that_run_in_one_go_leave_no_gap(open_notebook):
    notebook = open_notebook([FIRST, *(f"tf.no_op(name='n{i}')" for i in range(6))])
    notebook.execute("notebook:run-all-cells")
    # What comes in one piece may fold into a stack; the count shows that nothing is missing.
    expect(notebook.output(0).locator(".summary")).to_have_text("12 operations")


def test_a_scope_opens_by_its_arrow_or_a_double_click_and_a_click_shows_its_card(open_notebook):
    notebook = open_notebook([FIRST])
    notebook.run(0)
    diagram = notebook.output(0)
    scope = node(diagram, "hidden")
    expect(node(diagram, "hidden/shifted")).to_be_visible()  # a small graph shows itself
    scope.locator(".toggle").first.click()
    expect(node(diagram, "hidden/shifted")).to_have_count(0)
    expect(item(scope)).to_have_attribute("aria-expanded", "false")
    scope.click()
    card = diagram.locator(".details")
    expect(card.locator("h3")).to_have_text("hidden")
    expect(card.locator("dl")).to_contain_text("Parameters3Memory12 B")
    expect(card.get_by_role("button", name="x:0 float32 ?×3")).to_be_visible()
    expect(card.get_by_role("button", name="hidden/w float32")).to_be_visible()
    expect(item(scope)).to_have_attribute("aria-expanded", "false")
    scope.dblclick()
    expect(node(diagram, "hidden/shifted")).to_be_visible()
    card.get_by_role("button", name="Close", exact=True).click()
    expect(node(diagram, "hidden/shifted")).to_have_count(0)
    card.get_by_label("Close details").click()
    expect(card).to_have_count(0)


def test_a_press_on_a_card_that_grows_meanwhile_is_a_click(open_notebook, page):
    notebook = open_notebook([FIRST, GROW])
    notebook.run(0)
    diagram = notebook.output(0)
    node(diagram, "hidden/shifted").click()
    details = diagram.locator(".details")
    details.get_by_label("Close details").hover()
    page.mouse.down()
    notebook.run(1)
    expect(node(diagram, "more/y")).to_be_visible()
    page.mouse.up()
    expect(details).to_have_count(0)


def test_a_click_on_a_node_shows_all_about_it(open_notebook):
    notebook = open_notebook([FIRST, GROW])
    notebook.run_all()
    diagram = notebook.output(0)
    node(diagram, "hidden/shifted").click()
    details = diagram.locator(".details")
    for text in ("Identity", "hidden/shifted", "?×3", "float32", "not placed", "cell [1], line 5", "x:0", "more/y"):
        expect(details).to_contain_text(text)
    details.get_by_role("button", name="x:0").click()
    expect(details.locator("h3")).to_have_text("x")
    expect(details).to_contain_text("Placeholder")
    expect(details).to_contain_text("(?, 3)")  # the attribute `shape`
    details.get_by_label("Close details").click()
    expect(details).to_have_count(0)


SLOW = """() => {
    const post = window.promptly = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...sent) { setTimeout(() => post.apply(this, sent), 1500); };
}"""
PROMPT = "() => { Worker.prototype.postMessage = window.promptly; }"


def test_details_that_are_closed_while_the_graph_grows_stay_closed(open_notebook):
    notebook = open_notebook([FIRST, GROW])
    notebook.run(0)
    diagram = notebook.output(0)
    node(diagram, "hidden/shifted").click()
    details = diagram.locator(".details")
    expect(details).to_contain_text("Identity")
    notebook.page.evaluate(SLOW)
    try:
        notebook.run(1)
        node(diagram, "more/y").wait_for()  # the card is read again now
        details.get_by_label("Close details").click()
        notebook.page.wait_for_timeout(1500)
        expect(details).to_have_count(0)
    finally:
        notebook.page.evaluate(PROMPT)


def test_a_variable_shows_its_details_and_opens_by_its_arrow(open_notebook):
    notebook = open_notebook([FIRST])
    notebook.run(0)
    diagram = notebook.output(0)
    node(diagram, "hidden/w").locator(".shape").click()
    expect(diagram.locator(".details")).to_contain_text("VariableV2")
    expect(node(diagram, "hidden/w/Assign")).to_have_count(0)
    node(diagram, "hidden/w").locator(".toggle").click()
    expect(node(diagram, "hidden/w/Assign")).to_be_visible()


def test_fetches_show_what_a_run_executes(open_notebook):
    notebook = open_notebook([FIRST, GROW, "tf.get_default_graph().version"])
    notebook.run_all()
    diagram = notebook.output(0)
    total = int(notebook.run(2)[0]["data"]["text/plain"])
    diagram.get_by_role("button", name="Preview a run").click()
    diagram.get_by_role("combobox").fill("more")
    diagram.get_by_role("option", name="more/y").click()
    line = diagram.locator(".preview")
    expect(line.locator(".count")).to_have_text(f"runs 3 of {total}")
    expect(line.locator(".chip.must-be-fed")).to_have_text("x")
    expect(node(diagram, "more/y")).to_have_class(marked("op", "added", "runs", "fetched"))
    expect(node(diagram, "x")).to_have_class(marked("placeholder", "runs", "must-be-fed"))
    expect(node(diagram, "hidden/w")).to_have_class(marked("variable", "pruned"))
    diagram.get_by_role("combobox").fill("w/read")
    diagram.get_by_role("option", name="hidden/w/read").click()
    expect(line.locator(".chip.read")).to_have_text("hidden/w")
    expect(line.locator(".count")).to_have_text(f"runs 5 of {total}")
    diagram.get_by_role("combobox").press("Escape")
    line.get_by_role("button", name="Clear").click()
    expect(line).to_have_count(0)
    expect(diagram.locator(".pruned")).to_have_count(0)


def test_a_feed_cuts_the_run(open_notebook):
    notebook = open_notebook([FIRST, GROW])
    notebook.run_all()
    diagram = notebook.output(0)
    node(diagram, "more/y").click()
    diagram.locator(".details").get_by_role("button", name="Fetch", exact=True).click()
    expect(diagram.locator(".preview .count")).to_contain_text("runs 3 of")
    node(diagram, "hidden/shifted").click()
    diagram.locator(".details").get_by_role("button", name="Feed", exact=True).click()
    expect(diagram.locator(".preview .count")).to_contain_text("runs 1 of")
    expect(diagram.locator(".chip.must-be-fed")).to_have_count(0)


def test_keys_move_through_the_diagram_and_stay_in_it(open_notebook, page):
    notebook = open_notebook([FIRST])
    notebook.run(0)
    diagram = notebook.output(0)
    diagram.locator("svg.scene").focus()
    expect(diagram.locator(".node.current")).to_have_attribute("data-path", "x")
    page.keyboard.press("ArrowDown")
    expect(diagram.locator(".node.current")).to_have_attribute("data-path", "hidden")
    page.keyboard.press("Enter")
    expect(item(node(diagram, "hidden"))).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(diagram.locator(".details")).to_contain_text("Placeholder")
    page.keyboard.press("Escape")
    expect(diagram.locator(".details")).to_have_count(0)
    # In a notebook `b` adds a cell below and `x` cuts one; in the diagram `x` makes a node auxiliary.
    page.keyboard.press("b")
    page.keyboard.press("x")
    expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(1)
    page.keyboard.press("/")
    page.keyboard.type("shifted")
    expect(diagram.get_by_role("option")).to_have_count(1)


def test_wheel_scrolls_the_page_and_zooms_only_with_ctrl(open_notebook, page):
    notebook = open_notebook([FIRST])
    notebook.run(0)
    drawing = notebook.output(0).locator("g.drawing")
    node(notebook.output(0), "x").hover()
    before = drawing.get_attribute("transform")
    page.mouse.wheel(0, 240)
    expect(notebook.output(0).locator(".hint.shown")).to_be_visible()
    assert drawing.get_attribute("transform") == before
    node(notebook.output(0), "x").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    expect(drawing).not_to_have_attribute("transform", before)


def test_diagram_follows_the_theme(open_notebook):
    notebook = open_notebook([FIRST], theme="dark")
    notebook.run(0)
    host = notebook.output(0).locator(".graphlab")
    expect(host).to_have_attribute("data-dark", "")
    notebook.theme("light")
    expect(host).not_to_have_attribute("data-dark", "")


@pytest.mark.own_page
def test_saved_notebook_shows_its_graphs_without_their_kernel(open_notebook, lab):
    notebook = open_notebook([FIRST, GROW])
    notebook.run_all()
    expect(node(notebook.output(0), "more/y")).to_be_visible()
    notebook.save()
    for session in lab.request("GET", "sessions"):
        lab.request("DELETE", f"sessions/{session['id']}")
    notebook.reload()
    diagram = notebook.output(0)
    # What grew after the output was made is saved with it, and all of it still answers.
    expect(node(diagram, "more/y")).to_be_visible()
    node(diagram, "more/y").click()
    expect(diagram.locator(".details")).to_contain_text("cell [2], line 2")


def test_saved_output_stays_small_and_says_what_it_shows(open_notebook):
    notebook = open_notebook([FIRST, GROW])
    notebook.run_all()
    expect(node(notebook.output(0), "more/y")).to_be_visible()
    notebook.save()
    output = json.loads(notebook.path.read_text())["cells"][0]["outputs"][0]["data"]
    assert "Placeholder float32 ?×3" in "".join(output["text/plain"])
    assert len(json.dumps(output)) < 30_000


@pytest.mark.own_page
def test_page_reload_keeps_the_diagram_live(open_notebook):
    notebook = open_notebook([FIRST, GROW])
    notebook.run(0)
    expect(node(notebook.output(0), "x")).to_be_visible()
    notebook.save()
    notebook.reload()
    expect(notebook.output(0).locator(".frame[data-live]")).to_be_visible()
    notebook.run(1)
    expect(node(notebook.output(0), "more/y")).to_be_visible()


def test_kernel_restart_leaves_the_diagram_and_a_new_run_makes_a_live_one(open_notebook):
    notebook = open_notebook([FIRST, GROW])
    notebook.run_all()
    expect(node(notebook.output(0), "more/y")).to_be_visible()
    gone = notebook.output(0).get_by_text("The kernel no longer has this graph")
    expect(gone).to_have_count(0)
    notebook.restart()
    expect(node(notebook.output(0), "more/y")).to_be_visible()
    expect(gone).to_be_visible()
    notebook.run(0)
    expect(gone).to_have_count(0)
    expect(node(notebook.output(0), "more/y")).to_have_count(0)
    notebook.run(1)
    expect(node(notebook.output(0), "more/y")).to_be_visible()


def test_names_are_text(open_notebook, page):
    source = f"""
import graphlab as tf
tf.get_default_graph().create_op("NoOp", [], [], name="plain")
tf.get_default_graph().get_operations()[0]._name = {MARKUP!r}
tf.get_default_graph()
"""
    notebook = open_notebook([source])
    notebook.run(0)
    diagram = notebook.output(0)
    expect(diagram.locator(".node .name").first).to_contain_text("<img")
    diagram.locator(".node").first.click()
    expect(diagram.locator(".details h3")).to_contain_text("<img")
    diagram.locator(".details").get_by_role("button", name="Fetch", exact=True).click()
    diagram.get_by_role("button", name="Preview a run").click()
    expect(diagram.locator(".menu li .name").first).to_contain_text("<img")
    expect(diagram.locator("img")).to_have_count(0)
    assert page.title() != "broken"


def test_diagram_works_as_a_plain_widget_without_our_extension(open_notebook):
    """As in VS Code or Colab: only the widget's own type is there, and the app comes from the kernel."""
    show = """
from IPython.display import display
from graphlab._src.viz.show import Diagram
for diagram in (Diagram(depth=0), Diagram()):
    data, _ = diagram._repr_mimebundle_()
    display({"application/vnd.jupyter.widget-view+json": data["application/vnd.jupyter.widget-view+json"]}, raw=True)
"""
    notebook = open_notebook([FIRST.replace("tf.get_default_graph()", ""), show, GROW])
    notebook.run_all()
    closed, diagram = (notebook.output(1).locator(".jp-OutputArea-child").nth(i) for i in (0, 1))
    expect(item(node(closed, "hidden"))).to_have_attribute("aria-expanded", "false")
    expect(node(diagram, "hidden/shifted")).to_be_visible()
    expect(node(diagram, "more/y")).to_be_visible()
    notebook.run(notebook.append("tf.no_op(name='last')"))
    expect(node(diagram, "last")).to_be_visible()


@pytest.mark.own_page
def test_page_that_forbids_workers_gets_its_diagram(open_notebook, page):
    page.add_init_script("""
        const { Worker } = window;
        window.Worker = class extends Worker {
          constructor(url, options) {
            if (String(url).startsWith('blob:')) throw new Error('forbidden');
            super(url, options);
          }
        };
    """)
    notebook = open_notebook([FIRST])
    notebook.run(0)
    expect(node(notebook.output(0), "hidden/shifted")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_their_ground(open_notebook, theme):
    """WCAG's contrast of at least 4.5 for what has to be read."""
    notebook = open_notebook([FIRST], theme=theme)
    notebook.run(0)
    diagram = notebook.output(0)
    expect(node(diagram, "x")).to_be_visible()
    for selector in (".placeholder .name", ".placeholder .note", ".op .name", ".variable .note", ".label"):
        assert diagram.locator(selector).first.evaluate(CONTRAST) >= 4.5, selector


# Against the diagram's ground: fills are tints of it.
CONTRAST = """text => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const paint = color => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = rgb => rgb
    .map(value => value / 255)
    .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const shape = text.parentElement.querySelector('.shape');
  paint(getComputedStyle(text.closest('svg').closest('.frame')).backgroundColor);
  const ground = luminance(paint(shape ? getComputedStyle(shape).fill : 'transparent'));
  const ink = luminance(paint(getComputedStyle(text).fill));
  return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
}"""
