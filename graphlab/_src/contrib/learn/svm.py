"""SVM of tf.contrib.learn: a linear support vector machine."""

from graphlab._src.contrib.learn.canned import Classifier
from graphlab._src.contrib.learn.heads import binary_svm_head
from graphlab._src.contrib.linear_optimizer.optimizer import SDCAOptimizer, sdca_model_fn
from graphlab._src.train.sdca.hook import UpdateWeightsHook


class SVM(Classifier):
    """A classifier of two classes with the largest margin between them.

    example_id_column: the feature that names each example, a string.  l1_regularization, l2_regularization,
    num_loss_partitions: as for SDCAOptimizer.  kernels: must be None.  The rest is as for LinearClassifier.
    """

    def __init__(
        self,
        example_id_column,
        feature_columns,
        weight_column_name=None,
        model_dir=None,
        l1_regularization=0.0,
        l2_regularization=0.0,
        num_loss_partitions=1,
        kernels=None,
        config=None,
        feature_engineering_fn=None,
    ):
        if kernels is not None:
            raise ValueError("Kernel SVMs are not currently supported.")
        params = {
            "head": binary_svm_head(weight_column_name=weight_column_name, enable_centered_bias=False),
            "feature_columns": feature_columns,
            "optimizer": SDCAOptimizer(
                example_id_column=example_id_column,
                num_loss_partitions=num_loss_partitions,
                symmetric_l1_regularization=l1_regularization,
                symmetric_l2_regularization=l2_regularization,
            ),
            "weight_column_name": weight_column_name,
            "update_weights_hook": UpdateWeightsHook(),
        }
        super().__init__(sdca_model_fn, model_dir, config, params, feature_engineering_fn)
