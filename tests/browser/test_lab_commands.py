"""graphlab's commands and settings in JupyterLab: launcher, menus, toolbar, size of text, spelling."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.own_page

GRAPH = [
    "import graphlab as tf\nx = tf.placeholder(tf.float32, [2], name='x')\n"
    "w = tf.Variable([1.0, 2.0], name='w')\ny = tf.multiply(x, w, name='y')\n"
    "train = tf.train.GradientDescentOptimizer(0.1).minimize(y)\nx.graph"
]


@pytest.fixture
def settings(lab):
    """Writes the user's settings of diagrams, for pages that are opened from now on."""
    folder = lab.settings / "graphlab"

    def write(text):
        folder.mkdir(exist_ok=True)
        (folder / "settings.jupyterlab-settings").write_text(text)

    yield write
    write("{}")


def test_the_launcher_opens_the_tutorial(lab, page):
    page.goto(f"{lab.url}/lab/workspaces/tutorial?token={lab.token}&reset")
    page.locator(".jp-LauncherCard", has_text="Graph Tutorial").click()
    expect(page.get_by_role("tab", name="01_first_graph.ipynb")).to_be_visible()
    assert (lab.folder / "01_first_graph.ipynb").exists()
    page.wait_for_selector(".jp-Notebook .jp-Cell")


def test_the_palette_lists_each_command_once(lab, page):
    page.goto(f"{lab.url}/lab/workspaces/palette?token={lab.token}&reset")
    expect(page.locator(".jp-LauncherCard", has_text="Graph Tutorial")).to_be_visible()
    page.evaluate(
        "() => jupyterapp.restored.then(() => jupyterapp.commands.execute('apputils:activate-command-palette'))"
    )
    page.locator(".lm-CommandPalette-input").fill("graph")
    for command in ("show-graph", "new-view", "find", "larger-text", "left-to-right", "tutorial"):
        expect(page.locator(f".lm-CommandPalette-item[data-command='graphlab:{command}']")).to_have_count(1)


def test_the_menu_and_the_toolbar_lead_to_the_graph(open_notebook, page):
    notebook = open_notebook(GRAPH)
    notebook.run_all()
    node = notebook.output(0).locator('.node[data-path="y"]')
    expect(node).to_be_visible()
    expect(page.locator(".jp-NotebookPanel-toolbar [data-command='graphlab:show-graph']")).to_be_visible()
    page.get_by_role("menuitem", name="View", exact=True).click()
    page.locator(".lm-Menu-item[data-type='submenu']", has_text="Graph").hover()
    page.locator(".lm-Menu-item[data-command='graphlab:find']").click()
    expect(notebook.output(0).get_by_role("combobox")).to_be_focused()


def test_a_command_makes_the_text_larger(open_notebook, settings):
    notebook = open_notebook(GRAPH)
    notebook.run_all()
    node = notebook.output(0).locator('.node[data-path="y"]')
    expect(node).to_be_visible()
    before = node.bounding_box()["height"]
    notebook.execute("graphlab:larger-text")
    notebook.page.wait_for_function(
        "([node, height]) => node.getBoundingClientRect().height > 1.05 * height",
        arg=[node.element_handle(), before],
    )
    assert notebook.output(0).locator(".toolbar").evaluate("bar => getComputedStyle(bar).zoom") == "1.1"


def test_a_command_lays_open_diagrams_out_from_left_to_right(open_notebook, settings, page):
    notebook = open_notebook([*GRAPH, "tf.show(direction='down')"])
    notebook.run_all()
    nodes = [notebook.output(0).locator(f'.node[data-path="{path}"]') for path in ("x", "y", "gradients")]

    def places():
        return [node.bounding_box() for node in nodes]

    expect(nodes[1]).to_be_visible()
    x, y, gradients = places()
    assert y["y"] > x["y"] + x["height"] and gradients["x"] > y["x"] + y["width"]
    page.get_by_role("menuitem", name="View", exact=True).click()
    page.locator(".lm-Menu-item[data-type='submenu']", has_text="Graph").hover()
    item = page.locator(".lm-Menu-item[data-command='graphlab:left-to-right']")
    item.click()
    page.wait_for_function(
        """scene => {
            const [x, y] = ["x", "y"].map(it => scene.querySelector(`[data-path="${it}"]`).getBoundingClientRect());
            return y.left > x.right;
        }""",
        arg=notebook.output(0).locator("svg.scene[role='tree']").element_handle(),
    )
    x, y, gradients = places()
    assert gradients["y"] > y["y"] + y["height"]
    assert page.evaluate("() => jupyterapp.commands.isToggled('graphlab:left-to-right')")
    scene = notebook.output(0).locator("svg.scene[role='tree']")
    scene.focus()
    for key in ("Home", "ArrowRight"):
        page.keyboard.press(key)
    current = scene.evaluate("it => it.getRootNode().activeElement.querySelector('.node.current').dataset.path")
    assert current == "y"
    # A diagram that says so itself stays as it is.
    x, y = (notebook.output(1).locator(f'.node[data-path="{path}"]').bounding_box() for path in ("x", "y"))
    assert y["y"] > x["y"] + x["height"]


def test_settings_say_what_is_auxiliary_what_colours_show_and_how_words_are_spelt(open_notebook, settings):
    settings('{"auxiliary": false, "spelling": "American", "colourBy": "type"}')
    notebook = open_notebook(GRAPH)
    notebook.run_all()
    diagram = notebook.output(0)
    expect(diagram.get_by_role("button", name="Color: Operation type")).to_be_visible()
    expect(diagram.locator(".node.tinted").first).to_be_visible()
    expect(diagram.locator('.node[data-path="gradients"]')).to_be_visible()
    expect(diagram.locator(".node.auxiliary")).to_have_count(0)
