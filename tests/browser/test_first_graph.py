"""The first example in a real JupyterLab: what its text promises is what is seen."""

from playwright.sync_api import expect

from tests.kernel import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "01_first_graph.ipynb"


def test_every_picture_of_the_graph_holds_all_of_it_at_the_end(open_notebook, page):
    notebook = open_notebook(EXAMPLE, "01_first_graph")
    notebook.run_all()
    pictures = [
        index
        for index, cell in enumerate(notebook.cells())
        if cell["cell_type"] == "code" and cell["source"].endswith("tf.get_default_graph()")
    ]
    assert len(pictures) == 2
    counts = set()
    for index in pictures:
        picture = notebook.output(index)
        picture.scroll_into_view_if_needed()
        expect(picture.get_by_role("treeitem", name="scope gradients")).to_have_count(1)
        counts.add(picture.locator(".summary").inner_text())
    assert len(counts) == 1
