"""What a LearnerConfig leaves open, and the shapes of the gradients and Hessians that trees are learned from."""

from graphlab._src.base.shapes import TensorShape
from graphlab._src.proto.gradient_trees import LearnerConfig

_DEPTH, _LEARNING_RATE = 6, 0.1


def fill_defaults(config, logits_dimension):
    """Fills in what a LearnerConfig does not say. ValueError for what does not fit together."""
    if config.num_classes < 2:
        raise ValueError("Number of classes must be >=2")
    if config.multi_class_strategy == LearnerConfig.MULTI_CLASS_STRATEGY_UNSPECIFIED:
        one = logits_dimension == 1
        config.multi_class_strategy = LearnerConfig.TREE_PER_CLASS if one else LearnerConfig.DIAGONAL_HESSIAN
    if config.growing_mode == LearnerConfig.GROWING_MODE_UNSPECIFIED:
        config.growing_mode = LearnerConfig.LAYER_BY_LAYER
    oblivious = config.weak_learner_type == LearnerConfig.OBLIVIOUS_DECISION_TREE
    if config.pruning_mode == LearnerConfig.PRUNING_MODE_UNSPECIFIED:
        config.pruning_mode = LearnerConfig.PRE_PRUNE if oblivious else LearnerConfig.POST_PRUNE
    if oblivious and config.pruning_mode == LearnerConfig.POST_PRUNE:
        raise ValueError("Post pruning is not implmented for oblivious decision trees.")
    if config.constraints.max_tree_depth == 0:
        config.constraints.max_tree_depth = _DEPTH
    if not config.learning_rate_tuner.WhichOneof("tuner"):
        config.learning_rate_tuner.fixed.learning_rate = _LEARNING_RATE


def learning_rate_of(config):
    """The learning rate. ValueError for a line search, which TensorFlow does not do either."""
    tuner = config.learning_rate_tuner.WhichOneof("tuner")
    if tuner == "line_search":
        raise ValueError("Line search learning rate is not yet supported.")
    return getattr(config.learning_rate_tuner, tuner).learning_rate


def shapes_of(config, logits_dimension):
    """(of the gradient, of the Hessian) of an example: TensorShapes."""
    if logits_dimension == 1 or config.multi_class_strategy == LearnerConfig.TREE_PER_CLASS:
        return TensorShape([]), TensorShape([])
    rank = 2 if config.multi_class_strategy == LearnerConfig.FULL_HESSIAN else 1
    return TensorShape([logits_dimension]), TensorShape([logits_dimension] * rank)
