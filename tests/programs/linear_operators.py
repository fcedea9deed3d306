"""What models of covariances take from tf.linalg's linear operators: products, solutions, determinants, factors."""


def build(tf):
    linalg = tf.linalg
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    rows = tf.placeholder(tf.float32, name="rows")
    with tf.variable_scope("model"):
        scale = tf.get_variable("scale", initializer=[1.5, 0.5], use_resource=True)
        lower = tf.get_variable("lower", initializer=[[2.0, 9.0], [-1.0, 3.0]])
    full = linalg.LinearOperatorFullMatrix([[4.0, 2.0], [2.0, 5.0]], is_self_adjoint=True, is_positive_definite=True)
    diag = linalg.LinearOperatorDiag(scale, is_positive_definite=True, name="scales")
    tril = linalg.LinearOperatorLowerTriangular(lower)
    update = linalg.LinearOperatorLowRankUpdate(diag, [[1.0], [2.0]], diag_update=[0.5], is_diag_update_positive=True)
    skew = linalg.LinearOperatorLowRankUpdate(full, [[1.0], [2.0]], v=[[1.0], [-1.0]], name="skew")
    identity = linalg.LinearOperatorIdentity(2, batch_shape=[3])
    scaled = linalg.LinearOperatorScaledIdentity(2, multiplier=[2.0, 3.0])
    mirror = linalg.LinearOperatorHouseholder([[3.0, 4.0]])
    product = linalg.LinearOperatorComposition([tril, full])
    unknown = linalg.LinearOperatorFullMatrix(rows)
    for operator in (full, diag, tril, update, skew, identity, mirror, product):
        with tf.name_scope("results_" + operator.name):
            tf.identity(operator.to_dense(), name="dense")
            tf.identity(operator.matvec(x), name="products")
            tf.identity(operator.solve(tf.transpose(x)), name="solutions")
            tf.identity(operator.log_abs_determinant(), name="log_det")
            tf.identity(operator.trace(), name="trace")
    with tf.name_scope("others"):
        tf.identity(full.cholesky().matmul(tf.transpose(x)), name="colored")
        tf.identity(tril.solve([[1.0, 2.0]], adjoint=True, adjoint_arg=True), name="turned")
        tf.identity(tril.H.inverse().to_dense(), name="inverse")
        tf.identity(scaled.determinant(), name="scaled")
        tf.identity(tf.matmul(full, tril.to_dense()), name="override")
        tf.identity(linalg.trace(diag.matmul(tril)), name="trace_of_product")
        tf.identity(unknown.shape_tensor(), name="sizes")
        tf.identity(unknown.matmul(rows, adjoint=True), name="squares")
    density = -0.5 * tf.reduce_sum(x * update.solvevec(x), -1) - 0.5 * update.log_abs_determinant()
    tf.identity(density, name="density")
    sizes = tf.reduce_sum(diag.solvevec(x)) + diag.log_abs_determinant() + mirror.matvec(diag.diag)[0, 0]
    tf.identity(tf.gradients(sizes, scale)[0], name="gradient")


FEEDS = {"x:0": [[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0]], "rows:0": [[1.0, 2.0], [3.0, 4.0]]}
KINDS = "LinearOperatorFullMatrix scales LinearOperatorLowerTriangular LinearOperatorLowRankUpdate skew LinearOperatorIdentity"
KINDS += " LinearOperatorHouseholder LinearOperatorLowerTriangular_o_LinearOperatorFullMatrix"
WHAT = ("dense", "products", "solutions", "log_det", "trace")
RESULTS = [f"results_{kind}/{what}:0" for kind in KINDS.split() for what in WHAT]
OTHERS = [
    f"others/{name}:0" for name in "colored turned inverse scaled override trace_of_product sizes squares".split()
]
RUNS = [
    (["model/scale/Assign", "model/lower/Assign"], {}),
    ([*RESULTS, *OTHERS, "density:0", "gradient:0"], FEEDS),
]
