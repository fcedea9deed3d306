"""Symbols as vectors: embed_sequence, embedding_lookup_unique."""

from graphlab.contrib.framework.variables import model_variable
from graphlab.graph import convert_to_tensor, name_scope
from graphlab.ops.dynamic import unique as unique_of
from graphlab.ops.embedding import embedding_lookup
from graphlab.ops.gather import gather
from graphlab.ops.joining import concat
from graphlab.ops.reduction import reduce_prod
from graphlab.ops.shape import reshape, shape
from graphlab.state.scope import variable_scope


def embed_sequence(
    ids,
    vocab_size=None,
    embed_dim=None,
    unique=False,
    initializer=None,
    regularizer=None,
    trainable=True,
    scope=None,
    reuse=None,
):
    """[batch, length, embed_dim]: a trained vector for each symbol.

    ids: [batch, length].  unique: True looks every vector up only once.  reuse: True takes the vectors that there are.
    """
    if not (reuse or (vocab_size and embed_dim)):
        raise ValueError(
            f"Must specify vocab size and embedding dimension when not reusing. Got vocab_size={vocab_size} and "
            f"embed_dim={embed_dim}"
        )
    with variable_scope(scope, "EmbedSequence", [ids], reuse=reuse):
        known = embed_dim is not None and not (reuse and vocab_size is None)
        embeddings = model_variable(
            "embeddings",
            shape=[vocab_size, embed_dim] if known else None,
            initializer=initializer,
            regularizer=regularizer,
            trainable=trainable,
        )
        return embedding_lookup_unique(embeddings, ids) if unique else embedding_lookup(embeddings, ids)


def embedding_lookup_unique(params, ids, partition_strategy="mod", name=None):
    """embedding_lookup that looks up every vector only once, however often its number comes."""
    with name_scope(name, "EmbeddingLookupUnique", [params, ids]):
        ids = convert_to_tensor(ids)
        sizes = shape(ids)
        different, places = unique_of(reshape(ids, reduce_prod(sizes, keepdims=True)))
        vectors = embedding_lookup(params, different, partition_strategy)
        flat = gather(vectors, places)
        result = reshape(flat, concat([sizes, shape(vectors)[1:]], 0))
        result.set_shape(ids.shape.concatenate(vectors.shape[1:]))
        return result
