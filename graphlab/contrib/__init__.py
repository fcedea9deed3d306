"""tf.contrib: the parts that programs use. Its modules are imported on first use."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib import all_reduce as all_reduce
    from graphlab.contrib import autograph as autograph
    from graphlab.contrib import batching as batching
    from graphlab.contrib import bayesflow as bayesflow
    from graphlab.contrib import boosted_trees as boosted_trees
    from graphlab.contrib import checkpoint as checkpoint
    from graphlab.contrib import cluster_resolver as cluster_resolver
    from graphlab.contrib import compiler as compiler
    from graphlab.contrib import constrained_optimization as constrained_optimization
    from graphlab.contrib import copy_graph as copy_graph
    from graphlab.contrib import crf as crf
    from graphlab.contrib import cudnn_rnn as cudnn_rnn
    from graphlab.contrib import data as data
    from graphlab.contrib import deprecated as deprecated
    from graphlab.contrib import distribute as distribute
    from graphlab.contrib import distributions as distributions
    from graphlab.contrib import eager as eager
    from graphlab.contrib import estimator as estimator
    from graphlab.contrib import factorization as factorization
    from graphlab.contrib import feature_column as feature_column
    from graphlab.contrib import framework as framework
    from graphlab.contrib import graph_editor as graph_editor
    from graphlab.contrib import grid_rnn as grid_rnn
    from graphlab.contrib import hooks as hooks
    from graphlab.contrib import image as image
    from graphlab.contrib import integrate as integrate
    from graphlab.contrib import keras as keras
    from graphlab.contrib import kernel_methods as kernel_methods
    from graphlab.contrib import layers as layers
    from graphlab.contrib import learn as learn
    from graphlab.contrib import legacy_seq2seq as legacy_seq2seq
    from graphlab.contrib import linalg as linalg
    from graphlab.contrib import linear_optimizer as linear_optimizer
    from graphlab.contrib import lookup as lookup
    from graphlab.contrib import losses as losses
    from graphlab.contrib import memory_stats as memory_stats
    from graphlab.contrib import metrics as metrics
    from graphlab.contrib import mixed_precision as mixed_precision
    from graphlab.contrib import model_pruning as model_pruning
    from graphlab.contrib import nccl as nccl
    from graphlab.contrib import nn as nn
    from graphlab.contrib import opt as opt
    from graphlab.contrib import optimizer_v2 as optimizer_v2
    from graphlab.contrib import predictor as predictor
    from graphlab.contrib import proto as proto
    from graphlab.contrib import quantize as quantize
    from graphlab.contrib import receptive_field as receptive_field
    from graphlab.contrib import recurrent as recurrent
    from graphlab.contrib import resampler as resampler
    from graphlab.contrib import rnn as rnn
    from graphlab.contrib import saved_model as saved_model
    from graphlab.contrib import seq2seq as seq2seq
    from graphlab.contrib import session_bundle as session_bundle
    from graphlab.contrib import signal as signal
    from graphlab.contrib import slim as slim
    from graphlab.contrib import solvers as solvers
    from graphlab.contrib import sparsemax as sparsemax
    from graphlab.contrib import specs as specs
    from graphlab.contrib import staging as staging
    from graphlab.contrib import stateless as stateless
    from graphlab.contrib import summary as summary
    from graphlab.contrib import tensor_forest as tensor_forest
    from graphlab.contrib import tensorboard as tensorboard
    from graphlab.contrib import testing as testing
    from graphlab.contrib import tfprof as tfprof
    from graphlab.contrib import timeseries as timeseries
    from graphlab.contrib import tpu as tpu
    from graphlab.contrib import training as training
    from graphlab.contrib import util as util
else:
    __getattr__, __dir__ = attach(__name__)
