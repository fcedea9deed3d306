"""What is current in this thread: stacks of defaults, and hooks that higher layers fill."""

import contextlib
import importlib
import threading
from collections.abc import Generator
from typing import Any

from graphlab._src.base.signals import delayed


class DefaultStack(threading.local):
    """A stack of default objects, one per thread; `with stack.get_controller(x)` makes x the default."""

    def __init__(self) -> None:
        self.stack: list[Any] = []

    def get_default(self) -> Any:
        """The innermost default, or None."""
        return self.stack[-1] if self.stack else None

    def reset(self) -> None:
        """Forgets all defaults of this thread, those of open `with` blocks too."""
        self.stack.clear()

    def is_cleared(self) -> bool:
        """True when no `with` block is open."""
        return not self.stack

    @contextlib.contextmanager
    def get_controller(self, default: Any, enforce_nesting: bool = True) -> Generator[Any]:
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

    def _remove_last(self, default: Any) -> None:
        for i in range(len(self.stack) - 1, -1, -1):
            if self.stack[i] is default:
                del self.stack[i]
                return


sessions = DefaultStack()
inherited: list[threading.local] = []  # what a thread that builds a replica begins with as its starter has it

# What a low layer needs of a higher one: module and name, imported on first use.
_HOOKS = {
    "serialized_layer": "graphlab._src.keras.engine.saved_model:serialized",
    "layer_metadata": "graphlab._src.keras.engine.saved_model:metadata",
    "layer_identifier": "graphlab._src.keras.engine.saved_model:identifier",
    "loss_scale": "graphlab._src.train.optimizers.loss_scale:get",
    "mean_metric": "graphlab._src.keras.engine.metric:Mean",
    "display": "graphlab._src.viz.mimebundle:mimebundle",
    "play_commands": "graphlab._src.play.answers:handlers",
    "graph_cell": "graphlab._src.viz.magic:graph_cell",
    "fallback_session": "graphlab._src.session.keras_session:fallback_session",
    "symbolic_gradient": "graphlab._src.autodiff.symbolic_gradients:gradient_of",
    "gradients": "graphlab._src.autodiff.gradients:gradients",
    "session": "graphlab._src.session.session:Session",
    "graph_panel": "graphlab._src.viz.panel:opened",
    "editor_commands": "graphlab._src.editor.commands:handlers",
    "live": "graphlab._src.viz.scalars.view:live",
    "remote_target": "graphlab._src.cluster.remote_targets:find",
    "retained_sessions": "graphlab._src.editor.retained_values:RetainedSessions",
    "form_fields": "graphlab._src.editor.form_fields:messages_of",
    "fix_offer": "graphlab._src.editor.fix_offers:offer",
    "open_graph": "graphlab._src.cli.file_contents:open_graph",
}


def hook(name: str) -> Any:
    """The function that a higher layer provides under this name."""
    module, _, attribute = _HOOKS[name].partition(":")
    with delayed():  # an interrupt must not leave JAX half imported
        return getattr(importlib.import_module(module), attribute)
