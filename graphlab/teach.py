"""graphlab.teach: exercises that check themselves.

check = teach.exercise("ex08_reuse")
check(layer)
"""

from graphlab._src.teach.answers import AnyGraph, Function, Names, Node, Number, Order, Table, Word
from graphlab._src.teach.exercise import Exercise, checker, exercise, exercises
from graphlab._src.teach.questions import order, predict, which_fetch
from graphlab._src.teach.trial import Trial
from graphlab._src.teach.verdict import Verdict

__all__ = [
    "AnyGraph",
    "Exercise",
    "Function",
    "Names",
    "Node",
    "Number",
    "Order",
    "Table",
    "Trial",
    "Verdict",
    "Word",
    "checker",
    "exercise",
    "exercises",
    "order",
    "predict",
    "which_fetch",
]
