"""Names of tensors as Python's text and as a file's bytes; those that are no UTF-8 stay apart, and come back."""


def to_text(key: bytes) -> str:
    """The name that a key of a file represents."""
    return key.decode(errors="surrogateescape")


def to_key(name: str | bytes) -> bytes:
    """The key of a name in a file."""
    return name.encode(errors="surrogateescape") if isinstance(name, str) else name
