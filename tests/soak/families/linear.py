"""Matrices: products, decompositions, solvers, Fourier transforms."""

from tests.soak.families.family import family

FAMILIES = []

WIDE = ("float32", "float64", "complex64", "complex128")


@family(FAMILIES, 5)
def products(m):
    kind = m.choice(["matmul", "matmul", "batch", "tensordot", "einsum", "vector", "operator"])
    name = m.dtype(("float32", "float64", "float16", "int32", "complex64", "bfloat16", "int64"))
    a, b, c = (m.choice([0, 1, 2, 3, 4]) for _ in range(3))
    if kind in ("matmul", "operator", "batch"):
        batch = [m.choice([1, 2])] if kind == "batch" else []
        turned = m.chance(0.3), m.chance(0.3)
        if kind == "operator":
            turned = False, False
        x = m.any([name], shape=batch + ([b, a] if turned[0] else [a, b]))
        y = m.any([name], shape=batch + ([c, b] if turned[1] else [b, c]))
        if kind == "operator":
            m.emit("operator.matmul", x, y, outs=[(name, [a, c])])
        else:
            how = m.choice(["transpose", "adjoint"])
            extra = {f"{how}_{side}": True for side, on in zip("ab", turned) if on}
            m.emit("tf.matmul", x, y, outs=[(name, [*batch, a, c])], **extra)
    elif kind == "tensordot":
        x, y = m.any([name], shape=[a, b, c]), m.any([name], shape=[c, b])
        m.emit("tf.tensordot", x, y, [[2, 1], [0, 1]], outs=[(name, [a])])
    elif kind == "einsum":
        x, y = m.any([name], shape=[a, b]), m.any([name], shape=[b, c])
        m.emit("tf.einsum", m.choice(["ij,jk->ik", "ij,jk->ki", "ab,bc->ac"]), x, y)
    else:
        x, y = m.any([name], shape=[a, b]), m.any([name], shape=[b])
        m.emit("tf.linalg.matvec", x, y, outs=[(name, [a])])


@family(FAMILIES, 2)
def of_square(m):
    name, size = m.choice(WIDE), m.int(0, 3)
    batch = m.sizes(m.int(0, 1))
    x = m.leaf(name, [*batch, size, size], "plain")
    kind = m.choice(["det", "inverse", "slogdet", "trace", "logdet", "expm", "singular"])
    if kind == "det":
        m.emit("tf.matrix_determinant", x, outs=[(name, batch)])
    elif kind == "inverse":
        m.emit("tf.matrix_inverse", x, m.chance(0.3), outs=[(name, [*batch, size, size])])
    elif kind == "slogdet":
        m.emit("tf.linalg.slogdet", x)
    elif kind == "trace":
        m.emit("tf.trace", x, outs=[(name, batch)])
    elif kind == "expm":
        m.emit("tf.linalg.expm", x)
    elif kind == "singular":
        zero = m.emit("tf.zeros_like", x, outs=[(name, x.shape)])
        m.emit("tf.matrix_inverse", zero)
    else:
        positive = definite(m, x)
        m.emit("tf.linalg.logdet", positive)


def definite(m, x):
    """x times its adjoint, and a little more."""
    square = m.emit("tf.matmul", x, x, adjoint_b=True, outs=[(x.dtype, x.shape)])
    one = m.emit("tf.eye", x.shape[-1], dtype={"dtype": x.dtype}, outs=[(x.dtype, x.shape[-2:])])
    return m.emit("tf.add", square, one, outs=[(x.dtype, x.shape)])


@family(FAMILIES, 2)
def solvers(m):
    name, size, count = m.choice(WIDE), m.int(0, 3), m.int(0, 2)
    x, b = m.leaf(name, [size, size], "plain"), m.any([name], shape=[size, count])
    kind = m.choice(["solve", "triangular", "cholesky", "cholesky_bad", "cholesky_solve", "least"])
    if kind == "solve":
        m.emit("tf.matrix_solve", x, b, outs=[(name, [size, count])])
    elif kind == "triangular":
        m.emit(
            "tf.matrix_triangular_solve", definite(m, x), b, m.chance(0.5), m.chance(0.3), outs=[(name, [size, count])]
        )
    elif kind == "cholesky":
        m.emit("tf.cholesky", definite(m, x), outs=[(name, [size, size])])
    elif kind == "cholesky_bad":
        m.emit("tf.cholesky", x)
    elif kind == "cholesky_solve":
        root = m.emit("tf.cholesky", definite(m, x), outs=[(name, [size, size])])
        m.emit("tf.cholesky_solve", root, b, outs=[(name, [size, count])])
    else:
        m.emit("tf.matrix_solve_ls", definite(m, x), b, outs=[(name, [size, count])])


@family(FAMILIES, 1)
def decompositions(m):
    """Only what no choice of signs and phases changes is compared: values, and products."""
    name, size = m.choice(["float32", "float64"]), m.int(1, 3)
    x = m.leaf(name, [size, size], "plain")
    kind = m.choice(["svd", "eigenvalues", "qr"])
    if kind == "svd":
        m.emit("tf.svd", x, compute_uv=False, outs=[(name, [size])])
    elif kind == "eigenvalues":
        m.emit("tf.self_adjoint_eigvals", definite(m, x), outs=[(name, [size])])
    else:
        m.emit("product", "tf.qr", x, outs=[(name, [size, size])])


@family(FAMILIES, 1)
def fourier(m):
    kind = m.choice(["fft", "ifft", "fft2d", "ifft2d", "rfft", "irfft", "dct"])
    if kind in ("rfft", "dct"):
        x = m.any(["float32"], least_rank=1, least=1)
        if kind == "dct":
            m.emit("tf.signal.dct", x, type=m.choice([2, 3]))
        else:
            m.emit("tf.spectral.rfft", x, outs=[("complex64", [*x.shape[:-1], x.shape[-1] // 2 + 1])])
        return
    x = m.any(["complex64"], least_rank=2 if "2d" in kind else 1, least=1)
    if kind == "irfft":
        m.emit("tf.spectral.irfft", x)
    else:
        m.emit("tf." + kind, x, outs=[("complex64", x.shape)])


@family(FAMILIES, 1)
def crosses(m):
    name = m.choice(["float32", "int32", "float64"])
    x, y = m.any([name], shape=[2, 3]), m.any([name], shape=[2, 3])
    m.emit("tf.cross", x, y, outs=[(name, [2, 3])])
