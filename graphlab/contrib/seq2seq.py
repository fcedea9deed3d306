"""tf.contrib.seq2seq: losses, attention and decoders of sequences."""

from graphlab._src.contrib.seq2seq.attention import AttentionMechanism, BahdanauAttention, LuongAttention, hardmax
from graphlab._src.contrib.seq2seq.attention_wrapper import AttentionWrapper, AttentionWrapperState
from graphlab._src.contrib.seq2seq.basic_decoder import BasicDecoder, BasicDecoderOutput
from graphlab._src.contrib.seq2seq.beam_search import BeamSearchDecoder, FinalBeamSearchDecoderOutput
from graphlab._src.contrib.seq2seq.beam_step import BeamSearchDecoderOutput, BeamSearchDecoderState
from graphlab._src.contrib.seq2seq.decoder import Decoder, dynamic_decode
from graphlab._src.contrib.seq2seq.helpers import (
    CustomHelper,
    GreedyEmbeddingHelper,
    Helper,
    InferenceHelper,
    SampleEmbeddingHelper,
)
from graphlab._src.contrib.seq2seq.loss import sequence_loss
from graphlab._src.contrib.seq2seq.monotonic import (
    BahdanauMonotonicAttention,
    LuongMonotonicAttention,
    monotonic_attention,
    safe_cumprod,
)
from graphlab._src.contrib.seq2seq.tile import tile_batch
from graphlab._src.contrib.seq2seq.training_helpers import (
    ScheduledEmbeddingTrainingHelper,
    ScheduledOutputTrainingHelper,
    TrainingHelper,
)
from graphlab._src.ops.gather_tree import gather_tree

__all__ = [
    "gather_tree",
    "FinalBeamSearchDecoderOutput",
    "BeamSearchDecoderState",
    "BeamSearchDecoderOutput",
    "BeamSearchDecoder",
    "AttentionMechanism",
    "AttentionWrapper",
    "AttentionWrapperState",
    "BahdanauAttention",
    "BahdanauMonotonicAttention",
    "BasicDecoder",
    "BasicDecoderOutput",
    "CustomHelper",
    "Decoder",
    "GreedyEmbeddingHelper",
    "Helper",
    "InferenceHelper",
    "LuongAttention",
    "LuongMonotonicAttention",
    "SampleEmbeddingHelper",
    "ScheduledEmbeddingTrainingHelper",
    "ScheduledOutputTrainingHelper",
    "TrainingHelper",
    "dynamic_decode",
    "hardmax",
    "monotonic_attention",
    "safe_cumprod",
    "sequence_loss",
    "tile_batch",
]
