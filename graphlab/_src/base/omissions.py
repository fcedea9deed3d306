"""What of TensorFlow 1.15 graphlab leaves out, why, and what comes nearest: for errors and docs/api_coverage.md."""

import difflib
import functools
import sys
import types

from graphlab._src.base import former_names

_EAGER = "graphlab builds graphs that a session runs; nothing runs op by op as it is written"
_TPU = ("XLA compiles every run for the devices that JAX has, as one replica", "tf.tpu.rewrite, or no rewriting at all")
_TPU_EMBEDDING = ("only TPUs hold tables of embeddings apart", "tf.nn.embedding_lookup")
_TPU_FEEDS = ("a run reads its input without a TPU's queues", "tensors of a Dataset's iterator")
_TPU_KERAS = ("Keras' models are compiled by XLA as they are", "tf.distribute.MirroredStrategy, or the model itself")

_ONE_PROCESS = ("a session runs in this process", "tf.Session with tf.device")
_TREES = ("tf.estimator has gradient boosted trees", "tf.estimator.BoostedTreesClassifier or BoostedTreesRegressor")

# Name, without "tf.", of a symbol or of a module with all in it -> (why, what comes nearest).
LEFT_OUT = {
    "enable_eager_execution": (_EAGER, "tf.InteractiveSession, where `tensor.eval()` returns a value"),
    "enable_v2_behavior": (_EAGER, "tf.InteractiveSession, where `tensor.eval()` returns a value"),
    "enable_tensor_equality": ("`==` says whether two tensors are the same tensor", "tf.equal"),
    "tpu.experimental": _TPU_EMBEDDING,
    "tpu.experimental.DeviceAssignment": _TPU,
    "tpu.experimental.initialize_tpu_system": _TPU,
    "estimator.tpu.experimental": _TPU_EMBEDDING,
    "contrib.tpu.DeviceAssignment": _TPU,
    "contrib.tpu.Topology": _TPU,
    "contrib.tpu.device_assignment": _TPU,
    "contrib.tpu.profiler": ("TensorFlow's profiler reads its own runtime", "RunOptions(trace_level=FULL_TRACE)"),
    "contrib.tpu.TPUDistributionStrategy": _TPU_KERAS,
    "contrib.tpu.keras_to_tpu_model": _TPU_KERAS,
    "contrib.tpu.InfeedQueue": _TPU_FEEDS,
    **{
        f"contrib.tpu.{side}feed_{way}queue{many}": _TPU_FEEDS
        for side, way in (("in", "en"), ("in", "de"), ("out", "en"), ("out", "de"))
        for many in ("", "_tuple")
    },
    "contrib.skflow": ("TensorFlow 0.8 moved it", "tf.contrib.learn"),
    **{
        f"contrib.learn.TensorFlow{kind}": ("TensorFlow 1.0 removed it", f"tf.contrib.learn.{nearest}")
        for kind, nearest in (
            ("Estimator", "Estimator"),
            *((f"Linear{task}", f"Linear{task}") for task in ("Classifier", "Regressor")),
            *((f"DNN{task}", f"DNN{task}") for task in ("Classifier", "Regressor")),
        )
    },
    **{
        f"contrib.learn.{name}": ("it writes the session bundles of TensorFlow 0.x", "Estimator.export_savedmodel")
        for name in ("monitors.ExportMonitor", "utils.export_estimator", "utils.export")
    },
    **{
        f"contrib.learn.{module}{name}": ("tf.contrib.learn's estimators do it", f"tf.contrib.learn.Estimator.{method}")
        for module in ("", "graph_actions.")
        for name, method in (("train", "fit"), ("evaluate", "evaluate"))
    },
    **{
        f"contrib.learn.{module}extract_dask_{part}": ("dask's tables are not read", "tf.data, or table.compute()")
        for module in ("", "io.")
        for part in ("data", "labels")
    },
    "contrib.summary.create_db_writer": ("graphlab writes no databases", "tf.contrib.summary.create_file_writer"),
    "contrib.cloud": ("graphlab reads no buckets", "a mounted folder, or files that are copied first"),
    **{
        f"contrib.{name}": (
            "it reads from or serves to a service that graphlab does not speak to",
            "tf.data.Dataset.from_generator",
        )
        for name in ("bigtable", "hadoop", "ignite", "kafka", "kinesis")
    },
    "contrib.rpc": ("operations call no servers", "tf.py_func with a package for RPC"),
    "contrib.ffmpeg": ("graphlab ships no FFmpeg", "tf.audio.decode_wav"),
    "contrib.libsvm": ("lines of LibSVM are text", "tf.strings.split and tf.strings.to_number"),
    "contrib.decision_trees": _TREES,
    "contrib.boosted_trees.estimator_batch.custom_export_strategy.convert_to_universal_format": (
        "tf.contrib.decision_trees has its messages",
        "make_custom_export_strategy with a convert_fn",
    ),
    "contrib.timeseries.StructuralEnsembleRegressor": (
        "it has no state space models",
        "tf.contrib.timeseries.ARRegressor",
    ),
    "contrib.nearest_neighbor": ("hashes are looked up on the host", "tf.nn.top_k of distances"),
    "contrib.fused_conv": ("XLA fuses operations", "tf.nn.conv2d, tf.nn.bias_add and tf.nn.relu"),
    "contrib.remote_fused_graph": ("it runs on the chips of phones", "tf.Session"),
    "contrib.labeled_tensor": ("tensors have no names of axes", "tf.Tensor, with the axes in comments"),
    "contrib.input_pipeline": ("tf.data replaced it", "tf.data"),
    "contrib.text": ("skip-grams are made on the host", "tf.data.Dataset.from_generator"),
    "contrib.periodic_resample": ("few programs use it", "tf.depth_to_space"),
    "contrib.reduce_slice_ops": ("few programs use it", "tf.math.segment_sum"),
    "contrib.meta_graph_transform": ("graphs are made smaller as GraphDefs", "tf.graph_util.extract_sub_graph"),
    "contrib.stat_summarizer": ("TensorFlow's statistics are of its own runtime", "tf.profiler.profile"),
    "contrib.quantization": ("its functions are in tf and tf.nn", "tf.quantize_v2, tf.nn.quantized_conv2d"),
    "contrib.rate": ("it is a metric for eager execution", "tf.metrics.mean"),
    "contrib.tensorrt": ("XLA compiles every run", "tf.Session"),
    "contrib.tensor_forest.hybrid": (
        "few programs use it",
        "tf.contrib.tensor_forest.tensor_forest.RandomForestGraphs",
    ),
    **{
        f"contrib.cudnn_rnn.cudnn_rnn_ops.{name}": (
            "its parameters are one vector in cuDNN's order, which only cuDNN knows",
            f"tf.contrib.cudnn_rnn.{name}, a layer",
        )
        for name in ("CudnnLSTM", "CudnnGRU", "CudnnRNNTanh", "CudnnRNNRelu")
    },
    **{
        f"contrib.cudnn_rnn.{name}": (
            "layers are saved as their one variable, and other frameworks' orders of weights are not converted",
            "tf.train.Saver",
        )
        for name in (
            *(f"Cudnn{kind}Saveable" for kind in "LSTM GRU RNNRelu RNNTanh".split()),
            *(f"CudnnParamsFormatConverter{kind}" for kind in "LSTM GRU Relu Tanh".split()),
        )
    },
    **{
        f"contrib.checkpoint.{name}": (
            "TensorFlow 2 saves objects that are tracked",
            "tf.train.Checkpoint, which saves variables",
        )
        for name in (
            "CheckpointableBase CheckpointableObjectGraph NumpyState PythonStateWrapper capture_dependencies split_dependency"
        ).split()
    },
    "contrib.data.LMDBDataset": ("LMDB's library is not among graphlab's", "tf.data.TFRecordDataset"),
    "contrib.data.assert_element_shape": (
        "shapes are checked where they are known",
        "Dataset.map with tf.ensure_shape",
    ),
    **{
        f"contrib.eager.{name}": (_EAGER, "tf.Session")
        for name in (
            "ExecutionCallback add_execution_callback async_clear_error async_wait clear_execution_callbacks "
            "connect_to_remote_host enable_remote_eager_execution errstate execution_mode inf_callback inf_nan_callback "
            "nan_callback set_execution_mode set_server_def seterr"
        ).split()
    },
    **{
        f"contrib.estimator.{name}": ("few programs use it", f"tf.estimator.{nearest}")
        for name, nearest in (
            ("DNNClassifierWithLayerAnnotations", "DNNClassifier"),
            ("DNNRegressorWithLayerAnnotations", "DNNRegressor"),
        )
    },
    "contrib.learn.DynamicRnnEstimator": ("few programs use it", "tf.estimator.Estimator with tf.nn.dynamic_rnn"),
    "contrib.image.single_image_random_dot_stereograms": ("few programs use it", "tf.py_func"),
    "contrib.tfprof.ProfileContext": ("TensorFlow's profiler reads its own runtime", "tf.profiler.profile"),
    "contrib.recurrent.recurrent._Recurrent": ("a loop needs no functions", "tf.contrib.recurrent.Recurrent"),
    "contrib.kfac": ("it is a package of its own", "tf.contrib.opt.ShampooOptimizer"),
    "contrib.gan": ("TensorFlow 1.15 has moved it to the package tensorflow-gan", "tf.losses and two optimizers"),
    "LMDBReader": ("LMDB's library is not among graphlab's", "tf.TFRecordReader"),
    "config.experimental_connect_to_cluster": _ONE_PROCESS,
    "config.experimental_connect_to_host": _ONE_PROCESS,
    "config.experimental_list_devices": ("nothing is connected", "tf.config.experimental.list_logical_devices"),
    "data.experimental.StatsAggregator": ("pipelines keep no statistics", "RunOptions(trace_level=FULL_TRACE)"),
    "errors.raise_exception_on_not_ok_status": ("there is no C library with a status", "try and except"),
    **{
        f"profiler.{name}": ("TensorFlow's advice and logs are of its own runtime", "tf.profiler.profile")
        for name in ("advise", "write_op_log", "AdviceProto", "GraphNodeProto", "MultiGraphNodeProto", "OpLogProto")
    },
    "train.do_quantize_training_on_graphdef": (
        "it changes a GraphDef by a pass of TensorFlow's C++",
        "tf.contrib.quantize.create_training_graph",
    ),
    "distribute": ("replicas train on CPUs and GPUs of one or several machines", "tf.distribute.MirroredStrategy"),
    "lite": ("graphs are run, not converted", "a SavedModel, which TensorFlow's converter reads"),
}


def reason_for(symbol):
    """(why, what comes nearest) for a name without its "tf.", or None when it is not known as left out."""
    while symbol:
        if symbol in LEFT_OUT:
            return LEFT_OUT[symbol]
        symbol = symbol.rpartition(".")[0]
    return None


def explain(module, name):
    """The AttributeError for a name that a public module does not have."""
    if name.startswith("__"):
        return AttributeError(f"module {module!r} has no attribute {name!r}", name=name)
    path = f"{module}.{name}".partition(".")[2]
    left_out = reason_for(path)
    if left_out:
        why, nearest = left_out
        return AttributeError(f"graphlab has no tf.{path}: {why}. Nearest: {nearest}.", name=name)
    since = former_names.renamed(path)
    if since:
        return AttributeError(f"graphlab has no tf.{path}: {since}.", name=name)
    if path == "python":
        fix = (
            "graphlab.compat.install(), or `graphlab run`, makes it mean what graphlab has of TensorFlow's own modules"
        )
        return AttributeError(f"graphlab has no tf.python until a program may import tensorflow: {fix}.", name=name)
    close = difflib.get_close_matches(name, dir(sys.modules[module]), 1, 0.8)
    hint = f". Did you mean: {close[0]!r}?" if close else ""
    return AttributeError(f"module {module!r} has no attribute {name!r}{hint}", name=name)


def explain_missing(module):
    """Makes a public module, and those in it, explain a name that they do not have."""
    name = module.__name__
    if "__getattr__" not in vars(module):
        module.__getattr__ = functools.partial(_missing, name)
    for value in list(vars(module).values()):
        if isinstance(value, types.ModuleType) and value.__name__.startswith(f"{name}."):
            if "__getattr__" not in vars(value):
                explain_missing(value)


finders = []  # functions (module, name) -> value or None that know more names, while a program may import tensorflow


def _missing(module, name):
    for find in finders:
        value = find(module, name)
        if value is not None:
            return value
    raise explain(module, name)
