"""Scopes that are added, removed or renamed as a whole, which summarize their operations."""

from collections import Counter, defaultdict


def scopes_of(name):
    """The scopes around an operation, the innermost first."""
    while "/" in name:
        name = name.rpartition("/")[0]
        yield name


def whole_scopes(operations, graph):
    """{a name for some of `operations` of `graph`: these}: a scope all of whose operations are among them is "norm/"."""
    of_all = Counter(scope for op in graph.get_operations() for scope in scopes_of(op.name))
    of_these = Counter(scope for op in operations for scope in scopes_of(op.name))
    found = defaultdict(list)
    for op in operations:
        whole = [scope for scope in scopes_of(op.name) if of_these[scope] == of_all[scope] > 1]
        found[f"{whole[-1]}/" if whole else op.name].append(op)
    return dict(found)


def renamed_scopes(renamed):
    """[[scope, the one that most of what was in it is in now]]; renamed: {operation: the same one, renamed}."""
    votes = defaultdict(Counter)
    for ours, theirs in renamed.items():
        a, b = ours.name, theirs.name
        while "/" in a and "/" in b and a.rpartition("/")[2] == b.rpartition("/")[2]:
            a, b = a.rpartition("/")[0], b.rpartition("/")[0]
            if a == b:
                break
            votes[a][b] += 1
    return [[scope, others.most_common(1)[0][0]] for scope, others in votes.items()]


def outermost(renamed):
    """[(name, new name, operations)]: which scope became which, or which operation; operations by their old names."""
    scopes = dict(renamed_scopes(renamed))
    found = {}
    for ours, theirs in renamed.items():
        moved = [
            scope for scope in scopes_of(ours.name) if theirs.name == scopes.get(scope, "\0") + ours.name[len(scope) :]
        ]
        names = (moved[-1], scopes[moved[-1]]) if moved else (ours.name, theirs.name)
        found.setdefault(names, []).append(ours)
    return [(*names, operations) for names, operations in found.items()]
