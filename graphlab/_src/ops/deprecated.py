"""Arguments that TensorFlow renamed; both names are accepted."""


def renamed(new_name, new_value, old_name, old_value):
    """The value that was given under either name; ValueError when both were."""
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'")
    return old_value
