"""Numbers rounded to few bits, and numbers put in buckets."""

from tests.soak.families.family import dtype, family

FAMILIES = []


@family(FAMILIES, 2)
def quantized(m):
    x = m.any(["float32"], least_rank=1)
    low, high = m.choice([(-3.0, 3.0), (0.0, 6.0), (-1.0, 0.5), (1.0, 4.0), (0.0, 0.0), (2.0, -2.0)])
    kind = m.choice(["quantize", "both", "channels", "args", "vars", "through"])
    narrow = m.chance(0.4)
    if kind == "quantize":
        name = m.choice(["quint8", "qint8"])
        mode = m.choice(["MIN_COMBINED", "MIN_FIRST", "SCALED"])
        m.emit("quantized", x, low, high, name, mode, m.choice(["HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"]))
    elif kind == "both":
        options = {"signed_input": m.chance(0.6), "num_bits": m.choice([8, 4, 2]), "range_given": m.chance(0.6)}
        if m.chance(0.5):
            options["round_mode"] = m.choice(["HALF_UP", "HALF_TO_EVEN"])
        call = m.choice(["tf.quantization.quantize_and_dequantize", "tf.raw_ops.QuantizeAndDequantizeV2"])
        if call.startswith("tf.raw"):
            m.emit(call, input=x, input_min=low, input_max=high, **options)
        else:
            m.emit(call, x, low, high, **options, narrow_range=narrow)
    elif kind == "through":
        options = {"signed_input": m.chance(0.6), "range_given": m.chance(0.6)}
        m.emit(
            "tf.raw_ops.QuantizeAndDequantizeV3",
            input=x,
            input_min=low,
            input_max=high,
            num_bits=m.int(2, 8),
            **options,
        )
    elif kind == "channels":
        deep = x.shape[-1]
        lows = m.value(-abs(m.array("float32", [deep], "plain")))
        highs = m.value(abs(m.array("float32", [deep], "plain")))
        m.emit("tf.fake_quant_with_min_max_vars_per_channel", x, lows, highs, m.int(2, 8), narrow)
    elif kind == "args":
        m.emit("tf.fake_quant_with_min_max_args", x, low, high, m.int(2, 8), narrow)
    else:
        m.emit("tf.fake_quant_with_min_max_vars", x, low, high, m.int(2, 8), narrow)


@family(FAMILIES, 1)
def buckets(m):
    x = m.any(["float32", "int32", "int64", "float64"])
    bounds = sorted(m.array("float32", [m.int(0, 4)], "whole").tolist())
    if m.chance(0.1):
        bounds = bounds[::-1]
    m.emit("tf.raw_ops.Bucketize", input=x, boundaries=bounds, outs=[("int32", x.shape)])


@family(FAMILIES, 1)
def pairs(m):
    """Functions of two numbers that have no operator."""
    x = m.any(["float32", "float64"])
    y, shape = m.partner(x)
    kind = m.choice(["mul_no_nan", "div_no_nan", "nextafter", "near", "difference", "xlogy", "xdivy", "div", "mod"])
    name = x.dtype
    if kind in ("mul_no_nan", "xlogy", "xdivy"):
        m.emit("tf.math.multiply_no_nan" if kind == "mul_no_nan" else "tf.math." + kind, x, y, outs=[(name, shape)])
    elif kind == "div_no_nan":
        m.emit("tf.div_no_nan", x, y, outs=[(name, shape)])
    elif kind == "nextafter":
        m.emit("tf.math.nextafter", x, y, outs=[(name, shape)])
    elif kind == "near":
        same = m.any([name], shape=x.shape)
        m.emit("tf.raw_ops.ApproximateEqual", x=x, y=same, tolerance=0.5, outs=[("bool", x.shape)])
    elif kind == "difference":
        m.emit("tf.squared_difference", x, y, outs=[(name, shape)])
    else:
        whole = m.any([m.choice(["int32", "int64", "float32", "float64"])])
        other, shape = m.partner(whole)
        call = m.choice(["tf.raw_ops.Div", "tf.raw_ops.Mod", "tf.truncatemod", "tf.truncatediv", "tf.floor_div"])
        m.emit(call, x=whole, y=other, outs=[(whole.dtype, shape)])


@family(FAMILIES, 1)
def old_forms(m):
    """Operations that newer ones replace."""
    x = m.any(["float32", "float64", "complex64"])
    name, shape = x.dtype, x.shape
    kind = m.choice(["inv", "concat", "gather", "bias", "matmul", "ones", "guard", "transpose", "activations"])
    if kind == "inv":
        m.emit("tf.raw_ops.Inv", x=x, outs=[(name, shape)])
    elif kind == "concat" and shape:
        m.emit("tf.raw_ops.Concat", concat_dim=m.bit_of(m.int(0, len(shape) - 1)), values=[x, x])
    elif kind == "gather" and shape and shape[0]:
        rows = m.value(m.draw.randint(0, shape[0], [2]).astype("int32"))
        m.emit("tf.raw_ops.Gather", params=x, indices=rows, outs=[(name, [2, *shape[1:]])])
    elif kind == "bias" and len(shape) > 1 and name != "complex64":
        m.emit("tf.raw_ops.BiasAddV1", value=x, bias=m.any([name], shape=shape[-1:]), outs=[(name, shape)])
    elif kind == "matmul":
        x, y = m.any([name], shape=[2, 2, 3]), m.any([name], shape=[2, 3, 1])
        m.emit("tf.raw_ops.BatchMatMul", x=x, y=y, outs=[(name, [2, 2, 1])])
    elif kind == "ones":
        m.emit("tf.raw_ops.OnesLike", x=x, outs=[(name, shape)])
    elif kind == "guard":
        m.emit("tf.guarantee_const", x, outs=[(name, shape)])
    elif kind == "transpose":
        perm = m.permutation(len(shape))
        m.emit("tf.transpose", x, m.bit_of(perm), conjugate=True, outs=[(name, [shape[i] for i in perm])])
    elif name != "complex64":
        call = m.choice(["tf.nn.softsign", "tf.nn.leaky_relu", "tf.nn.relu6", "tf.nn.crelu", "tf.nn.swish"])
        m.emit(call, x, outs=() if call.endswith("crelu") else [(name, shape)])


@family(FAMILIES, 1)
def places(m):
    """Places in an array as numbers, and shapes that broadcast."""
    kind = m.choice(["unravel", "args", "gradient_args", "cast_of_type"])
    name = m.choice(["int32", "int64"])
    if kind == "unravel":
        sizes = m.array(name, [m.int(1, 3)], "unit") % 4 + 1
        total = int(sizes.prod())
        where = m.draw.randint(0, total + (1 if m.chance(0.1) else 0), m.sizes(m.int(0, 1))).astype(name)
        m.emit("tf.unravel_index", m.value(where), m.value(sizes))
    elif kind == "args":
        a = m.sizes(m.int(0, 3), 1)
        b = [1 if m.chance(0.4) else n for n in a][m.int(0, len(a)) :]
        m.emit("tf.broadcast_dynamic_shape", m.bit_of(a, name), m.bit_of(b, name))
    elif kind == "gradient_args":
        x = m.any(["float32"])
        y, shape = m.partner(x)
        m.emit("tf.gradients", m.emit("tf.multiply", x, y, outs=[("float32", shape)]), [x, y])
    else:
        x = m.any(["int32", "float32", "int64", "float64"], shape=[m.int(0, 3), 2])
        m.emit("tf.bitcast", x, dtype(m.choice(["float32", "int32", "uint8", "complex64", "int64"])))
