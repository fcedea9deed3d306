"""What layers with windows, convolutions and pooling, have in common: sizes, paddings, lengths of outputs."""


def normalize_tuple(value, n, name):
    """One number for each axis: an int counts for all of them. name: of the argument, for the error."""
    if isinstance(value, int):
        return (value,) * n
    wrong = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    try:
        numbers = tuple(value)
    except TypeError:
        raise ValueError(wrong) from None
    if len(numbers) != n:
        raise ValueError(wrong)
    for number in numbers:
        try:
            int(number)
        except (ValueError, TypeError):
            raise ValueError(f"{wrong} including element {number} of type {type(number)}") from None
    return numbers


def normalize_padding(value):
    """A layer's padding argument in small letters."""
    if isinstance(value, (list, tuple)):
        return value
    padding = value.lower()
    if padding not in ("valid", "same", "causal"):
        raise ValueError(
            'The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", only for `Conv1D). '
            f"Received: {padding}"
        )
    return padding


def convert_data_format(data_format, ndim):
    """ "channels_last" or "channels_first" as operations name it for tensors with ndim axes."""
    space = {3: "W", 4: "HW", 5: "DHW"}.get(ndim)
    if space is None:
        raise ValueError("Input rank not supported:", ndim)
    return f"N{space}C" if data_format == "channels_last" else f"NC{space}"


def space_axes(data_format, count):
    """The axes of space of a tensor with that many of them."""
    return range(1, count + 1) if data_format == "channels_last" else range(2, count + 2)


def conv_output_length(input_length, filter_size, padding, stride, dilation=1):
    """How many places a window has along an axis; None for None."""
    if input_length is None:
        return None
    reach = (filter_size - 1) * dilation
    places = {
        "same": input_length,
        "causal": input_length,
        "valid": input_length - reach,
        "full": input_length + reach,
    }[padding]
    return (places + stride - 1) // stride


def deconv_output_length(input_length, filter_size, padding, output_padding=None, stride=0, dilation=1):
    """How long the output of a transposed convolution is; None for None. input_length: a number, or a tensor."""
    if input_length is None:
        return None
    filter_size += (filter_size - 1) * (dilation - 1)
    if output_padding is not None:
        added = {"same": filter_size // 2, "valid": 0, "full": filter_size - 1}[padding]
        return (input_length - 1) * stride + filter_size - 2 * added + output_padding
    if padding == "valid":
        return input_length * stride + max(filter_size - stride, 0)
    if padding == "full":
        return input_length * stride - (stride + filter_size - 2)
    return input_length * stride
