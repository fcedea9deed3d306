"""Exports of trees in formats of programs, beside a SavedModel, and how important features are."""

import collections
import os

from graphlab._src.base.text import as_text
from graphlab._src.contrib.boosted_trees.gbdt_features import extract_features
from graphlab._src.contrib.boosted_trees.trees import split_of
from graphlab._src.contrib.learn.export_strategy import ExportStrategy, make_export_strategy
from graphlab._src.graph import Graph
from graphlab._src.io import file_system
from graphlab._src.io.file_io import GFile
from graphlab._src.io.saved_model import loader
from graphlab._src.io.saved_model.tag_constants import SERVING
from graphlab._src.proto.gradient_trees import DecisionTreeEnsembleConfig
from graphlab._src.session.session import Session


def make_custom_export_strategy(
    name, convert_fn, feature_columns, export_input_fn, use_core_columns=False, feature_engineering_fn=None
):
    """An ExportStrategy that writes a SavedModel, and below it the importance of features in assets.extra/feature_importances.

    convert_fn(ensemble, names, dense floats, sparse floats, sparse ids, folder, eval_result): writes the ensemble, a
    DecisionTreeEnsembleConfig, in another format; names are those of features, then how many of each kind; None for none.
    export_input_fn: returns InputFnOps.  The rest is as for the estimators.
    """
    base = make_export_strategy(serving_input_fn=export_input_fn, strip_default_attrs=True)
    features = export_input_fn().features
    if feature_engineering_fn is not None:
        features, _ = feature_engineering_fn(features, labels=None)
    names, dense, floats, _, _, ids, _, _ = extract_features(features, feature_columns, use_core_columns)
    counts = len(dense), len(floats), len(ids)

    def export_fn(estimator, export_dir, checkpoint_path=None, eval_result=None):
        folder = base.export(estimator, export_dir, checkpoint_path, eval_result)
        ensemble = _ensemble_of(folder)
        if convert_fn:
            convert_fn(ensemble, names, *counts, folder, eval_result)
        found = sorted(feature_importances(ensemble, names, *counts[:2]).items(), key=lambda one: -one[1])
        assets = os.path.join(as_text(folder), "assets.extra")
        file_system.makedirs(assets)
        with GFile(os.path.join(assets, "feature_importances"), "w") as file:
            file.write("\n".join(f"{feature}, {gain:f}" for feature, gain in found))
        return folder

    return ExportStrategy(name, export_fn, strip_default_attrs=True)


def _ensemble_of(folder):
    """The trees of a SavedModel."""
    with Graph().as_default() as graph, Session(graph=graph) as session:
        loader.load(session, [SERVING], folder)
        _, text = session.run(graph.get_operation_by_name("ensemble_model/TreeEnsembleSerialize").outputs)
        return DecisionTreeEnsembleConfig.FromString(text)


def feature_importances(ensemble, names, num_dense, num_sparse_floats):
    """{feature: what its splits gain in all trees, each times the weight of its tree}."""
    sums = collections.defaultdict(float)
    for tree, weight in zip(ensemble.trees, ensemble.tree_weights, strict=True):
        for node in tree.nodes:
            kind = node.WhichOneof("node")
            if kind == "leaf":
                continue
            split = split_of(node)
            split = getattr(node, kind) if split is None else split
            first = num_dense if kind.startswith("sparse_float") else 0
            first = num_dense + num_sparse_floats if "categorical" in kind else first
            feature = names[split.feature_column + first]
            if kind.startswith("sparse_float"):
                feature = f"{feature}_{split.dimension_id}"
            sums[feature] += node.node_metadata.gain * weight
    return dict(sums)
