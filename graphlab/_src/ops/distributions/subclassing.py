"""What authors of distributions write their classes with: notes in docstrings, and the arguments of a constructor."""

import functools
import inspect


class AppendDocstring:
    """Decorates a method with a copy whose docstring has a note at its end.

    additional_note: the note.  kwargs_dict: {keyword: its description in one line}, a list at the end of the note.
    ValueError for a keyword with a space, or a description of several lines.
    """

    def __init__(self, additional_note="", kwargs_dict=None):
        self._additional_note = additional_note
        if kwargs_dict:
            lines = []
            for key, value in sorted(kwargs_dict.items()):
                if any(x.isspace() for x in key):
                    raise ValueError(f'Parameter name "{key}" contains whitespace.')
                value = value.lstrip()
                if "\n" in value:
                    raise ValueError(f'Parameter description for "{key}" contains newlines.')
                lines.append(f"*  `{key}`: {value}")
            self._additional_note += "\n\n##### `kwargs`:\n\n" + "\n".join(lines)

    def __call__(self, fn):
        @functools.wraps(fn)
        def method(*args, **kwargs):
            return fn(*args, **kwargs)

        method.__doc__ = (
            self._additional_note if method.__doc__ is None else f"{method.__doc__}\n{self._additional_note}"
        )
        return method


def parent_frame_arguments():
    """{argument: value} of the function that calls this one."""
    frame = inspect.stack()[1][0]
    names, _, keywords, values = inspect.getargvalues(frame)
    arguments = {name: values[name] for name in names}
    arguments.update(values.get(keywords, {}) if keywords else {})
    return arguments
