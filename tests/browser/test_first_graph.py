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
    summaries = []
    for index in pictures:
        picture = notebook.output(index)
        picture.scroll_into_view_if_needed()
        expect(picture.get_by_role("treeitem", name="scope gradients")).to_have_count(1)
        summaries.append(picture.locator(".summary"))
        expect(summaries[-1]).to_contain_text("operations")
    # The last piece of the graph may still be on its way to one of them.
    count = summaries[-1].inner_text().partition(" operations")[0]
    expect(summaries[0]).to_contain_text(f"{count} operations")
