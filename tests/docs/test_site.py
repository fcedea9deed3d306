"""The documentation site: every public name and every error has an entry, and a finished site is checked."""

import warnings

import pytest

from docs.site import api, calls, checks, docstrings, errors, examples, names, sources
from tests.api import coverage

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def reference():
    """The pages of the API reference."""
    return api.pages(sources.pages())


def test_every_public_name_has_an_entry(reference):
    text = "\n".join(reference.values())
    found = set()
    for line in text.splitlines():
        if line.startswith(":::") and ":{py:" in line.replace("::{py:", ":{py:"):
            found.add(line.partition("} ")[2].partition("(")[0])
    assert set(names.names()) - found == set()
    assert {
        row["symbol"] for row in coverage.table("symbols.tsv") if coverage.is_covered(row["symbol"])
    } - found == set()


def test_every_error_has_a_cause():
    assert {case.name for case in errors.cases()} == set(errors.CAUSES)


def test_a_docstring_becomes_paragraphs_arguments_and_code():
    doc = "The sum.\n\nx: [n], any type.  axis: which one.\nReturns [], of x's type.\n\n    tf.f(x)  # 3"
    assert docstrings.markdown(doc, parameters=["x", "axis"]) == (
        "The sum.\n\n- `x`: \\[n\\], any type.\n- `axis`: which one.\n\nReturns \\[\\], of x's type.\n\n"
        "```python\ntf.f(x)  # 3\n```"
    )


def test_what_a_page_loads_from_elsewhere_and_broken_links_are_found(tmp_path):
    (tmp_path / "other.html").write_text('<h2 id="here">', encoding="utf-8")
    (tmp_path / "index.html").write_text(
        '<script src="https://cdn.example/x.js"></script><a href="other.html#here"></a>'
        '<a href="other.html#gone"></a><a href="gone.html"></a><a href="https://example.org"></a>',
        encoding="utf-8",
    )
    assert list(checks.faults(tmp_path)) == [
        "index.html loads https://cdn.example/x.js, which a page without a network cannot",
        "index.html links to gone.html, which is not there",
        "index.html links to other.html#gone, and there is no such place in that page",
    ]


def test_every_name_has_an_example_or_leads_to_one():
    found = examples.Examples(sources.pages())
    described = [name for name in names.names().values() if name.described == name.text and callable(name.value)]
    assert [name.text for name in described if not found.has_own(name) and not found.markdown(name)] == []


def test_a_name_without_example_leads_to_one_that_has_something_to_do_with_it():
    found = examples.Examples(sources.pages())

    def led(name):
        return found.markdown(names.names()[name]).rpartition("`")[0].rpartition("`")[2]

    assert led("tf.ConditionalAccumulatorBase") == "tf.ConditionalAccumulator"  # a class derived from it
    assert led("tf.contrib.framework.variable") == "tf.get_variable"  # its docstring mentions it
    assert led("tf.nn.depthwise_conv2d_backprop_input") == "tf.nn.depthwise_conv2d"  # rare words
    assert found.markdown(names.names()["tf.errors.explain"]).startswith("No example is near; one of `tf.errors` is")


def test_examples_of_calls_have_these_results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = calls.read()
    assert found.keys() <= names.names().keys()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # TensorFlow's own, of deprecated names
        assert {name: (code, calls.result_of(code)) for name, (code, _) in found.items()} == found


def test_the_search_finds_errors_by_the_phrases_between_names_and_numbers():
    text = "ValueError: Variable w already exists, disallowed. Did you mean to set reuse=True in 'main' at 0x7f?\n  fix"
    assert errors.phrases(text) == ["Variable w already exists", "Did you mean to set reuse=True in"]
