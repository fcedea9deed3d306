"""Hints: what is known of a matrix without looking at its numbers (True, False, or None where it isn't known).

They are is_square, is_non_singular, is_self_adjoint and is_positive_definite of operators, and follow from those of others.
"""


def hints_of(operator):
    """The four hints of an operator as keyword arguments of a constructor."""
    return {
        "is_non_singular": operator.is_non_singular,
        "is_self_adjoint": operator.is_self_adjoint,
        "is_positive_definite": operator.is_positive_definite,
        "is_square": operator.is_square,
    }


def use_operator_or_provided_hint_unless_contradicting(operator, hint_attr_name, provided_hint_value, message):
    """The hint that an operator and its user agree on. ValueError, with the message, where they contradict."""
    known = {getattr(operator, hint_attr_name), provided_hint_value} - {None}
    if len(known) > 1:
        raise ValueError(message)
    return known.pop() if known else None


def shared_hints(operator, what, **provided):
    """The hints of a matrix that has each property exactly if the operator does; what: "its inverse", say."""
    return {
        name: use_operator_or_provided_hint_unless_contradicting(
            operator, name, value, f"An operator is {_PHRASES[name]} if and only if {what} is {_PHRASES[name]}."
        )
        for name, value in provided.items()
    }


_PHRASES = {
    "is_square": "square",
    "is_non_singular": "non-singular",
    "is_self_adjoint": "self-adjoint",
    "is_positive_definite": "positive-definite",
}


def implied(operators, hint, provided, message):
    """The hint of what has a property where all these operators do. ValueError where the user said that it has not."""
    if not all(getattr(operator, hint) for operator in operators):
        return provided
    if provided is False:
        raise ValueError(message)
    return True


def combined_commuting_self_adjoint_hint(operator_a, operator_b):
    """is_self_adjoint of the product of two operators that commute."""
    a, b = operator_a.is_self_adjoint, operator_b.is_self_adjoint
    if a and b:
        return True
    return False if {a, b} == {True, False} else None


def combined_commuting_positive_definite_hint(operator_a, operator_b):
    """is_positive_definite of the product of two operators that commute."""
    both = (operator_a, operator_b)
    return True if all(one.is_positive_definite and one.is_self_adjoint for one in both) else None


def combined_non_singular_hint(operator_a, operator_b):
    """is_non_singular of the product of two square operators."""
    a, b = operator_a.is_non_singular, operator_b.is_non_singular
    if a is False or b is False:
        return False
    return a and b


def is_square(operator_a, operator_b):
    """is_square of the product of two operators."""
    a, b = operator_a.is_square, operator_b.is_square
    if a and b:
        return True
    if a is None or b is None:
        return None
    return False if a != b else operator_a.range_dimension == operator_b.domain_dimension


def product_hints(operator_a, operator_b):
    """The hints of the product of any two operators."""
    square = is_square(operator_a, operator_b)
    if square is False:
        return dict.fromkeys(_PHRASES, False)
    return {
        "is_square": square,
        "is_non_singular": combined_non_singular_hint(operator_a, operator_b) if square else None,
    }


def commuting_hints(operator_a, operator_b):
    """The hints of the product of two square operators that commute."""
    return {
        "is_square": True,
        "is_non_singular": combined_non_singular_hint(operator_a, operator_b),
        "is_self_adjoint": combined_commuting_self_adjoint_hint(operator_a, operator_b),
        "is_positive_definite": combined_commuting_positive_definite_hint(operator_a, operator_b),
    }
