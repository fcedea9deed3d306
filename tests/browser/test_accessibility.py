"""axe-core finds no violation in a diagram and its panels, light and dark."""

import pytest

from tests.browser import screenshots
from tests.kernel import REPOSITORY

AXE = REPOSITORY / "extension" / "node_modules" / "axe-core" / "axe.min.js"
# The page of the goldens hides its heading.
VIOLATIONS = """async () => {
  const rules = { 'page-has-heading-one': { enabled: false } };
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
}"""


@pytest.fixture
def check():
    """Fails when axe finds a violation in a page."""
    if not AXE.exists():
        pytest.skip("there is no axe-core: run `npm install` in extension/")

    def check(page):
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        assert page.evaluate(VIOLATIONS) == []

    return check


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
