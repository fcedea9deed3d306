"""What `interpret=` and `vectorize=` of @op take: helpers for operations as NumPy does them."""


def on_numbers(function, types="fd"):
    """The NumPy function for inputs of these types, by their characters, of which the output has the type as well."""
    return lambda *values: function(*values) if values[0].dtype.char in types else None


def only_first(rule):
    """A rule for many elements at once, (step, inputs) -> output, where no other input than the first one varies."""

    def vectorized(step, inputs, flags):
        return rule(step, inputs) if flags[0] and not any(flags[1:]) else None

    return vectorized


def aligned(inputs, flags):
    """Arrays of which those with a row for each element get axes after the first, so that they broadcast as elements do.

    flags: which inputs have a row for each element.
    """
    rank = max(value.ndim - flag for value, flag in zip(inputs, flags, strict=True))
    return [
        value.reshape(len(value), *[1] * (rank + 1 - value.ndim), *value.shape[1:]) if flag else value
        for value, flag in zip(inputs, flags, strict=True)
    ]
