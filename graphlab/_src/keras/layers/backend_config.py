"""Keras' defaults: its float type, a small number, the order of an image's axes."""

_FLOATS = ("float16", "float32", "float64")
_FORMATS = ("channels_last", "channels_first")

_settings = {"floatx": "float32", "epsilon": 1e-7, "image_data_format": "channels_last"}


def floatx():
    """The float type, as a string."""
    return _settings["floatx"]


def set_floatx(value):
    """Sets the float type: "float16", "float32" or "float64"."""
    if value not in _FLOATS:
        raise ValueError(f"Unknown floatx type: {value}")
    _settings["floatx"] = str(value)


def epsilon():
    """The number that keeps denominators and logarithms from 0."""
    return _settings["epsilon"]


def set_epsilon(value):
    """Sets that number."""
    _settings["epsilon"] = value


def image_data_format():
    """ "channels_last" or "channels_first"."""
    return _settings["image_data_format"]


def set_image_data_format(data_format):
    """Sets whether the channels of an image are its first or last axis."""
    if data_format not in _FORMATS:
        raise ValueError(f"Unknown data_format: {data_format}")
    _settings["image_data_format"] = str(data_format)


def normalize_data_format(value):
    """A layer's data_format argument in small letters, or what is set."""
    value = (image_data_format() if value is None else value).lower()
    if value not in _FORMATS:
        raise ValueError(
            f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {value}'
        )
    return value
