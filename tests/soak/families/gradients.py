"""Gradients of what a program computed, and gradients of those."""

from tests.soak.families.family import family

FAMILIES = []

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
