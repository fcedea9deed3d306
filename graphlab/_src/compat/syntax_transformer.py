"""tensorflow.python.autograph.pyct.transformer: the base class that programs' own changes of syntax trees derive from.

TensorFlow's analyses of such trees (pyct.cfg, core.converter) have no counterpart: graphlab's AutoGraph makes its own.
"""

import ast
from typing import Any


class Base(ast.NodeTransformer):
    """Visits the nodes of a syntax tree, and replaces each by what the method visit_X of its class X returns.

    ctx: what the program knows of the function whose tree it is.
    """

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx

    def visit_block(self, nodes: list[Any], before_visit: Any = None, after_visit: Any = None) -> list[Any] | None:
        """The statements, each visited: one of them may become several, or none.

        before_visit: called before the first.  after_visit(statement) -> (statement, list that the following go into or None).
        """
        if nodes is None:
            return None
        if before_visit:
            before_visit()
        results: list[Any] = []
        into = results
        for node in nodes:
            made, following = self.visit(node), None
            if after_visit and made is not None:
                made, following = after_visit(made)
            if isinstance(made, (list, tuple)):
                into.extend(made)
            elif made is not None:
                into.append(made)
            if following is not None:
                into = following
        return results
