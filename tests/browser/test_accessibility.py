"""axe-core finds no violation in a diagram and its panels, light and dark."""

import re

import pytest
from playwright.sync_api import expect

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
