"""What an exception says, for a place where there is a line for it."""


def sentence(error):
    """What an exception says in a line or two: its first line, and what to do about it."""
    first, *rest = str(error).splitlines() or [type(error).__name__]
    fix = next((line.partition("fix")[2].strip() for line in rest if line.startswith("  fix ")), "")
    return f"{first.rstrip('.')}: {fix}" if fix else first
