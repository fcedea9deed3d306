"""Operations that hold graphs, looked into in a real JupyterLab."""

from playwright.sync_api import Locator, expect

CALL = """\
import jax
import jax.numpy as jnp
import graphlab as tf

def attention(x, w):
    with jax.named_scope("keys"):
        keys = x @ w
    with jax.named_scope("softmax"):
        scores = jax.nn.softmax(x @ keys.T)
    total, _ = jax.lax.scan(lambda total, row: (total + row, None), jnp.zeros(4), scores @ x)
    return total

x = tf.placeholder(tf.float32, [5, 4], name="x")
w = tf.Variable(tf.ones([4, 4]), name="w")
y = tf.identity(tf.jax_call(attention, x, w, name="attention"), name="y")
tf.get_default_graph()
"""
DATASET = """\
import graphlab as tf
tf.data.Dataset.range(3).map(lambda value: tf.square(value, name="squared")).make_one_shot_iterator().get_next()
tf.get_default_graph()
"""


def node(output: Locator, path: str) -> Locator:
    """The node of this name in the diagram that is visible."""
    return output.locator(f'.graphlab:visible .node[data-path="{path}"]')


def look_into(output: Locator, path: str):
    """Clicks a node and then "Look inside" in what is said about it."""
    node(output, path).click()
    output.locator(".graphlab:visible .details").get_by_role("button", name="Look inside").click()


def test_a_jax_function_opens_to_its_equations_and_closes_again(open_notebook, page):
    notebook = open_notebook([CALL])
    notebook.run(0)
    diagram = notebook.output(0)
    look_into(diagram, "attention")
    way = diagram.locator(".graphlab:visible nav.breadcrumb")
    expect(way).to_contain_text("inside")
    expect(way.locator("code")).to_have_text("attention")
    expect(way).to_be_in_viewport()
    for path in ("keys/dot_general", "softmax", "scan", "output_0"):
        expect(node(diagram, path)).to_be_visible()
    expect(node(diagram, "y")).to_have_count(0)
    # An equation that loops opens to its body, another one has nothing inside.
    diagram.get_by_role("button", name="Fit all").click()
    node(diagram, "scan").dblclick()
    expect(way.locator("code")).to_have_text("scan")
    node(diagram, "add").click()
    expect(diagram.locator(".graphlab:visible .details")).to_contain_text("add:0")
    expect(diagram.get_by_role("button", name="Look inside")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(way.locator("code")).to_have_text("attention")
    way.get_by_role("button", name="Back").click()
    expect(node(diagram, "y")).to_be_visible()
    expect(way).to_have_count(0)


def test_the_function_of_a_dataset_opens(open_notebook):
    notebook = open_notebook([DATASET])
    notebook.run(0)
    diagram = notebook.output(0)
    look_into(diagram, "MapDataset")
    expect(node(diagram, "squared")).to_be_visible()


def test_what_cannot_be_traced_says_why(open_notebook):
    notebook = open_notebook(
        [
            "import graphlab as tf\nx = tf.placeholder(tf.float32, [None, None])\n"
            "tf.jax_call(lambda a: a * 2 if a.shape[1] > 3 else a, x, name='odd')\ntf.get_default_graph()"
        ]
    )
    notebook.run(0)
    diagram = notebook.output(0)
    look_into(diagram, "odd")
    expect(diagram.locator(".hint.shown")).to_contain_text("known only where all sizes are")
    expect(node(diagram, "odd")).to_be_visible()
