"""Source as a person writes it."""

import pytest

from graphlab._src.base.source_line import block, literal, statement


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        ([None, 784], "[None, 784]"),
        ((1,), "(1,)"),
        ({"a": [1.5, True]}, '{"a": [1.5, True]}'),
        ("same", '"same"'),
        ("it's", '"it\'s"'),
        ('a "b"\n', '"a \\"b\\"\\n"'),
        (b"NHWC", 'b"NHWC"'),
        ("größe", '"größe"'),
        (float("-inf"), 'float("-inf")'),
    ],
)
def test_literals_are_in_double_quotes_and_mean_their_value(value, text):
    assert literal(value) == text
    assert eval(text) == value


def test_what_has_no_literal_is_refused():
    with pytest.raises(ValueError, match="is no literal"):
        literal([object()])


def test_a_call_is_wrapped_where_a_line_would_be_longer_than_88_characters():
    assert statement("y", "f", ["x"], {"a": "1"}) == "y = f(x, a=1)"
    assert statement("", "session.run", ["y"]) == "session.run(y)"
    assert statement("y", "Dense", ["3"], then=("", ["x"])) == "y = Dense(3)(x)"
    long = {f"argument_{i}": "100000" for i in range(4)}
    inside = ", ".join(f"{name}={text}" for name, text in long.items())
    assert statement("result", "function", (), long) == f"result = function(\n    {inside}\n)"
    longer = long | {"argument_4": "100000"}
    lines = [f"    {name}={text}," for name, text in longer.items()]
    assert statement("result", "function", (), longer).splitlines() == ["result = function(", *lines, ")"]


def test_of_two_calls_the_last_is_wrapped_unless_the_first_is_too_long():
    name = "n" * 40
    assert statement(name, "layers.Dense", ["3"], {"name": '"hidden"'}, ("", [name])) == (
        f'{name} = layers.Dense(3, name="hidden")(\n    {name}\n)'
    )
    assert statement(name, "layers.Dense", [name], {"name": '"hidden"'}, (".call", ["x"])) == (
        f'{name} = layers.Dense(\n    {name}, name="hidden"\n).call(x)'
    )


def test_a_line_in_blocks_is_wrapped_a_little_earlier():
    argument = "a" * 74
    assert statement("y", "f", [argument]) == f"y = f({argument})"
    inner = statement("y", "f", [argument], indent=8)
    assert inner == f"y = f(\n    {argument}\n)"
    assert block("with b", block("with c", inner)) == (
        f"with b:\n    with c:\n        y = f(\n            {argument}\n        )"
    )
