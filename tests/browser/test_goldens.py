"""Diagrams look as in the goldens, which tests/browser/screenshots.py makes."""

import pytest
from PIL import Image

from tests import machine
from tests.browser import screenshots
from tests.browser.conftest import RESULTS


@pytest.mark.parametrize("name", screenshots.SCREENSHOTS)
def test_diagram_looks_as_before(browser, tmp_path, name):
    if not machine.has_font(screenshots.FONT):
        pytest.skip(f"there is no font {screenshots.FONT}: install it (Debian: fonts-dejavu-core)")
    taken = screenshots.take(browser, screenshots.SCREENSHOTS[name], tmp_path)
    golden = Image.open(screenshots.GOLDENS / f"{name}.png").convert("RGB")
    mean, largest = screenshots.difference(taken, golden)
    if mean > screenshots.MEAN or largest > screenshots.LARGEST:
        RESULTS.mkdir(exist_ok=True)
        taken.save(RESULTS / f"{name}.png")
        pytest.fail(
            f"{name} looks different: mean {mean:.2f}, largest {largest:.0f} of 255; see {RESULTS / name}.png. "
            f"If that is better, look at it and run `python -m tests.browser.screenshots {name}`."
        )


def test_a_missing_node_is_noticed():
    golden = Image.open(screenshots.GOLDENS / "first_graph.png").convert("RGB")
    without = golden.copy()
    without.paste((255, 255, 255), NODE_X)
    _, largest = screenshots.difference(golden, without)
    assert largest > screenshots.LARGEST


NODE_X = (186, 54, 282, 98)  # px where the golden shows the placeholder
