"""What is current in this thread: stacks of defaults, and hooks that higher layers fill."""

import contextlib
import importlib
import threading


class DefaultStack(threading.local):
    """A stack of default objects, one per thread; `with stack.get_controller(x)` makes x the default."""

    def __init__(self):
        self.stack = []

    def get_default(self):
        """The innermost default, or None."""
        return self.stack[-1] if self.stack else None

    def is_cleared(self):
        """True when no `with` block is open."""
        return not self.stack

    @contextlib.contextmanager
    def get_controller(self, default, enforce_nesting=True):
        """Makes `default` the default inside the block.

        enforce_nesting: AssertionError when blocks are left in another order than they were entered in.
        """
        self.stack.append(default)
        try:
            yield default
        finally:
            if self.stack:
                if not enforce_nesting:
                    self._remove_last(default)
                elif self.stack[-1] is not default:
                    raise AssertionError(f"Nesting violated for default stack of {type(default)} objects")
                else:
                    self.stack.pop()

    def _remove_last(self, default):
        for i in range(len(self.stack) - 1, -1, -1):
            if self.stack[i] is default:
                del self.stack[i]
                return


sessions = DefaultStack()

# Where a low layer asks for something that a higher one makes: the module and name, imported when first wanted.
_HOOKS = {
    "display": "graphlab._src.viz.mimebundle:mimebundle",
    "graph_cell": "graphlab._src.viz.magic:graph_cell",
    "fallback_session": "graphlab._src.session.keras_session:fallback_session",
    "live": "graphlab._src.viz.scalars.view:live",
    "read_graph": "graphlab._src.cli.file_contents:read_graph",
}


def hook(name):
    """The function that a higher layer provides under this name."""
    module, _, attribute = _HOOKS[name].partition(":")
    return getattr(importlib.import_module(module), attribute)
