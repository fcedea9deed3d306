"""How a function becomes a family: what it is drawn with, and what several families share."""


def family(families, weight):
    """Adds a function of a Maker to a module's list; weight: how often it is drawn, beside the others."""

    def add(function):
        function.weight = weight
        families.append(function)
        return function

    return add


def dtype(name):
    """A dtype as an argument."""
    return {"dtype": name}
