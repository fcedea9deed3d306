"""tensorflow_estimator.python.estimator.canned.boosted_trees: what programs and tests use of it that is not published."""

from graphlab._src.estimator.canned.boosted_trees import classification_head
from graphlab._src.estimator.canned.tree_features import sorted_columns
from graphlab._src.estimator.canned.tree_inputs import SCOPE
from graphlab._src.estimator.canned.tree_model import tree_model


def create_classification_head(n_classes, weight_column=None, label_vocabulary=None):
    """The head of a classifier."""
    return classification_head(n_classes, weight_column, label_vocabulary)[0]


def model_fn(
    features,
    labels,
    mode,
    head,
    feature_columns,
    tree_hparams,
    n_batches_per_layer,
    config,
    closed_form_grad_and_hess_fn=None,
    example_id_column_name=None,
    weight_column=None,
    train_in_memory=False,
    name=SCOPE,
):
    """The EstimatorSpec of boosted trees.

    example_id_column_name: the feature that has an id for each example, by which logits are cached between steps.
    The rest is as for the estimators.
    """
    return tree_model(
        features,
        labels,
        mode,
        head,
        sorted_columns(feature_columns),
        tree_hparams,
        n_batches_per_layer,
        config,
        gradients_fn=closed_form_grad_and_hess_fn,
        weight_column=weight_column,
        in_memory=train_in_memory,
        example_ids=None if example_id_column_name is None else features[example_id_column_name],
        name=name,
    )
