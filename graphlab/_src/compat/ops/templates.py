"""tensorflow.python.ops.template: templates whose function runs as one of its own."""

import functools
from collections.abc import Callable
from typing import Any

from graphlab._src.function.def_function import defun
from graphlab._src.state import template


class Template(template.Template):
    """A function with variables of its own. create_graph_function: True calls it as a tf.contrib.eager.defun."""

    def __init__(
        self,
        name: str,
        func: Callable[..., Any],
        create_scope_now: bool = False,
        unique_name: str | None = None,
        custom_getter: Any = None,
        create_graph_function: bool = False,
    ) -> None:
        called = defun(func) if create_graph_function else func
        super().__init__(name, called, create_scope_now, unique_name, custom_getter)


def make_template_internal(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Any = None,
    create_graph_function_: bool = False,
    **kwargs: Any,
) -> Template:
    """tf.make_template, with a choice more: create_graph_function_, which calls func_ as a tf.contrib.eager.defun."""
    function = functools.partial(func_, **kwargs) if kwargs else func_
    return Template(name_, function, create_scope_now_, unique_name_, custom_getter_, create_graph_function_)
