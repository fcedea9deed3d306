"""The first example in a real JupyterLab: what its text promises is what is seen."""

from playwright.sync_api import expect

from tests.kernel import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "01_first_graph.ipynb"


def test_every_diagram_of_the_graph_holds_all_of_it_at_the_end(open_notebook, page):
    notebook = open_notebook(EXAMPLE, "01_first_graph")
    notebook.run_all()
    diagrams = [
        index
        for index, cell in enumerate(notebook.cells())
        if cell["cell_type"] == "code" and cell["source"].endswith("tf.get_default_graph()")
    ]
    assert len(diagrams) == 2
    summaries = []
    for index in diagrams:
        diagram = notebook.output(index)
        diagram.scroll_into_view_if_needed()
        expect(diagram.get_by_role("treeitem", name="scope gradients")).to_have_count(1)
        summaries.append(diagram.locator(".summary"))
        expect(summaries[-1]).to_contain_text("operations")
    # The last piece of the graph may still be on its way to one of them.
    count = summaries[-1].inner_text().partition(" operations")[0]
    expect(summaries[0]).to_contain_text(f"{count} operations")
