"""Whether AutoGraph converts what is called: it is enabled, disabled, or nothing is said, as outside of tf.function."""

import enum
import threading


class Status(enum.Enum):
    """UNSPECIFIED counts as ENABLED, but in the texts of errors."""

    UNSPECIFIED = 0
    ENABLED = 1
    DISABLED = 2


class ControlStatusCtx:
    """`with ControlStatusCtx(Status.DISABLED):` sets the status of this thread. options: of the conversion."""

    def __init__(self, status: Status, options: object = None) -> None:
        self.status = status
        self.options = options

    def __enter__(self) -> "ControlStatusCtx":
        _stacks.entered.append(self)
        return self

    def __exit__(self, *unused: object) -> None:
        _stacks.entered.remove(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}[status={self.status}, options={self.options}]"


class _Stacks(threading.local):
    def __init__(self) -> None:
        self.entered = [ControlStatusCtx(Status.UNSPECIFIED)]


_stacks = _Stacks()


def control_status_ctx() -> ControlStatusCtx:
    """The innermost ControlStatusCtx of this thread."""
    return _stacks.entered[-1]


def refusal(task: str) -> str:
    """The text of the error of what is not allowed while a graph is built; task: what that is."""
    status = control_status_ctx().status
    if status is Status.DISABLED:
        return f"{task} is not allowed: AutoGraph is disabled in this function. Try decorating it directly with @tf.function."
    if status is Status.ENABLED:
        return f"{task} is not allowed: AutoGraph did not convert this function. Try decorating it directly with @tf.function."
    return f"{task} is not allowed in Graph execution."
