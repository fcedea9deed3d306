"""Building in the diagram: tensors are selected, something is applied to them, and the line is in the notebook and has run."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CELLS
from tests.browser.test_diagram import marked, node
from tests.browser.test_panel import open_panel

MAGIC = "%%graph\nx = tf.placeholder(tf.float32, [None, 4], name='x')\na, b = tf.split(x, 2, axis=1, name='parts')"
NAMES = "print([op.name for op in tf.get_default_graph().get_operations()])"


class Builder:
    """A diagram in a cell's output, in which a graph is built by the keyboard."""

    def __init__(self, notebook, cell):
        self.notebook, self.page = notebook, notebook.page
        self.enter(notebook.output(cell))

    def enter(self, diagram):
        """Goes on in this diagram."""
        self.diagram = diagram
        self.palette = self.diagram.get_by_role("dialog", name="Apply")
        self.form = self.palette.locator("form")
        self.line = self.form.locator(".line-of-code")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, query, shapes=True):
        """Chooses the first entry that is found, with the palette open; shapes: it makes something of the graph."""
        expect(self.palette.get_by_role("combobox", name="What to apply")).to_be_focused()
        self.page.keyboard.type(query)
        first = self.palette.get_by_role("option").first
        expect(first).to_contain_text(query)
        if shapes:
            expect(first.locator(".shapes")).not_to_be_empty()  # the kernel has answered
        expect(first).not_to_have_attribute("aria-disabled", "true")
        self.press("Enter")
        expect(self.form).to_be_visible()

    def add(self, code):
        """Adds the line of the form, which says this code."""
        expect(self.line).to_have_text(code)
        self.press("Enter")
        expect(self.palette).to_be_hidden()

    def placeholder(self, name, shape, tf):
        """Adds a placeholder, with the palette open."""
        self.choose("placeholder", shapes=False)
        self.press(*["ArrowDown"] * (4 if tf == "tf.int64" else 0), "Tab")
        self.type(shape)
        self.press("Tab")
        self.type(name)
        self.add(f'{name} = tf.placeholder({tf}, {shape}, name="{name}")')

    def loss(self, labels, logits):
        """Adds labels, with the palette open, and the loss of these and of the logits, a tensor of the layer `dense`."""
        self.placeholder(labels, "[None]", tf="tf.int64")
        self.selects(f"{labels} int64 [?]")
        # The logits, which are found and selected beside these.
        self.find("dense/BiasAdd")
        self.selects(f"{labels} int64 [?]", logits)
        self.press("a")
        self.choose("sparse_softmax_cross_entropy")
        self.add(f"loss = tf.losses.sparse_softmax_cross_entropy(labels={labels}, logits=dense)")
        self.selects("sparse_softmax_cross_entropy_loss/value float32 scalar")

    def find(self, name):
        """Selects this operation too."""
        self.press("/")
        self.type(name)
        expect(self.diagram.get_by_role("option").first).to_contain_text(name)
        self.press("Enter")
        expect(self.diagram.locator(".details")).to_contain_text(name)
        self.press("Escape", "Escape", "Shift+Enter")

    def type(self, text):
        """Writes into the field with the focus, in place of what it begins with."""
        self.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def selects(self, *tensors):
        chips = self.diagram.get_by_role("group", name="Selected tensors").locator(".chip")
        expect(chips).to_have_text(list(tensors))
        expect(self.diagram.locator("svg.scene[role='tree']")).to_be_focused()


def sources(notebook):
    return [cell["source"] for cell in notebook.cells()]


def test_a_network_is_built_from_an_empty_notebook_by_keyboard(open_notebook, page):
    notebook = open_notebook([""])
    notebook.execute("graphlab:new-graph")
    builder = Builder(notebook, 0)
    builder.placeholder("images", "[None, 784]", tf="tf.float32")
    builder.selects("images float32 ?×784")
    builder.press("a")
    builder.choose("dense")
    builder.type("10")
    builder.add("dense = tf.layers.dense(images, units=10)")
    builder.selects("dense/BiasAdd float32 ?×10")
    expect(node(builder.diagram, "dense")).to_have_class(marked("selected"))  # the layer, which is closed
    # A source, whatever is selected.
    builder.press("a")
    builder.loss("labels", logits="dense/BiasAdd float32 ?×10")
    built = sources(notebook)
    assert built[0] == "import graphlab as tf\n\ntf.show()"
    assert len(built) == 5
    # The notebook's own undo removes the last line, and only that.
    notebook.execute("notebook:undo-cell-action")
    assert sources(notebook) == built[:-1]
    notebook.execute("notebook:redo-cell-action")
    assert sources(notebook) == built
    # Run from the top it is the same graph.
    last = notebook.append(NAMES)
    names = notebook.run(last)[0]["text"]
    assert "sparse_softmax_cross_entropy_loss/value" in names
    notebook.restart()
    notebook.run_all()
    assert notebook.cells()[last]["outputs"][0]["text"] == names


@pytest.mark.slow
def test_a_convolutional_network_that_trains_is_built_without_typing_code(open_notebook, page):
    notebook = open_notebook([""])
    notebook.execute("graphlab:new-graph")
    builder = Builder(notebook, 0)
    builder.choose("stripes", shapes=False)
    expect(builder.line).to_contain_text("images = ")
    builder.press("Enter")
    expect(builder.palette).to_be_hidden()
    builder.press("a")
    builder.placeholder("x", "[None, 8, 8, 1]", tf="tf.float32")
    builder.selects("x float32 ?×8×8×1")
    for query, units, tensor in [
        ("conv2d", "", "conv2d/BiasAdd float32 ?×6×6×32"),
        ("max_pooling2d", "", "max_pooling2d/MaxPool float32 ?×3×3×32"),
        ("flatten", "", "flatten/Reshape float32 ?×288"),
        ("dense", "2", "dense/BiasAdd float32 ?×2"),
    ]:
        builder.press("a")
        builder.choose(query)
        if units:
            builder.type(units)
        expect(builder.form.locator(".result")).to_contain_text(tensor.partition(" ")[2])
        builder.press("Enter")
        builder.selects(tensor)
    builder.press("Escape", "a")
    builder.loss("y", logits="dense/BiasAdd float32 ?×2")
    builder.press("a")
    builder.choose("AdamOptimizer")
    builder.add("train_op = tf.train.AdamOptimizer().minimize(loss)")
    builder.selects("Adam operation")
    builder.press("Escape", "a")
    builder.choose("Session", shapes=False)
    builder.add("session = tf.Session()\nsession.run(tf.global_variables_initializer())")
    builder.find("Adam")
    builder.find("sparse_softmax_cross_entropy_loss/value")
    builder.selects("Adam operation", "sparse_softmax_cross_entropy_loss/value float32 scalar")
    builder.press("a")
    builder.choose("training loop", shapes=False)
    builder.add(
        "for step in range(1000):\n    _, loss_value = session.run([train_op, loss], {x: images, y: labels})\n"
        "    if step % 100 == 0:\n        print(step, loss_value)"
    )
    notebook.wait_for(f"panel => ({CELLS})(panel).at(-1).outputs.some(({{ text }}) => text?.includes('900 '))")
    printed = "".join(output.get("text", "") for output in notebook.cells()[-1]["outputs"])
    losses = [float(line.split()[1]) for line in printed.splitlines()]
    assert losses[-1] < 0.1 < losses[0]


def test_the_line_goes_into_the_cell_that_makes_its_graph(open_notebook, page):
    notebook = open_notebook(["import graphlab as tf", MAGIC, "after = 1"])
    notebook.run(0)
    notebook.run(1)
    builder = Builder(notebook, 1)
    # Of several outputs one is chosen.
    node(builder.diagram, "parts").locator("> .shape").click(modifiers=["Shift"])
    menu = builder.diagram.get_by_role("menu", name="Which output")
    expect(menu.get_by_role("menuitemradio")).to_have_count(3)
    builder.press("ArrowDown", "Enter")
    builder.selects("parts:1 float32 ?×2")
    expect(node(builder.diagram, "parts")).to_have_class(marked("selected"))
    builder.press("a")
    builder.choose("relu")
    builder.add("relu = tf.nn.relu(b)")
    builder.selects("Relu float32 ?×2")
    assert sources(notebook) == ["import graphlab as tf", f"{MAGIC}\nrelu = tf.nn.relu(b)", "after = 1"]
    # A line's tensor, and a node of which nothing else is selected.
    builder.press("Escape")
    edge = builder.diagram.locator('.edge[data-from="parts"] .hit')
    edge.dispatch_event("click", {"bubbles": True})
    builder_chips = builder.diagram.get_by_role("group", name="Selected tensors").locator(".chip")
    expect(builder_chips).to_have_text(["parts:1 float32 ?×2"])
    node(builder.diagram, "x").locator("> .shape").click()
    expect(builder_chips).to_have_count(0)
    builder.diagram.locator(".details").get_by_role("button", name="Apply…").click()
    builder.choose("tanh")
    builder.add("tanh = tf.nn.tanh(x)")
    expect(node(builder.diagram, "Tanh")).to_be_visible()
    # The cell's own undo removes one line.
    page.locator(".jp-Cell[data-windowed-list-index='1'] .cm-content").click()
    page.keyboard.press("ControlOrMeta+z")
    assert sources(notebook)[1] == f"{MAGIC}\nrelu = tf.nn.relu(b)"


def test_what_does_not_fit_says_why_and_a_wrong_argument_is_marked(open_notebook, page):
    notebook = open_notebook(["import graphlab as tf\nx = tf.placeholder(tf.string, [None], name='x')\nx.graph", "1/0"])
    notebook.run(0)
    builder = Builder(notebook, 0)
    node(builder.diagram, "x").locator("> .shape").click()
    builder.press("a")
    page.keyboard.type("tf.nn.relu")
    option = builder.palette.get_by_role("option", name="relu tf.nn.relu", exact=False).first
    expect(option).to_have_attribute("aria-disabled", "true")
    reason = option.locator(".why").text_content()
    assert reason
    builder.press("Enter")
    expect(builder.palette.get_by_role("status").first).to_contain_text(reason)
    builder.press("Escape")
    expect(builder.palette).to_be_hidden()
    # The field at fault, and nothing is written.
    builder.press("Escape", "Escape", "a")
    builder.choose("placeholder")
    builder.press("Tab")
    builder.type("[None, three]")
    field = builder.form.get_by_label("shape")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(builder.line).to_be_empty()
    builder.press("Enter")
    expect(field).to_be_focused()
    expect(builder.form.locator(".field .fault:visible")).to_contain_text("three")
    builder.type("[None, 3]")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    assert len(sources(notebook)) == 2
    # Esc leads back to the list and out, as it was.
    builder.press("Escape")
    expect(builder.palette.get_by_role("combobox", name="What to apply")).to_be_focused()
    builder.press("Escape")
    expect(builder.diagram.locator("svg.scene[role='tree']")).to_be_focused()


def test_the_panel_begins_a_graph_and_builds_below_the_last_line(open_notebook, page):
    notebook = open_notebook(["", "later = 1"])
    panel = open_panel(notebook)
    panel.get_by_role("button", name="Build a graph").click()
    builder = Builder(notebook, 0)
    builder.choose("placeholder")
    builder.add("x = tf.placeholder(tf.float32, [None, 784])")
    expect(panel.get_by_role("button", name="Build a graph")).to_be_hidden()
    # The same in the diagram of the panel: its lines go below the last one.
    builder.enter(panel)
    node(panel, "Placeholder").locator("> .shape").click()
    for code in ("relu = tf.nn.relu(x)", "relu_1 = tf.nn.relu(relu)"):
        builder.press("a")
        builder.choose("relu")
        builder.add(code)
    builder.selects("Relu_1 float32 ?×784")
    lines = ["x = tf.placeholder(tf.float32, [None, 784])", "relu = tf.nn.relu(x)", "relu_1 = tf.nn.relu(relu)"]
    assert sources(notebook)[1:] == [*lines, "later = 1"]


@pytest.mark.own_page
def test_elsewhere_the_line_is_copied(open_notebook, page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    notebook = open_notebook(["import graphlab as tf\nx = tf.placeholder(tf.float32, [None, 4], name='x')\nx.graph"])
    page.evaluate(WITHOUT_NOTEBOOK)
    notebook.run(0)
    builder = Builder(notebook, 0)
    node(builder.diagram, "x").locator("> .shape").click()
    builder.press("a")
    builder.choose("relu")
    expect(builder.form.get_by_role("button", name="Copy the line")).to_be_visible()
    builder.add("relu = tf.nn.relu(x)")
    expect(builder.diagram.locator(".hint")).to_contain_text("copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == "relu = tf.nn.relu(x)"
    assert len(sources(notebook)) == 1


WITHOUT_NOTEBOOK = """() => {
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (key.description?.startsWith("graphlab ")) delete globalThis[key].addCode;
}"""


@pytest.mark.slow
@pytest.mark.own_page
def test_lines_are_added_where_the_setting_says(open_notebook, lab, page):
    folder = lab.settings / "graphlab"
    folder.mkdir(exist_ok=True)
    settings = folder / "settings.jupyterlab-settings"
    settings.write_text('{"addTo": "cell"}')
    try:
        cells = ["import graphlab as tf", "x = tf.placeholder(tf.float32, [None, 4], name='x')", "tf.show()"]
        notebook = open_notebook(cells)
        notebook.run_all()
        builder = Builder(notebook, 2)
        node(builder.diagram, "x").locator("> .shape").click()
        builder.press("a")
        builder.choose("relu")
        builder.add("relu = tf.nn.relu(x)")
        builder.selects("Relu float32 ?×4")
        assert sources(notebook) == [cells[0], f"{cells[1]}\nrelu = tf.nn.relu(x)", cells[2]]
    finally:
        settings.write_text("{}")
