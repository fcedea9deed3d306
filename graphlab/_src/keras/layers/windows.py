"""What layers with windows, convolutions and pooling, have in common: sizes, paddings, lengths of outputs."""


def normalize_tuple(value, count, name):
    """One number for each axis: an int counts for all of them. name: of the argument, for the error."""
    if isinstance(value, int):
        return (value,) * count
    wrong = f"The `{name}` argument must be a tuple of {count} integers. Received: {value}"
    try:
        numbers = tuple(value)
    except TypeError:
        raise ValueError(wrong) from None
    if len(numbers) != count:
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


def convert_data_format(data_format, rank):
    """ "channels_last" or "channels_first" as operations name it for tensors of that rank."""
    space = {3: "W", 4: "HW", 5: "DHW"}.get(rank)
    if space is None:
        raise ValueError("Input rank not supported:", rank)
    return f"N{space}C" if data_format == "channels_last" else f"NC{space}"


def space_axes(data_format, count):
    """The axes of space of a tensor with that many of them."""
    return range(1, count + 1) if data_format == "channels_last" else range(2, count + 2)


def conv_output_length(length, window, padding, stride, dilation=1):
    """How many places a window has along an axis; None for None."""
    if length is None:
        return None
    reach = (window - 1) * dilation
    places = {"same": length, "causal": length, "valid": length - reach, "full": length + reach}[padding]
    return (places + stride - 1) // stride


def deconv_output_length(length, window, padding, output_padding=None, stride=0, dilation=1):
    """How long the output of a transposed convolution is; None for None. length: a number, or a tensor."""
    if length is None:
        return None
    window += (window - 1) * (dilation - 1)
    if output_padding is not None:
        added = {"same": window // 2, "valid": 0, "full": window - 1}[padding]
        return (length - 1) * stride + window - 2 * added + output_padding
    if padding == "valid":
        return length * stride + max(window - stride, 0)
    if padding == "full":
        return length * stride - (stride + window - 2)
    return length * stride
