"""Fields of a %%graph cell: a slider in the diagram writes the line of code, and the cell runs again."""

from playwright.sync_api import expect

from tests.browser.test_diagram import node

MODEL = """%%graph
layers = 2  # @param {type:"slider", min:1, max:4}
kind = "relu"  # @param ["relu", "tanh"]
net = tf.placeholder(tf.float32, [None, 2], name="x")
for i in range(layers):
    net = tf.layers.dense(net, 4, getattr(tf.nn, kind), name=f"layer{i}")"""
SESSION = (
    "session = tf.Session(graph=graph)\nwith graph.as_default():\n    session.run(tf.global_variables_initializer())"
)
VALUES = "print(len(session.graph.get_operations()), session.run('layer0/kernel:0').sum())"


def test_a_slider_in_the_diagram_writes_its_line(open_notebook, page):
    notebook = open_notebook(["import graphlab as tf", MODEL, SESSION, VALUES])
    for cell in range(4):
        notebook.run(cell)
    before = notebook.cells()[3]["outputs"][0]["text"].split()
    diagram = notebook.output(1)
    slider = diagram.get_by_role("slider", name="layers")
    expect(slider).to_have_value("2")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(node(diagram, "layer2")).to_be_visible()
    slider = diagram.get_by_role("slider", name="layers")
    expect(slider).to_have_value("3")
    expect(slider).to_be_focused()
    assert notebook.cells()[1]["source"] == MODEL.replace("layers = 2 ", "layers = 3 ")
    # The session goes on with the new graph, and with its weights.
    notebook.run(3)
    after = notebook.cells()[3]["outputs"][0]["text"].split()
    assert int(after[0]) > int(before[0]) and after[1] == before[1]
    diagram.get_by_role("combobox", name="kind").select_option("tanh")
    expect(node(diagram, "layer0/Tanh")).to_be_visible()
    assert 'kind = "tanh"  # @param' in notebook.cells()[1]["source"]
