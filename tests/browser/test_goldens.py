"""Pictures look as they did when somebody last looked at them: tests/browser/pictures.py makes the goldens."""

import pytest
from PIL import Image

from tests import machine
from tests.browser import pictures
from tests.browser.conftest import PICTURES as RESULTS


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_picture_looks_as_before(browser, tmp_path, name):
    if not machine.has_font(pictures.FONT):
        pytest.skip(f"there is no font {pictures.FONT}: install it (Debian: fonts-dejavu-core)")
    taken = pictures.take(browser, pictures.PICTURES[name], tmp_path)
    golden = Image.open(pictures.GOLDENS / f"{name}.png").convert("RGB")
    mean, largest = pictures.difference(taken, golden)
    if mean > pictures.MEAN or largest > pictures.LARGEST:
        RESULTS.mkdir(exist_ok=True)
        taken.save(RESULTS / f"{name}.png")
        pytest.fail(
            f"{name} looks different: mean {mean:.2f}, largest {largest:.0f} of 255; see {RESULTS / name}.png. "
            f"If that is better, look at it and run `python -m tests.browser.pictures {name}`."
        )


def test_a_missing_node_is_noticed():
    golden = Image.open(pictures.GOLDENS / "first_graph.png").convert("RGB")
    without = golden.copy()
    without.paste((255, 255, 255), NODE_X)
    _, largest = pictures.difference(golden, without)
    assert largest > pictures.LARGEST


NODE_X = (186, 54, 282, 98)  # px where the golden shows the placeholder
