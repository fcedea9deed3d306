"""Peek: the value of a tensor by a run beside those of the program, with what the last run fed."""

import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.graph.references import owner_of
from graphlab._src.graph.traversal import executed_by, is_placeholder
from graphlab._src.play import last_feeds, values
from graphlab._src.play.run_values import RunShape, stored_values
from graphlab._src.play.sentences import sentence
from graphlab._src.viz.commands import command
from graphlab._src.viz.value_summary import summarize

_LONGEST = 400  # characters of a reason
_NAMED = 3  # of the placeholders that are missing


def peek(tensor):
    """The value of a tensor now: from the variables as they are and what the last run of its graph fed.

    Nothing else notes the run. Raises ValueError where it would do more than compute (draw random numbers, change a
    variable, print), where a value to feed is missing, or where there is no session; and what the run itself raises.
    """
    session, fed = last_feeds.last(tensor.graph)
    if session is None:
        message = "No session of this graph is open"
        raise ValueError(explain(message, fix="make one, tf.Session(), and run its initializers"))
    if tensor in fed:
        return np.asarray(fed[tensor]), {tensor.op}
    owner = owner_of(tensor)
    if owner is not None:
        found = stored_values(session, {tensor: owner})
        if not found:
            raise ValueError(explain(f"'{owner.name}' has no value yet", fix="run its initializer"))
        return found[tensor], {owner}
    ran = executed_by([tensor], set(fed))
    missing = sorted(op.name for op in ran if is_placeholder(op))
    if missing:
        names = ", ".join(f"'{name}'" for name in missing[:_NAMED])
        message = f"The last run since a diagram was shown did not feed {names}"
        raise ValueError(explain(message, fix="run something that is fed it, then peek again"))
    if not tensor.graph.is_fetchable(tensor):
        raise ValueError(explain(f"'{tensor.name}' lies in a branch or loop: it has no single value"))
    call = session.unnoted(tensor, list(fed))
    shape = RunShape(session, tensor, fed, call.runner.plan)
    if shape.why_more:
        raise ValueError(explain(shape.why_more, fix="fetch it in a run of your own"))
    if not shape.has_one_value(tensor):
        raise ValueError(explain(f"'{tensor.name}' lies in a branch or loop: it has no single value"))
    return call.execute(list(fed.values())), ran | {key.op for key in fed}


@command("peek")
def answer(view, content):
    """Makes the run, and shows the value in all graph views of the graph; or says why not."""
    message = {name: content.get(name) for name in ("type", "view", "op", "output")}
    try:
        tensor = values.requested_tensor(view, content)
        if tensor is None:
            raise ValueError(explain("This graph has no session", fix="import it into a program, and run it there"))
        value, ran = peek(tensor)
    except Exception as error:
        view.widget.send(message | {"why": sentence(error)[:_LONGEST]})
        return
    shown = values.of(tensor.graph)
    shown.show({tensor: value}, extra=True, fetched=[tensor])
    view.widget.send(message | {"text": f"{tensor.name}  {summarize(value, brief=True)}", "ran": len(ran)})
