"""Sets, distances between sequences, decoders of sequences, parsed records."""

import numpy as np

from tests.soak.families.family import dtype, family
from tests.soak.families.sparse import last, made

FAMILIES = []


@family(FAMILIES, 2)
def sets(m):
    name = m.choice(["int32", "int64", "uint8", "string"])
    batch, columns = m.sizes(m.int(1, 2)), [m.int(0, 4), m.int(0, 3)]
    first = m.leaf(name, [*batch, columns[0]], "whole")
    second = m.leaf(name, [*batch, columns[1]], "whole")
    kind = m.choice(["intersection", "difference", "union", "size", "sparse", "mixed"])
    extra = {"aminusb": False} if kind == "difference" and m.chance(0.4) else {}
    if kind == "size":
        m.emit("to_sparse", first)
        m.emit("tf.sets.size", last(m))
    elif kind in ("sparse", "mixed"):
        m.emit("to_sparse", first)
        one = last(m)
        m.emit("to_sparse", second)
        two = last(m)
        call = m.choice(["intersection", "difference", "union"])
        m.emit("tf.sets." + call, *([one, two] if kind == "sparse" else [first, two]))
    else:
        m.emit("tf.sets." + kind, first, second, **extra)


@family(FAMILIES, 1)
def distances(m):
    name = m.choice(["int32", "int64", "string"])
    x = m.leaf(name, [2, m.int(0, 4)], "whole")
    y = m.leaf(name, [2, m.int(1, 4)], "whole")
    m.emit("to_sparse", x)
    one = last(m)
    m.emit("to_sparse", y)
    m.emit("tf.edit_distance", one, last(m), m.chance(0.6))


@family(FAMILIES, 2)
def ctc(m):
    time, batch, classes = m.int(2, 5), m.int(1, 2), m.int(2, 4)
    logits = m.leaf(
        "float32", [time, batch, classes], m.choice(["plain", "unit", "wide"])
    )  # ties are found in any order
    lengths = np.full(batch, time, "int32")
    if m.chance(0.4):
        lengths[0] = m.int(1, time)
    kind = m.choice(["loss", "loss", "greedy", "beam"])
    if kind == "greedy":
        m.emit("tf.nn.ctc_greedy_decoder", logits, m.value(lengths), m.chance(0.5))
    elif kind == "beam":
        m.emit("tf.nn.ctc_beam_search_decoder", logits, m.value(lengths), m.int(1, 4), 1, m.chance(0.5))
    else:
        counts = [m.int(0, max(0, int(n) // 2)) for n in lengths]
        places = np.asarray([[i, j] for i, n in enumerate(counts) for j in range(n)], "int64").reshape(-1, 2)
        labels = m.draw.randint(0, classes - 1, len(places)).astype("int32")
        m.emit("tf.SparseTensor", m.value(places), m.value(labels), np.asarray([batch, max([1, *counts])], "int64"))
        options = {"ctc_merge_repeated": m.chance(0.7), "preprocess_collapse_repeated": m.chance(0.3)}
        m.emit("tf.nn.ctc_loss", last(m), logits, m.value(lengths), **options)


@family(FAMILIES, 2)
def sparse_more(m):
    x, name, shape = made(m, m.choice(["float32", "float64", "int32"]))
    kind = m.choice(
        ["cwise", "minimum", "split", "slice", "sum_sparse", "max_sparse", "empty_rows", "mean_grad", "cross", "merge"]
    )
    if kind == "cwise":
        dense = m.leaf(name, m.choice([shape, shape[1:], [1, shape[1]], [shape[0], 1]]))
        m.emit(m.choice(["operator.mul", "operator.truediv"]), x, dense)
    elif kind == "minimum":
        other, _, _ = made(m, name, shape)
        m.emit("tf.sparse.minimum", x, other)
    elif kind == "split":
        axis = m.int(0, 1)
        m.emit("tf.sparse.split", sp_input=x, num_split=m.int(1, 3), axis=m.bit_of(axis))
    elif kind == "slice":
        m.emit("tf.sparse.slice", x, m.bit_of([m.int(0, 1), m.int(0, 1)], "int64"), m.bit_of([2, 2], "int64"))
        piece = last(m)
        m.emit("tf.sparse_tensor_to_dense", piece)
    elif kind in ("sum_sparse", "max_sparse"):
        m.emit(f"tf.sparse_reduce_{kind[:3]}_sparse", x, m.choice([None, 0, 1, [0, 1]]), m.chance(0.4))
    elif kind == "empty_rows":
        m.emit("tf.sparse.fill_empty_rows", x, m.any([name], rank=0))
        m.emit("tf.sparse_tensor_to_dense", {"t": m.statements[-1]["out"] + ".0"})
    elif kind == "mean_grad":
        data = m.leaf("float32", [4, 2], "plain")
        count = m.int(1, 4)
        rows = m.value(m.draw.randint(0, 4, count).astype("int32"))
        segments = m.value(np.sort(m.draw.randint(0, 3, count)).astype("int32"))
        call = m.choice(["sum", "mean", "sqrt_n"])
        if m.chance(0.5):
            m.emit("tf.sparse.segment_" + call, data, rows, segments)
        else:
            m.emit("tf.sparse.segment_" + call, data, rows, segments, num_segments=m.int(2, 5))
        m.emit("through", last(m), [data], m.chance(0.7), False)
    elif kind == "cross":
        words = m.leaf("string", [shape[0], m.int(1, 2)])
        numbers = m.leaf("int64", [shape[0], 1])
        call = m.choice(["tf.sparse.cross", "tf.sparse.cross_hashed"])
        m.emit(call, [words, numbers] if call.endswith("hashed") else [words, words])
    else:
        m.emit("to_sparse", m.value(m.draw.randint(0, 4, [shape[0], 2]).astype("int64")))
        ids = last(m)
        m.emit("to_sparse", m.leaf("float32", [shape[0], 2], "unit"))
        m.emit("tf.sparse_merge", ids, last(m), 4)


@family(FAMILIES, 1)
def embeddings(m):
    """Rows of a table by sparse numbers, added up."""
    table = m.leaf("float32", [5, m.int(1, 3)], "plain")
    ids = m.draw.randint(0, 5, [3, 2]).astype("int64")
    m.emit("to_sparse", m.value(ids))
    sparse = last(m)
    weights = None
    if m.chance(0.5):
        m.emit("weights_for", sparse, m.leaf("float32", [6], "unit"))
        weights = last(m)
    call = m.choice(["tf.nn.embedding_lookup_sparse", "tf.nn.safe_embedding_lookup_sparse"])
    combiner = m.choice(["sum", "mean", "sqrtn"])
    m.emit(call, *([[table], sparse, weights] if "safe" in call else [table, sparse, weights]), combiner=combiner)
    if m.chance(0.5):
        m.emit("through", last(m), [table], True, False)


@family(FAMILIES, 2)
def records(m):
    kind = m.choice(["csv", "serialized", "example", "raw", "sequence"])
    if kind == "csv":
        rows = [
            m.choice([b"1,2.5,x", b",,", b'3,"4",""', b"-1,1e3,a b", b"1,2", b"x,1,y", b' 7, 8,"a,b"'])
            for _ in range(2)
        ]
        lines = m.value(np.asarray(rows, object))
        defaults = [m.choice([[0], [7]]), [1.5], [b"-"]]
        defaults = [m.value(np.asarray(d, t)) for d, t in zip(defaults, ("int32", "float32", object))]
        m.emit("tf.decode_csv", lines, defaults, use_quote_delim=m.chance(0.8), na_value=m.choice(["", "x"]))
    elif kind == "serialized":
        x = m.any(["float32", "int32", "string", "bool", "int64", "float64", "complex64", "uint8"])
        m.emit("tf.io.serialize_tensor", x, outs=[("string", [])])
        bytes_of = last(m)
        m.emit("tf.io.parse_tensor", bytes_of, dtype(x.dtype if m.chance(0.85) else "float32"))
    elif kind == "raw":
        x = m.emit("tf.constant", ["abcdefgh", "12345678"], outs=[("string", [2])])
        m.emit("tf.decode_raw", x, dtype(m.choice(["int16", "float32", "int64", "bool", "uint16"])), m.chance(0.5))
    else:
        examples = [m.draw.randint(0, 5, m.int(0, 3)).tolist() for _ in range(m.int(1, 3))]
        how = m.choice(["fixed", "variable", "sequence", "both", "single"])
        m.emit("parsed", kind == "sequence", examples, how, m.choice([1, 2]), m.chance(0.7))


@family(FAMILIES, 1)
def words(m):
    x = m.any(["string"])
    kind = m.choice(["strong", "format", "transcode", "segments", "split", "chars", "decode", "ngrams", "match"])
    if kind == "strong":
        m.emit(
            "tf.string_to_hash_bucket_strong", x, m.int(1, 99), [m.int(0, 9), m.int(0, 9)], outs=[("int64", x.shape)]
        )
    elif kind == "format":
        y = m.any(["float32", "int32", "bool", "string", "float64"])
        m.emit("tf.strings.format", m.choice(["{}", "a {} b"]), [y], summarize=m.choice([3, 1, -1]))
    elif kind == "transcode":
        options = {"errors": m.choice(["replace", "ignore", "strict"]), "replace_control_characters": m.chance(0.3)}
        target = m.choice(["UTF-8", "UTF-16-BE", "UTF-32-BE"])
        m.emit("tf.strings.unicode_transcode", x, m.choice(["UTF-8", "US-ASCII", "UTF-16-BE"]), target, **options)
    elif kind == "segments":
        y = m.any(["string"], rank=1)
        ids = m.value(m.draw.randint(-1, 3, y.shape[0]).astype("int32"))
        m.emit("tf.strings.unsorted_segment_join", y, ids, 3, m.choice(["", ","]))
    elif kind == "split":
        y = m.any(["string"], rank=1)
        m.emit("tf.string_split", y, m.choice([" ", ",", "ab"]), m.chance(0.6))
        m.emit("tf.raw_ops.StringSplitV2", input=y, sep=m.choice(["", "a", "bc"]), maxsplit=m.choice([-1, 1]))
    elif kind == "chars":
        m.emit("tf.strings.length", x, unit="UTF8_CHAR", outs=[("int32", x.shape)])
    elif kind == "decode":
        m.emit("tf.decode_base64", x, outs=[("string", x.shape)])
    elif kind == "match":
        m.emit(
            "tf.raw_ops.RegexFullMatch", input=x, pattern=m.choice(["a.*", "[a-z]*", "\\d+"]), outs=[("bool", x.shape)]
        )
        m.emit(
            "tf.raw_ops.RegexReplace",
            input=x,
            pattern=m.choice(["a", "(b)"]),
            rewrite="\\1",
            replace_global=m.chance(0.5),
        )
    else:
        m.emit(
            "tf.strings.substr",
            x,
            m.int(-2, 1),
            m.int(0, 3),
            m.choice(["BYTE", "UTF8_CHAR"]),
            outs=[("string", x.shape)],
        )


@family(FAMILIES, 1)
def arrays(m):
    """TensorArrays: split, concatenated, scattered, gathered, and gradients through them."""
    x = m.leaf(m.choice(["float32", "float64", "int32"]), [m.int(1, 4), m.int(1, 2)], "plain")
    count = x.shape[0]
    kind = m.choice(["split", "concat", "scatter", "unstack", "write"])
    lengths = [1] * count
    if kind in ("split", "concat") and count > 2 and m.chance(0.6):
        lengths = [2, count - 2]
    m.emit("tensor_array", kind, x, lengths, m.permutation(count), m.chance(0.5))


@family(FAMILIES, 1)
def matrices(m):
    """Functions of matrices that linear.py has not."""
    name, size = m.choice(["float32", "float64", "complex64"]), m.int(1, 4)
    kind = m.choice(["sqrtm", "logm", "lu", "lstsq", "tri_solve", "tri_mul", "diag", "set_diag", "part", "ls"])
    x = m.leaf(name, [size, size], "plain")
    if kind in ("sqrtm", "logm"):
        square = m.emit("tf.matmul", x, x, adjoint_b=True, outs=[(name, [size, size])])
        safe = m.emit("tf.add", square, np.eye(size, dtype=name) * 2, outs=[(name, [size, size])])
        safe = (
            safe if kind == "sqrtm" else m.emit("tf.cast", safe, dtype("complex64"), outs=[("complex64", [size] * 2)])
        )
        m.emit("tf.linalg." + kind, safe)
    elif kind == "lu":
        m.emit("tf.linalg.lu", x, dtype("int64" if m.chance(0.3) else "int32"))
    elif kind in ("lstsq", "ls"):
        y = m.leaf(name, [m.int(1, 4), m.int(1, 3)], "plain")
        b = m.leaf(name, [y.shape[0], 2], "plain")
        m.emit("tf.linalg.lstsq", y, b, 0.5 if m.chance(0.7) else 0.0, m.chance(0.8))
    elif kind == "tri_solve":
        b = m.leaf(name, [size, 2] if m.chance(0.7) else [size], "plain")
        form = m.choice(["matrix", "compact"])
        diagonals = x if form == "matrix" else m.leaf(name, [3, size], "plain")
        m.emit("tf.linalg.tridiagonal_solve", diagonals, b, form)
    elif kind == "tri_mul":
        m.emit(
            "tf.linalg.tridiagonal_matmul",
            m.leaf(name, [3, size], "plain"),
            m.leaf(name, [size, 2], "plain"),
            "compact",
        )
    else:
        k = m.choice([0, 1, -1, [-1, 0], [0, 1], [-1, 1]])
        low, high = k if isinstance(k, list) else (k, k)
        if kind == "part":
            m.emit("tf.raw_ops.MatrixDiagPartV2", input=x, k=k, padding_value=m.any([name], rank=0))
        elif kind == "diag":
            diagonal = m.leaf(name, ([] if low == high else [high - low + 1]) + [size], "plain")
            padding = m.any([name], rank=0)
            m.emit("tf.raw_ops.MatrixDiagV2", diagonal=diagonal, k=k, num_rows=-1, num_cols=-1, padding_value=padding)
        else:
            longest = min(size + min(high, 0), size - max(low, 0))
            diagonal = m.leaf(name, ([] if low == high else [high - low + 1]) + [max(longest, 0)], "plain")
            m.emit("tf.raw_ops.MatrixSetDiagV2", input=x, diagonal=diagonal, k=k)


@family(FAMILIES, 1)
def boxes(m):
    """Glimpses, boxes drawn and suppressed."""
    batch, high, wide = m.int(1, 2), m.int(2, 5), m.int(2, 5)
    x = m.any(["float32"], shape=[batch, high, wide, 3])
    kind = m.choice(["glimpse", "draw", "combined", "scores", "overlaps", "padded", "resize"])
    corners = np.sort(m.draw.rand(5, 2, 2).astype("float32"), 1).reshape(5, 4)
    scores = m.value(m.draw.rand(5).astype("float32"))
    if kind == "glimpse":
        options = {"centered": m.chance(0.6), "normalized": m.chance(0.6), "noise": "zero"}
        offsets = m.leaf("float32", [batch, 2], "unit")
        size = m.bit_of([m.int(1, 3), m.int(1, 3)])
        m.emit("tf.raw_ops.ExtractGlimpse", input=x, size=size, offsets=offsets, uniform_noise=False, **options)
    elif kind == "draw":
        m.emit("tf.image.draw_bounding_boxes", x, m.value(np.stack([corners[:2]] * batch)))
    elif kind == "combined":
        shared = m.value(corners.reshape(1, 5, 1, 4))
        scores = m.value(m.draw.rand(1, 5, 2).astype("float32"))
        options = {"iou_threshold": m.choice([0.1, 0.5]), "score_threshold": m.choice([0.0, 0.4])}
        m.emit("tf.image.combined_non_max_suppression", shared, scores, m.int(1, 3), m.int(1, 5), **options)
    elif kind == "scores":
        options = {"soft_nms_sigma": m.choice([0.0, 0.5]), "score_threshold": m.choice([0.0, 0.3])}
        m.emit("tf.image.non_max_suppression_with_scores", m.value(corners), scores, m.int(1, 5), 0.5, **options)
    elif kind == "overlaps":
        overlaps = m.draw.rand(5, 5).astype("float32")
        m.emit("tf.image.non_max_suppression_overlaps", m.value(overlaps), scores, m.int(1, 5), 0.5)
    elif kind == "padded":
        call = "tf.image.non_max_suppression_padded"
        m.emit(call, m.value(corners), scores, m.int(1, 7), 0.5, pad_to_max_output_size=m.chance(0.6))
    else:
        call = m.choice(["resize_bilinear", "resize_bicubic", "resize_nearest_neighbor"])
        extra = m.choice([{"align_corners": True}, {"half_pixel_centers": True}, {}])
        m.emit("tf.image." + call, x, [m.int(1, 6), m.int(1, 6)], **extra)
        m.emit("through", last(m), [x], True, False)
