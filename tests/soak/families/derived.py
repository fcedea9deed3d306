"""Functions and their gradients at once: each with what its gradient is sensitive to (ties, zeros, borders, lengths)."""

import numpy as np

from tests.soak.families.family import family
from tests.soak.families.sparse import last

FAMILIES = []

FLOATS = ("float32", "float32", "float64")


def differentiate(m, xs, twice=0.3):
    m.emit("through", last(m), [{"t": x.name} for x in xs], m.chance(0.7), m.chance(twice))


@family(FAMILIES, 3)
def activations(m):
    x = m.leaf(m.choice([*FLOATS, "float16"]), profile=m.choice(["plain", "whole", "wide"]))
    call, arguments = m.choice(
        [("tf.nn." + name, []) for name in ("elu", "selu", "relu", "relu6", "softplus", "softsign", "swish", "l2_loss")]
        + [("tf.nn.leaky_relu", [m.choice([0.2, 0.0, 1.5])]), ("tf.tanh", []), ("tf.sigmoid", []), ("tf.abs", [])]
        + [("tf.clip_by_value", [-1.0, 1.0]), ("tf.sign", []), ("tf.square", []), ("tf.erf", []), ("tf.log1p", [])]
        + [("tf.clip_by_norm", [1.5]), ("tf.norm", []), ("tf.cumsum", [0]), ("tf.cumprod", [0]), ("tf.log_sigmoid", [])]
    )
    if call in ("tf.cumsum", "tf.cumprod") and not x.shape:
        return
    m.emit(call, x, *arguments)
    differentiate(m, [x])


@family(FAMILIES, 3)
def windows(m):
    """Pools, convolutions and resizes of images, with strides and both paddings."""
    x = m.leaf("float32", [m.int(1, 2), m.int(2, 5), m.int(2, 5), m.int(1, 2)], m.choice(["plain", "whole"]))
    size, stride, padding = m.int(1, 3), m.int(1, 2), m.choice(["SAME", "VALID"])
    kind = m.choice(["max", "avg", "argmax", "conv", "depthwise", "dilation", "lrn", "norm", "resize", "crop", "bias"])
    if kind in ("max", "avg", "argmax"):
        call = {"argmax": "tf.nn.max_pool_with_argmax"}.get(kind, f"tf.nn.{kind}_pool")
        m.emit(call, x, [1, size, m.int(1, 3), 1], [1, stride, m.int(1, 2), 1], padding)
        differentiate(m, [x])
    elif kind in ("conv", "depthwise"):
        filters = m.leaf("float32", [min(size, x.shape[1]), min(2, x.shape[2]), x.shape[3], 2], "plain")
        options = {"dilations": [1, m.int(1, 2), 1, 1]} if kind == "conv" and m.chance(0.3) else {}
        call = "tf.nn.conv2d" if kind == "conv" else "tf.nn.depthwise_conv2d"
        m.emit(
            call,
            x,
            filters,
            [1, 1 if options else stride, 1 if options else stride, 1],
            "SAME" if options else padding,
            **options,
        )
        differentiate(m, [x, filters])
    elif kind == "dilation":
        filters = m.leaf("float32", [2, 2, x.shape[3]], "plain")
        call = m.choice(["tf.nn.dilation2d", "tf.nn.erosion2d"])
        names = {"strides": [1, stride, 1, 1], "rates": [1, 1, 1, 1], "padding": padding}
        if call.endswith("erosion2d"):
            names = {"strides": [1, stride, 1, 1], "rates": [1, 1, 1, 1], "padding": padding, "kernel": filters}
            m.emit(call, x, **names)
        else:
            m.emit(call, x, filters, **names)
        differentiate(m, [x, filters], 0)
    elif kind == "lrn":
        m.emit("tf.nn.lrn", x, m.int(0, 2), m.choice([1.0, 0.5]), m.choice([0.1, 1.0]), m.choice([0.5, 0.75]))
        differentiate(m, [x])
    elif kind == "norm":
        vectors = [m.leaf("float32", x.shape[-1:], "unit") for _ in range(2)]
        m.emit("tf.nn.fused_batch_norm", x, *vectors, epsilon=m.choice([0.1, 0.001]))
        differentiate(m, [x, *vectors])
    elif kind == "resize":
        call = m.choice(["resize_bilinear", "resize_nearest_neighbor", "resize_bicubic"])
        extra = m.choice([{"align_corners": True}, {"half_pixel_centers": True}, {}])
        m.emit("tf.image." + call, x, m.bit_of([m.int(1, 7), m.int(1, 7)]), **extra)
        differentiate(m, [x], 0.2)
    elif kind == "crop":
        boxes = m.leaf("float32", [2, 4], m.choice(["unit", "plain"]))
        which = m.value(m.draw.randint(0, x.shape[0], 2).astype("int32"))
        m.emit(
            "tf.image.crop_and_resize", x, boxes, which, [m.int(1, 3), m.int(1, 3)], m.choice(["bilinear", "nearest"])
        )
        differentiate(m, [x, boxes], 0)
    else:
        bias = m.leaf("float32", x.shape[-1:], "plain")
        m.emit("tf.nn.bias_add", x, bias)
        differentiate(m, [x, bias])


@family(FAMILIES, 3)
def selections(m):
    """What chooses, orders, sums up by group, or writes into places."""
    name = m.choice(FLOATS)
    x = m.leaf(name, [m.int(1, 4), m.int(1, 4)], m.choice(["plain", "whole"]))
    rows, columns = x.shape
    places = m.draw.randint(0, rows, m.int(1, 5)).astype("int32")
    kind = m.choice(
        ["extreme", "prod", "top", "sort", "gather", "gather_nd", "segment", "scatter", "pad", "slice", "stitch"]
        + ["tile", "where", "maximum", "moments", "softmax", "norms", "unstack", "cross", "minimum_of"]
    )
    ids = m.value(np.sort(places)) if kind == "segment" else m.value(places)
    if kind == "extreme":
        m.emit(m.choice(["tf.reduce_max", "tf.reduce_min"]), x, m.choice([None, 0, 1, [0, 1]]), m.chance(0.5))
    elif kind == "prod":
        m.emit("tf.reduce_prod", x, m.choice([None, 0, 1, [1, 0]]), m.chance(0.5))
    elif kind == "top":
        m.emit("tf.nn.top_k", x, m.int(1, columns))
    elif kind == "sort":
        m.emit("tf.sort", x, m.choice([0, 1, -1]), m.choice(["ASCENDING", "DESCENDING"]))
    elif kind == "gather":
        m.emit("tf.gather", x, ids, axis=0)
    elif kind == "gather_nd":
        both = np.stack([places, m.draw.randint(0, columns, len(places))], 1).astype("int32")
        m.emit("tf.gather_nd", x, m.value(both))
    elif kind == "segment":
        data = m.leaf(name, [len(places), columns], "whole")
        call = m.choice(["sum", "mean", "max", "min", "prod"])
        if m.chance(0.5):
            m.emit("tf.segment_" + call, data, ids)
        else:
            m.emit(f"tf.unsorted_segment_{call}", data, ids, rows + 1)
        differentiate(m, [data])
        return
    elif kind == "scatter":
        updates = m.leaf(name, [len(places), columns], "plain")
        call = m.choice(["add", "sub", "update"])
        unique = m.value(np.unique(places)[:, None].astype("int32"))
        updates = m.leaf(name, [unique.shape[0], columns], "plain")
        m.emit("tf.tensor_scatter_" + call, x, unique, updates)
        differentiate(m, [x, updates])
        return
    elif kind == "pad":
        edges = [[m.int(0, rows - 1), m.int(0, rows - 1)], [0, m.int(0, columns - 1)]]
        m.emit("tf.pad", x, m.bit_of(edges), m.choice(["CONSTANT", "REFLECT", "SYMMETRIC"]))
    elif kind == "slice":
        m.emit("tf.strided_slice", x, [0, 0], [rows, columns], [m.int(1, 2), 1], shrink_axis_mask=m.choice([0, 1]))
    elif kind == "stitch":
        order = m.permutation(rows)
        m.emit("tf.dynamic_stitch", [m.value(np.asarray(order, "int32"))], [x])
    elif kind == "tile":
        m.emit("tf.tile", x, m.bit_of([m.int(1, 2), m.int(0, 2)]))
    elif kind == "where":
        y = m.leaf(name, x.shape, "plain")
        m.emit("tf.where", m.leaf("bool", x.shape), x, y)
        differentiate(m, [x, y])
        return
    elif kind in ("maximum", "minimum_of"):
        y, _ = m.partner(x)
        m.emit("tf.maximum" if kind == "maximum" else "tf.minimum", x, y)
        differentiate(m, [x, y])
        return
    elif kind == "moments":
        m.emit("tf.nn.moments", x, [m.int(0, 1)])
    elif kind == "softmax":
        m.emit(m.choice(["tf.nn.softmax", "tf.nn.log_softmax", "tf.reduce_logsumexp"]), x, m.choice([0, 1, -1]))
    elif kind == "norms":
        m.emit("tf.norm", x, m.choice(["euclidean", 1, 2, np.inf, "fro", 3]) if m.chance(0.99) else 0, m.choice([0, 1]))
    elif kind == "unstack":
        m.emit("tf.unstack", x, axis=m.choice([0, 1]))
    else:
        m.emit("tf.linalg.cross", m.leaf(name, [2, 3], "plain"), m.leaf(name, [2, 3], "plain"))
        return
    differentiate(m, [x])


@family(FAMILIES, 2)
def matrices(m):
    name, size = m.choice(["float32", "float64", "float64", "complex64"]), m.int(1, 3)
    x = m.leaf(name, [size, size], "plain")
    kind = m.choice(
        [
            "solve",
            "inverse",
            "cholesky",
            "triangular",
            "eig",
            "qr",
            "svd",
            "det",
            "logdet",
            "expm",
            "einsum",
            "fft",
            "diag",
            "band",
        ]
    )
    if kind == "solve":
        b = m.leaf(name, [size, 2], "plain")
        m.emit("tf.matrix_solve", x, b, m.chance(0.3))
        differentiate(m, [x, b])
    elif kind == "triangular":
        b = m.leaf(name, [size, 2], "plain")
        m.emit("tf.matrix_triangular_solve", x, b, m.chance(0.5), m.chance(0.3))
        differentiate(m, [x, b])
    elif kind == "inverse":
        m.emit("tf.matrix_inverse", x)
        differentiate(m, [x])
    elif kind in ("cholesky", "eig", "logdet") and (kind != "logdet" or name != "complex64"):
        square = m.emit("tf.matmul", x, x, adjoint_b=True, outs=[(name, [size, size])])
        safe = m.emit("tf.add", square, np.diag(np.arange(1, size + 1)).astype(name), outs=[(name, [size, size])])
        call = {"cholesky": "tf.cholesky", "eig": "tf.self_adjoint_eigvals", "logdet": "tf.linalg.logdet"}[kind]
        m.emit(call, safe)
        differentiate(m, [x], 0)
    elif kind == "qr":
        m.emit("product", "tf.qr", x)
        if name != "complex64":
            differentiate(m, [x], 0)
    elif kind == "svd":
        m.emit("tf.svd", x, compute_uv=False)
        differentiate(m, [x], 0)
    elif kind == "det":
        m.emit("tf.matrix_determinant", x)
        if name != "complex64":  # whose determinant TensorFlow forgets to conjugate
            differentiate(m, [x], 0)
    elif kind == "expm" and name != "complex64":
        m.emit("tf.linalg.expm", x)
    elif kind == "fft":
        z = m.leaf("complex64", [2, 2, m.int(1, 4)], "plain")
        call = m.choice(["tf.fft3d", "tf.ifft3d", "tf.fft2d", "tf.fft", "tf.spectral.irfft2d", "tf.spectral.irfft"])
        if m.chance(0.5):
            z = m.leaf("float32", [2, 2, m.int(1, 4)], "plain")
            call = m.choice(["tf.spectral.rfft", "tf.spectral.rfft2d", "tf.spectral.rfft3d"])
        m.emit(call, z)
        if "3d" not in call and z.shape[-1] > 1:
            differentiate(m, [z], 0)
    elif kind == "diag":
        m.emit(m.choice(["tf.matrix_diag_part", "tf.diag_part", "tf.trace", "tf.matrix_diag"]), x)
        differentiate(m, [x])
    elif kind == "band":
        m.emit("tf.matrix_band_part", x, m.int(-1, 2), m.int(-1, 2))
        differentiate(m, [x])
    else:
        y = m.leaf(name, [size, 2], "plain")
        m.emit("tf.einsum", m.choice(["ij,jk->ik", "ij,jk->k", "ij,jk->", "ii,jk->jk", "ij,ik->kj"]), x, y)
        differentiate(m, [x, y])


@family(FAMILIES, 2)
def losses(m):
    rows, columns = m.int(1, 3), m.int(2, 4)
    logits = m.leaf("float32", [rows, columns], m.choice(["plain", "wide"]))
    labels = m.leaf("float32", [rows, columns], "unit")
    kind = m.choice(["softmax", "sparse", "sigmoid", "weighted", "huber", "mse", "hinge", "poisson", "nce", "ctc"])
    if kind == "softmax":
        m.emit("tf.nn.softmax_cross_entropy_with_logits_v2", labels=labels, logits=logits)
        differentiate(m, [logits, labels])
    elif kind == "sparse":
        ids = m.value(m.draw.randint(0, columns, rows).astype("int64"))
        m.emit("tf.nn.sparse_softmax_cross_entropy_with_logits", labels=ids, logits=logits)
        differentiate(m, [logits])
    elif kind in ("sigmoid", "weighted"):
        extra = {} if kind == "sigmoid" else {"pos_weight": m.choice([0.5, 3.0])}
        call = {"sigmoid": "sigmoid_cross_entropy_with_logits", "weighted": "weighted_cross_entropy_with_logits"}[kind]
        m.emit("tf.nn." + call, labels=labels, logits=logits, **extra)
        differentiate(m, [logits])
    elif kind == "poisson":
        call = m.choice(["tf.nn.log_poisson_loss", "tf.losses.log_loss"])
        arguments = [labels, logits] if call == "tf.nn.log_poisson_loss" else [labels, labels]
        m.emit(call, *arguments)
        differentiate(m, arguments[1:])
    elif kind == "nce":
        weights = m.leaf("float32", [5, columns], "plain")
        bias = m.leaf("float32", [5], "plain")
        ids = m.value(m.draw.randint(0, 5, [rows, 1]).astype("int64"))
        sampled = [[1, 3, 0], [0.5, 0.25, 0.5][:rows] * 3, [0.1, 0.2, 0.3]]
        expected = m.value(np.full([rows, 1], 0.5, "float32"))
        values = [m.value(np.asarray(sampled[0], "int64")), expected, m.value(np.asarray(sampled[2], "float32"))]
        call = m.choice(["tf.nn.nce_loss", "tf.nn.sampled_softmax_loss"])
        m.emit(call, weights, bias, ids, logits, 3, 5, sampled_values=values)
        differentiate(m, [weights, bias, logits], 0)
    elif kind == "ctc":
        wide = m.leaf("float32", [4, 1, 3], "plain")
        m.emit("to_sparse", m.value(np.asarray([[1, 1]], "int32")))
        m.emit("tf.nn.ctc_loss", last(m), wide, m.value(np.asarray([4], "int32")))
        differentiate(m, [wide], 0)
    else:
        call = {"huber": "huber_loss", "mse": "mean_squared_error", "hinge": "hinge_loss"}[kind]
        m.emit("tf.losses." + call, labels, logits, m.choice([1.0, m.leaf("float32", [rows, 1], "whole")]))
        differentiate(m, [logits])


@family(FAMILIES, 1)
def recurrent(m):
    """The weights of cells, and values in loops, arrays and branches."""
    batch, time, deep, units = m.int(1, 2), m.int(1, 3), m.int(1, 2), m.int(1, 2)
    x = m.value(m.array("float32", [batch, time, deep], "plain"))
    lengths = m.value(m.draw.randint(0, time + 1, batch).astype("int32"))
    kind = m.choice(["BasicRNNCell", "GRUCell", "BasicLSTMCell", "LSTMCell"])
    m.emit("rnn", kind, units, x, lengths)
    m.emit("through_weights", last(m), False)


@family(FAMILIES, 1)
def summaries(m):
    x = m.leaf("float32", profile=m.choice(["plain", "unit", "wide", "special"]))
    kind = m.choice(["scalar", "histogram", "text", "tensor"])
    if kind == "scalar":
        m.emit("tf.summary.scalar", "a name", m.leaf("float32", [] if m.chance(0.9) else [1]))
    elif kind == "histogram":
        m.emit("tf.summary.histogram", "h", x)
    elif kind == "text":
        m.emit("tf.as_string", x, precision=2)
    else:
        m.emit("tf.summary.tensor_summary", "t", x)


@family(FAMILIES, 1)
def sounds_and_files(m):
    kind = m.choice(["wav", "file", "lines", "fixed", "records", "whole"])
    if kind == "wav":
        m.emit("through_wav", m.leaf("float32", [m.int(1, 5), m.int(1, 2)], "unit"))
    else:
        m.emit("through_file", kind, m.choice(["a\nbb\n", "", "one", "x\r\ny\n\n", "12345678"]), m.int(1, 3))
