"""Arguments of a function whose signature says what another one accepts, and their defaults."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def forwarded(local_variables, *left_out):
    """Returns the arguments of the calling function as keywords: `super().__init__(**forwarded(locals()))`.

    local_variables: locals(), before the function has variables other than its arguments; `kwargs` is merged in.
    left_out: the names of arguments, and of variables of the function around it, that are not passed on.
    """
    without = {"self", "__class__", "kwargs", *left_out}
    arguments = {name: value for name, value in local_variables.items() if name not in without}
    return {**arguments, **local_variables.get("kwargs", {})}


def with_defaults(**defaults: Any) -> Callable[[type[T]], type[T]]:
    """A decorator of a class with the arguments of the class above it, some of which have these defaults."""

    def decorate(cls: type[T]) -> type[T]:
        known = inspect.signature(cls.__init__).parameters
        names = list(known)[1:]
        signature = inspect.Signature([p.replace(default=defaults.get(p.name, p.default)) for p in known.values()])

        def init(self, *args, **kwargs):
            given = names[: len(args)]
            left_out = {name: value for name, value in defaults.items() if name not in given}
            super(cls, self).__init__(*args, **{**left_out, **kwargs})

        init.__signature__ = signature  # pyright: ignore[reportFunctionMemberAccess]
        cls.__init__ = init  # pyright: ignore[reportAttributeAccessIssue]
        return cls

    return decorate
