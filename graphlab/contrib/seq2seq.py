"""tf.contrib.seq2seq: losses, attention and decoders of sequences."""

from graphlab.ops.gather_tree import gather_tree
from graphlab.seq2seq.attention import AttentionMechanism, BahdanauAttention, LuongAttention, hardmax
from graphlab.seq2seq.attention_wrapper import AttentionWrapper, AttentionWrapperState
from graphlab.seq2seq.basic_decoder import BasicDecoder, BasicDecoderOutput
from graphlab.seq2seq.beam_search import BeamSearchDecoder, FinalBeamSearchDecoderOutput
from graphlab.seq2seq.beam_step import BeamSearchDecoderOutput, BeamSearchDecoderState
from graphlab.seq2seq.decoder import Decoder, dynamic_decode
from graphlab.seq2seq.helpers import CustomHelper, GreedyEmbeddingHelper, Helper, InferenceHelper, SampleEmbeddingHelper
from graphlab.seq2seq.loss import sequence_loss
from graphlab.seq2seq.tile import tile_batch
from graphlab.seq2seq.training_helpers import ScheduledEmbeddingTrainingHelper, TrainingHelper

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
    "BasicDecoder",
    "BasicDecoderOutput",
    "CustomHelper",
    "Decoder",
    "GreedyEmbeddingHelper",
    "Helper",
    "InferenceHelper",
    "LuongAttention",
    "SampleEmbeddingHelper",
    "ScheduledEmbeddingTrainingHelper",
    "TrainingHelper",
    "dynamic_decode",
    "hardmax",
    "sequence_loss",
    "tile_batch",
]
