"""Gradients of what a program computed, and gradients of those."""

from tests.soak.families.family import family
from tests.soak.programs import references

FAMILIES = []

# What is differentiated no more often, and where TensorFlow's gradient is wrong: that of an adjoint inverse is transposed,
# those of what is fractional go to other windows.
UNLIKE = {"tf.gradients", "through", "tf.matrix_inverse", "tf.nn.fractional_max_pool", "tf.nn.fractional_avg_pool"}
# TensorFlow's second derivatives of determinants are transposed.
ONCE = {"tf.matrix_determinant", "tf.linalg.slogdet", "tf.linalg.logdet"}
TYPES = ("float32", "float64", "complex64", "float16")


@family(FAMILIES, 6)
def gradients(m):
    if m.depth:
        return
    ys = [ref for ref in m.pool if ref.dtype in TYPES]
    if not ys:
        return
    y = ys[-1] if m.chance(0.5) else m.choice(ys)
    xs = [ref for ref in m.pool if ref.dtype in TYPES]
    xs = [m.choice(xs) for _ in range(m.int(1, 2))]
    extra = {}
    if y.shape is not None and m.chance(0.3):
        extra["grad_ys"] = m.leaf(y.dtype, y.shape, "plain")
    if m.chance(0.15):
        extra["unconnected_gradients"] = "zero"
    first = m.emit("tf.gradients", y, xs, outs=[], **extra)
    del first
    if xs[0].shape is not None and m.chance(0.25):
        name = m.statements[-1]["out"] + ".0"
        m.emit("tf.gradients", {"t": name}, [xs[0]])


@family(FAMILIES, 8)
def through(m):
    """The gradients of one statement in the floats that it was given: of one that is there, or of one made for it."""
    from tests.soak import families  # noqa: PLC0415 - which imports this module

    if m.depth:
        return
    first = 0
    if m.chance(0.7) or not m.statements:
        first = len(m.statements)
        table = [one for module in families.MODULES for one in module.FAMILIES if one not in (gradients, through)]
        m.weighted(table, [one.weight for one in table])(m)
    made = [one for one in m.statements[first:] if one["call"] not in UNLIKE and inputs(m, one)]
    if not made:
        return
    statement = made[-1] if m.chance(0.6) else m.choice(made)
    xs = inputs(m, statement)
    xs = xs if m.chance(0.6) else [m.choice(xs)]
    twice = m.chance(0.3) and statement["call"] not in ONCE
    m.emit("through", {"t": statement["out"]}, [{"t": x} for x in xs], m.chance(0.6), twice)


def inputs(m, statement):
    """The names of the floats that a statement refers to; of those behind what it refers to where these are none."""
    empty = {ref.name for ref in m.pool if ref.shape is not None and 0 in ref.shape}
    if statement["call"] in ONCE and {ref.name for ref in m.pool if "complex" in ref.dtype}.intersection(
        references([statement["args"], statement["kwargs"]])
    ):
        return []  # TensorFlow forgets to conjugate the determinant
    if "conv" in statement["call"] and empty.intersection(references([statement["args"], statement["kwargs"]])):
        return []  # of no images TensorFlow returns memory that was never written
    floats = {ref.name for ref in m.pool if ref.dtype in TYPES}
    by_name = {one["out"]: one for one in m.statements}
    left, seen = [statement], set()
    while left:
        names = [name for one in left for name in references([one["args"], one["kwargs"]])]
        found = [name for i, name in enumerate(names) if name in floats and name not in names[:i]]
        if found:
            return found
        seen.update(one["out"] for one in left)
        left = [by_name[name] for name in names if name in by_name and name not in seen]
    return []
