"""NoProgramError: `graphlab run` has nothing to run."""


class NoProgramError(Exception):
    """There is nothing to run; the text says why."""
