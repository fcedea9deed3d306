"""The trained vectors of embedding columns."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.framework.variables import model_variable
from graphlab._src.contrib.layers.columns.base import inner_flatten
from graphlab._src.contrib.layers.scattered_embedding import scattered_embedding_lookup_sparse
from graphlab._src.graph import get_default_graph
from graphlab._src.ops.embedding_sparse import safe_embedding_lookup_sparse
from graphlab._src.train.saving.initialize import init_from_checkpoint


def parts_of(variable):
    """The parts of a variable, or the variable alone."""
    return list(variable._get_variable_list()) if hasattr(variable, "_get_variable_list") else [variable]


def restore(checkpoint_path, parts):
    """Lets a variable, in parts, begin as in a checkpoint.  checkpoint_path: (path, name of the tensor), or None."""
    if checkpoint_path is not None:
        path, name = checkpoint_path
        init_from_checkpoint(path, {name: parts[0] if len(parts) == 1 else parts})


def embeddings_from_arguments(column, args, weight_collections, trainable, output_rank=2):
    """The combined vectors of an embedding column [batch, …, dimension], of a new or a shared variable."""
    if args.hash_key:
        parameters = model_variable(
            name="weights",
            shape=[args.vocab_size],
            dtype=dtypes.float32,
            initializer=args.initializer,
            trainable=trainable and args.trainable,
            collections=weight_collections,
        )
        return scattered_embedding_lookup_sparse(
            parameters, args.input_tensor, args.dimension, args.combiner, name="lookup", hash_key=args.hash_key
        )
    ids = inner_flatten(args.input_tensor, output_rank)
    weights = None if args.weight_tensor is None else inner_flatten(args.weight_tensor, output_rank)
    sizes = [args.vocab_size, args.dimension]

    def made(name):
        return model_variable(
            name=name,
            shape=sizes,
            dtype=dtypes.float32,
            initializer=args.initializer,
            trainable=trainable and args.trainable,
            collections=weight_collections,
        )

    if args.shared_embedding_name is None:
        variable = made("weights")
    else:
        name = args.shared_embedding_name
        shared = get_default_graph().get_collection_ref(f"SHARED_EMBEDDING_COLLECTION_{name.upper()}")
        if not shared:
            shared.append(made(name))
        variable = shared[0]
        if variable.get_shape().as_list() != sizes:
            raise ValueError(
                f"The embedding variable with name {name} already exists, but its shape does not match required embedding "
                "shape here. Please make sure to use different shared_embedding_name for different shared embeddings."
            )
    parts = parts_of(variable)
    restore(column._checkpoint_path(), parts)
    return safe_embedding_lookup_sparse(
        parts, ids, sparse_weights=weights, combiner=args.combiner, name=f"{column.name}weights", max_norm=args.max_norm
    )
