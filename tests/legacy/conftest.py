import pytest

from graphlab import compat


@pytest.fixture
def tensorflow():
    """`import tensorflow` means graphlab during the test."""
    assert compat.install(force=True)
    yield
    compat.uninstall()
