"""axe-core finds no violation in a diagram and its panels, light and dark."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import screenshots, test_panel, test_step, test_teach
from tests.browser.conftest import THEMES
from tests.browser.test_files import files, graph, open_file  # noqa: F401
from tests.kernel import REPOSITORY

AXE = REPOSITORY / "extension" / "node_modules" / "axe-core" / "axe.min.js"
# The page of the goldens hides its heading.
VIOLATIONS = """async part => {
  const rules = { 'page-has-heading-one': { enabled: false } };
  const { violations } = await axe.run(part || document, { resultTypes: ['violations'], rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
}"""


@pytest.fixture
def check():
    """Fails when axe finds a violation in a page, or in the part of it with this selector."""
    if not AXE.exists():
        pytest.skip("there is no axe-core: run `npm install` in extension/")

    def check(page, part=None):
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        assert page.evaluate(VIOLATIONS, part) == []

    return check


def test_stubs_of_edges_have_names_and_are_reached_by_keyboard(browser, tmp_path, check):
    with screenshots.open_diagram(browser, screenshots.perceptron, tmp_path, False) as page:
        scene = page.locator("svg.scene")
        node = screenshots.node(page, "x")
        stub = node.locator(".stub").first
        expect(stub).to_have_attribute("aria-label", "is consumed by gradients, which is auxiliary")
        node.locator(".shape").click()
        scene.press("s")
        assert scene.get_attribute("aria-activedescendant") == stub.get_attribute("id")
        expect(stub).to_have_class(re.compile(r"\bcurrent\b"))
        check(page)
        scene.press("Enter")
        expect(page.locator('.node.current[data-path="gradients"]')).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_diagrams_cards_menus_and_lists_are_accessible(browser, tmp_path, check, dark):
    with screenshots.open_diagram(browser, screenshots.perceptron, tmp_path, dark) as page:

        def button(name):
            return page.get_by_role("button", name=name, exact=True).first

        check(page)
        button("Legend (l)").click()
        check(page)
        page.keyboard.press("Escape")
        screenshots.node(page, "hidden").click()  # the card of a scope
        check(page)
        screenshots.node(page, "x").locator(".shape").click()
        page.locator(".details summary").click()
        button("Upstream").click()
        check(page)
        button("Downstream").click()
        page.locator(".drawer").wait_for()
        check(page)
        button("Close details").click()
        screenshots.colour(page)
        button("Table").click()
        check(page)
        button("Preview a run ▾").click()
        page.get_by_role("option").first.wait_for()
        check(page)
        page.get_by_role("option").first.click()
        page.keyboard.press("Escape")
        page.locator("svg.scene").press("/")
        page.get_by_role("combobox", name="Find operations").fill("hidden")
        page.get_by_role("option").first.wait_for()
        check(page)


def in_both_themes(check, notebook, part):
    for theme in ("dark", "light"):
        notebook.theme(theme)
        check(notebook.page, part)


@pytest.mark.slow
def test_the_tabs_of_the_graph_panel_are_accessible(open_notebook, check):
    notebook = open_notebook([test_panel.MODEL + test_panel.GROW + test_panel.TRAIN + test_panel.QUEUE])
    panel = test_panel.open_panel(notebook)
    in_both_themes(check, notebook, "#graphlab-panel")
    notebook.run(0)
    for tab, text in TABS.items():
        panel.get_by_role("tab", name=tab).click()
        expect(panel.get_by_role("tabpanel")).to_contain_text(text)
        in_both_themes(check, notebook, "#graphlab-panel")
    notebook.restart()
    in_both_themes(check, notebook, "#graphlab-panel")
    # In colours of the system's the selected tab differs from the others by more than bold type.
    notebook.page.emulate_media(forced_colors="active")
    last, first = (panel.get_by_role("tab", name=name) for name in ("Devices", "Graph"))
    assert last.evaluate(UNDERLINE) != first.evaluate(UNDERLINE)
    panel.get_by_role("tab", name="Run").click()
    share = panel.locator(".gl-share")
    assert share.evaluate(BACKGROUND) != share.locator("span").evaluate(BACKGROUND)


BACKGROUND = "node => getComputedStyle(node).backgroundColor"
UNDERLINE = "node => getComputedStyle(node).borderBottomColor"
TABS = {"Graph": "operations", "Run": "Fetched", "Variables": "hidden/w", "Queues": "FIFOQueue", "Devices": "CPU:0"}


@pytest.mark.slow
def test_steps_cards_watches_and_questions_are_accessible(open_notebook, check):
    cells = [
        test_step.STEP_THROUGH,
        f"tf.reset_default_graph()\n{test_teach.MODEL}teach.predict(loss, among=[x, w, y, other])",
    ]
    notebook = open_notebook([*cells, "watched = tf.watch(y)\ntf.get_default_graph()"])
    notebook.run(0)
    steps = notebook.output(0)
    for name in ("One step on", "NaN", "To the beginning"):
        steps.get_by_role("button", name=name).click()
    in_both_themes(check, notebook, ".jp-Notebook .jp-OutputArea .graphlab")
    screenshots.node(steps, "hidden").locator(".bar").click()  # the card of a scope
    in_both_themes(check, notebook, ".jp-Notebook .jp-OutputArea .graphlab")
    screenshots.node(steps, "total").click()
    steps.locator(".details").get_by_role("button", name="Breakpoint").click()
    in_both_themes(check, notebook, ".jp-Notebook .jp-OutputArea .graphlab")
    notebook.run(1)
    question = notebook.output(1).get_by_role("group", name="Which of these")
    question.get_by_role("button", name="x", exact=True).click()
    in_both_themes(check, notebook, ".jp-Notebook .jp-OutputArea .graphlab")
    question.get_by_role("button", name="Check").click()
    expect(question.get_by_role("status")).to_contain_text("of 4 right")
    in_both_themes(check, notebook, ".jp-Notebook .jp-OutputArea .graphlab")
    notebook.run(2)
    screenshots.node(notebook.output(2), "y").click()
    expect(notebook.output(2).locator(".drawer")).to_be_visible()
    in_both_themes(check, notebook, ".jp-Notebook .jp-OutputArea .graphlab")


@pytest.mark.slow
def test_the_view_of_a_file_is_accessible(open_file, files, graph, page, check):  # noqa: F811
    (files / "model.pb").write_bytes(graph.as_graph_def().SerializeToString())
    (files / "noise.pb").write_bytes(b"\xff" * 100)
    file = open_file("model.pb")
    screenshots.node(file, "x").click()
    file.get_by_text("What else the file holds").click()
    for theme in THEMES.values():
        page.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
        page.wait_for_selector(f"body[data-jp-theme-name='{theme}']", state="attached")
        check(page, ".graphlab-File")
    open_file("noise.pb").get_by_role("alert").wait_for()
    check(page, ".graphlab-File")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_diagrams_are_readable_in_forced_colours(browser, tmp_path, check, scheme):
    forced = {"forced_colors": "active", "color_scheme": scheme}
    with screenshots.open_diagram(browser, screenshots.perceptron, tmp_path, False, **forced) as page:
        node = screenshots.node(page, "x")
        plain, line = (part.evaluate(LINE) for part in (node.locator(".shape"), page.locator(".edge .line").first))
        node.locator(".shape").click()
        expect(page.locator(".details")).to_be_visible()
        ink, paper, marked = page.evaluate(SYSTEM_COLOURS)
        assert node.locator(".name").evaluate("text => getComputedStyle(text).fill") == ink
        assert line == ink
        assert node.locator(".shape").evaluate(LINE) == marked not in (plain, paper)
        check(page)


LINE = "shape => getComputedStyle(shape).stroke"
SYSTEM_COLOURS = """() => ["CanvasText", "Canvas", "Highlight"].map(colour => {
  document.body.style.color = colour;
  return getComputedStyle(document.body).color;
})"""


@pytest.mark.slow
def test_the_palette_and_its_form_are_accessible(open_notebook, check):
    notebook = open_notebook(["import graphlab as tf\nx = tf.placeholder(tf.float32, [None, 4], name='x')\ntf.show()"])
    notebook.run(0)
    diagram = notebook.output(0)
    screenshots.node(diagram, "x").locator(".shape").click(modifiers=["Shift"])
    for query in ("softmax", "dense"):
        notebook.page.keyboard.press("a")
        notebook.page.keyboard.type(query)
        expect(diagram.get_by_role("option").first.locator(".shapes")).not_to_be_empty()
        in_both_themes(check, notebook, ".jp-Notebook .jp-OutputArea .graphlab")
        diagram.get_by_role("combobox", name="What to apply").press("Enter")
        expect(diagram.locator(".line-of-code")).not_to_be_empty()
        if query == "dense":
            diagram.locator(".arguments summary").click()
        field = diagram.get_by_label("axis" if query == "softmax" else "units")
        field.fill("three")
        expect(field).to_have_attribute("aria-invalid", "true")
        in_both_themes(check, notebook, ".jp-Notebook .jp-OutputArea .graphlab")
        field.press("Escape")
        notebook.page.keyboard.press("Escape")
