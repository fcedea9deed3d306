"""Which operations are auxiliary: gradients, updates, initializers, summaries and savers, and what says how a model runs.

The counterpart of roles.ts and gradients.ts in the extension, which explain each rule; tests hold both to one fixture.
"""

import re

from graphlab._src.base import dtypes
from graphlab._src.viz.links import parent

_SERVES = re.compile(r"NoOp|.*Summary(V2)?|Save.*|Restore.*|MergeV2Checkpoints|IsVariableInitialized|Print|Assert")
_ROUNDS = 2
_FED = re.compile(r"Placeholder.*|.*Iterator.*|.*Dequeue.*|.*Reader.*")
_SAVES = re.compile(r"Save|MergeV2Checkpoints")
_GRADIENTS = re.compile(r"gradients(_\d+)?")
_PENALTY, _SUMMED, _SUM = re.compile(r"L2Loss|Abs|Square"), re.compile(r"Abs|Square"), re.compile(r"Sum|Mean")
_STEP = re.compile(r"(^|/)global_step$")
_PLACEHOLDER = re.compile(r"Placeholder(V2|WithDefault)?")
_SETTING = re.compile(
    r"((is_|in_|keras_)?(train(ing)?|learning|test(ing)?|inference)(_?(phase|mode|flag|time|ph|placeholder|pl))?"
    r"|phase(_train)?|(keep|dropout|drop)_?(prob|probability|rate|keep_prob|ratio)?(_?\d+|_ph|_pl|_placeholder)?"
    r"|(learning|decay)_?rate|lr|momentum|weight_decay|temperature|batch_size)(_\d+)?",
    re.IGNORECASE,
)
_IN_TRAINING = re.compile(r"(^|/)(batch_?norm|bn|dropout)[^/]*/", re.IGNORECASE)

SERVING = 1
FEEDING = 2  # computed from constants and random numbers, and consumed by what serves alone
SETTING = 3  # says how the model runs: whether this is training, a dropout rate


def auxiliary(links):
    """SERVING, FEEDING or SETTING for each auxiliary operation, 0 for each of the model."""
    count, types, users = len(links), links.types, links.users
    found, fixed = [0] * count, [False] * count
    settings = _settings(links)
    gradients = _gradient_scopes(links)
    is_serving = [bool(_SERVES.fullmatch(links.types[i])) or links.is_writing(i) for i in range(count)]
    for i in range(count):
        if is_serving[i] and not (users[i] and _passes(links, i)) or gradients[i]:
            found[i] = SERVING
    late = _spread(links, found, fixed)
    for _ in range(_ROUNDS):
        late = late and _spread(links, found, fixed)
    for i in _gradients_of_model(links, found, is_serving, gradients):
        found[i] = 0
    for i in range(count):
        if settings[i] and not found[i]:
            found[i] = SETTING
        elif types[i] == "Neg" and not found[i]:
            scope = links.scope(i)
            if scope and users[i] and all(gradients[j] and parent(gradients[j]) == scope for j in users[i]):
                found[i] = SERVING
    for i in reversed(range(count)):
        scalar_input = _FED.fullmatch(types[i]) and all(t.shape.ndims == 0 for t in links.operations[i].outputs)
        if not found[i] and (fixed[i] or scalar_input) and _feeds(links, found, i):
            found[i] = FEEDING if fixed[i] else SETTING
            for user in users[i]:
                if _is_idle_read(links, i, user):
                    found[user] = FEEDING
    return found


def _passes(links, number):
    """Whether an operation that serves returns the value that is its input, as Print does."""
    op = links.operations[number]
    if links.is_writing(number) or not op.inputs or not op.outputs:
        return False
    return op.outputs[0].dtype == op.inputs[0].dtype != dtypes.string


def _spread(links, found, fixed):
    """Marks what follows from the inputs of each operation; returns whether an input came after what consumes it."""
    late = False
    for i, inputs in enumerate(links.inputs):
        made = not _FED.fullmatch(links.types[i])
        for producer, _ in inputs:
            if producer < 0:
                made = False
                continue
            if producer > i and not found[i]:
                late = True
            is_read = links.is_identity[i] and links.is_writing(producer)
            if found[producer] == SERVING and not is_read:
                found[i] = SERVING
            made = made and fixed[producer]
        if any(one >= 0 and _SAVES.match(links.types[one]) for one in links.controls[i]):
            found[i] = SERVING
        fixed[i] = made
    return late


def _feeds(links, found, number):
    """Whether all its consumers are auxiliary, and it has at least one."""
    users = [user for user in links.users[number] if not _is_idle_read(links, number, user)]
    if not users or not all(found[user] for user in users):
        return False
    only_assigned = all(re.match("Assign.*", links.types[user]) for user in users)
    # A variable whose only consumer so far is its initializer may still become part of the model.
    is_new = links.is_variable[number] and only_assigned
    return not is_new or _STEP.search(links.names[number]) is not None


def _is_idle_read(links, number, user):
    return links.is_variable[number] and links.is_identity[user] and not links.users[user]


def _settings(links):
    """Whether each operation is a scalar that says how the model runs, or is computed from these alone."""
    found = [False] * len(links)
    scalar = [all(t.shape.ndims in (0, None) for t in op.outputs) for op in links.operations]
    for i, type_ in enumerate(links.types):
        if not scalar[i]:
            continue
        if _PLACEHOLDER.fullmatch(type_):
            is_named = _SETTING.fullmatch(links.names[i].rpartition("/")[2])
            found[i] = bool(is_named) or _is_of_training(links, scalar, i)
        elif links.inputs[i]:
            producers = [one for one, _ in links.inputs[i] if one >= 0]
            found[i] = any(found[one] for one in producers) and all(
                found[one] or links.is_constant[one] for one in producers
            )
    return found


def _is_of_training(links, scalar, number, deep=True):
    """Whether all consumers are in layers that run in another way while they are trained."""
    return bool(links.users[number]) and all(
        _IN_TRAINING.search(links.names[user])
        or (deep and scalar[user] and _is_of_training(links, scalar, user, deep=False))
        for user in links.users[number]
    )


def _gradient_scopes(links):
    """For each operation the outermost scope of gradients that its name lies in, or ""."""
    found = []
    for name in links.names:
        parts = parent(name).split("/")
        at = next((k for k, part in enumerate(parts) if _GRADIENTS.fullmatch(part)), None)
        found.append("" if at is None else "/".join(parts[: at + 1]))
    return found


def _gradients_of_model(links, found, is_serving, gradients):
    """The operations among gradients, and what is computed from them, that the model itself computes with."""
    count, users = len(links), links.users
    updates, training = [False] * count, set()
    for i in reversed(range(count)):
        if found[i]:
            updates[i] = links.is_writing(i) or any(updates[j] and not gradients[j] for j in users[i])
            if updates[i] and gradients[i]:
                training.add(gradients[i])
    trained, computed = [False] * count, [False] * count
    for i in range(count):
        if found[i]:
            producers = [one for one, _ in links.inputs[i] if one >= 0]
            computed[i] = bool(gradients[i]) or any(computed[j] for j in producers)
            trained[i] = gradients[i] in training or links.is_writing(i) or any(trained[j] for j in producers)
    of_model = [False] * count
    for i in reversed(range(count)):
        if not found[i] or is_serving[i] or trained[i]:
            continue
        if gradients[i]:
            of_model[i] = any(not found[j] or of_model[j] for j in users[i])
        else:
            of_model[i] = computed[i] and (
                not users[i] or any(not found[j] or of_model[j] or gradients[j] for j in users[i])
            )
    return [i for i in range(count) if of_model[i]]


def penalties(links):
    """1 for each operation of a regularization loss, which depends on variables alone, 2 for what adds several to another loss."""
    found = [0] * len(links)
    for i, type_ in enumerate(links.types):
        producers = [one for one, _ in links.inputs[i] if one >= 0]
        added = [one for one in producers if found[one] == 1]
        if all(found[one] == 1 or links.is_constant[one] for one in producers):
            found[i] = int(bool(added))
        elif _PENALTY.fullmatch(type_) and (
            not _SUMMED.fullmatch(type_) or any(_SUM.fullmatch(links.types[user]) for user in links.users[i])
        ):
            found[i] = int(_is_of_variable(links, producers[0]))
        elif len(added) > 1:
            found[i] = 2
    return found


def _is_read(op):
    return op.definition is not None and op.definition.access == "read"


def _is_of_variable(links, number):
    if (links.is_identity[number] or _is_read(links.operations[number])) and links.inputs[number]:
        number = links.inputs[number][0][0]
    return number >= 0 and links.is_variable[number]
