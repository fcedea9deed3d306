"""The layer that each variable belongs to, where the names say something else, as with `tf.layers` in a name scope.

The counterpart of homes.ts in the extension, which explains each rule; tests hold both to one fixture.
"""

import collections
import os.path

from graphlab._src.viz.links import is_in, parent, without_number


def weight_homes(links, roles, penalties):
    """{scope of a variable: the scope that uses it}, of those in no scope, or in scopes that hold only variables."""
    variables = variable_scopes(links)
    bare = weight_only_scopes(links, roles, variables)
    users = _users(links, roles, penalties, variables)
    homes = {}
    for scope in variables:
        around = parent(scope)
        if around and around not in bare:
            continue
        user = _layer(links, users[scope])
        if user:
            home = next((at for at in _upward(user) if _is_namesake(at, around)), user)
        else:
            named = (at for one in users[scope] for at in _upward(one) if _is_namesake(at, around))
            home = next(named, "")
        layer = parent(around)
        # Weights that the reader wrote beside what uses them, in the same layer, stay there.
        is_beside = layer and home == user and is_in(user, layer) and without_number(user) != without_number(around)
        if home and not is_beside:
            homes[scope] = home
    return homes


def _is_namesake(scope, other):
    """Whether two scopes have one name, but for numbers; the root has none."""
    return bool(other) and without_number(scope) == without_number(other)


def variable_scopes(links):
    """The scopes that have a variable's name; not of those beneath another variable's, as an optimizer's are."""
    named = [name for i, name in enumerate(links.names) if links.is_variable[i] and name in links.own]
    known = set(named)
    return [scope for scope in named if not any(at in known for at in _upward(parent(scope)))]


def weight_only_scopes(links, roles, variables):
    """The scopes, but not the root, in which all are variables with what has their names, or auxiliary."""
    known, others = set(variables), set()
    scopes = set(links.sizes)
    for i in range(len(links)):
        scope = links.scope(i)
        if not roles[i] and not any(at in known for at in _upward(scope)):
            others.update(_upward(scope))
    return scopes - others


def _users(links, roles, penalties, variables):
    """{scope of a variable: {scope of the model that uses it}}, oldest first"""
    known = set(variables)
    found = collections.defaultdict(dict)
    for i in range(len(links)):
        scope = next((at for at in _upward(links.scope(i)) if at in known), None)
        for user in links.users[i] if scope else ():
            if not roles[user] and not penalties[user] and not is_in(links.scope(user), scope):
                found[scope][links.scope(user)] = True
    return found


def _layer(links, users):
    """The innermost scope around all of these; an operation is none, even if there are names beneath its own."""
    common = os.path.commonpath([f"/{user}" for user in users])[1:] if users else ""
    while common and common in links.own:
        common = parent(common)
    return common


def _upward(scope):
    """A scope, and all around it but the root."""
    while scope:
        yield scope
        scope = parent(scope)
