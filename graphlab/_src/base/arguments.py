"""Arguments of a function whose signature says what another one accepts, passed on to it by name."""


def forwarded(local_variables, *left_out):
    """Returns the arguments of the calling function as keywords: `super().__init__(**forwarded(locals()))`.

    local_variables: locals(), before the function has variables other than its arguments; `kwargs` is merged in.
    left_out: the names of arguments, and of variables of the function around it, that are not passed on.
    """
    without = {"self", "__class__", "kwargs", *left_out}
    arguments = {name: value for name, value in local_variables.items() if name not in without}
    return {**arguments, **local_variables.get("kwargs", {})}
