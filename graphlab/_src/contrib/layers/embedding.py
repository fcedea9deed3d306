"""Symbols as vectors: embed_sequence, bow_encoder, embedding_lookup_unique."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.framework.variables import model_variable
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.dynamic import unique as unique_of
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.embedding_sparse import safe_embedding_lookup_sparse
from graphlab._src.ops.gather import gather, gather_nd
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_mean, reduce_prod
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.state.scope import variable_scope


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

    ids: [batch, length].  unique: True looks every vector up only once.  reuse: True reuses the existing vectors.
    vocab_size, embed_dim: the number and the size of the vectors.  initializer, regularizer: of these.
    trainable: whether they are trained.  scope: the variable scope.
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


def bow_encoder(
    ids,
    vocab_size,
    embed_dim,
    sparse_lookup=True,
    initializer=None,
    regularizer=None,
    trainable=True,
    scope=None,
    reuse=None,
):
    """[batch, embed_dim]: the mean of the trained vectors of each example's symbols.

    ids: [batch, length].  sparse_lookup: True leaves out the zeros of ids, which are padding.
    """
    if not vocab_size or not embed_dim:
        raise ValueError("Must specify vocab size and embedding dimension")
    with variable_scope(scope, "bow_encoder", [ids], reuse=reuse):
        embeddings = model_variable(
            "embeddings",
            shape=[vocab_size, embed_dim],
            initializer=initializer,
            regularizer=regularizer,
            trainable=trainable,
        )
        sparse = isinstance(ids, SparseTensor)
        if not sparse_lookup:
            if sparse:
                raise TypeError("ids are expected to be dense Tensor, got: %s", ids)
            return reduce_mean(embedding_lookup(embeddings, ids), axis=1)
        sparse_ids = ids if sparse else _sparse(ids)
        return safe_embedding_lookup_sparse([embeddings], sparse_ids, combiner="mean", default_id=0)


def _sparse(ids):
    ids = convert_to_tensor(ids)
    indices = where(not_equal(ids, constant(0, ids.dtype)))
    return SparseTensor(indices, gather_nd(ids, indices), shape(ids, out_type=dtypes.int64))


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
