"""Messages of tf.contrib.session_bundle, which the tensorboard package does not ship, made from their definitions."""

from typing import Any

from graphlab._src.proto.making import message_classes

_CLASSES = message_classes(
    "session_bundle_manifest",
    {
        "Signatures": (("default_signature", 1, "Signature"), ("named_signatures", 2, "map:Signature")),
        "TensorBinding": (("tensor_name", 1, "string"),),
        "AssetFile": (("tensor_binding", 1, "TensorBinding"), ("filename", 2, "string")),
        "Signature": (
            ("regression_signature", 1, "RegressionSignature", "type"),
            ("classification_signature", 2, "ClassificationSignature", "type"),
            ("generic_signature", 3, "GenericSignature", "type"),
        ),
        "RegressionSignature": (("input", 1, "TensorBinding"), ("output", 2, "TensorBinding")),
        "ClassificationSignature": (
            ("input", 1, "TensorBinding"),
            ("classes", 2, "TensorBinding"),
            ("scores", 3, "TensorBinding"),
        ),
        "GenericSignature": (("map", 1, "map:TensorBinding"),),
    },
    package="tensorflow.serving",
)
AssetFile: Any = _CLASSES["AssetFile"]
ClassificationSignature: Any = _CLASSES["ClassificationSignature"]
GenericSignature: Any = _CLASSES["GenericSignature"]
RegressionSignature: Any = _CLASSES["RegressionSignature"]
Signature: Any = _CLASSES["Signature"]
Signatures: Any = _CLASSES["Signatures"]
TensorBinding: Any = _CLASSES["TensorBinding"]
