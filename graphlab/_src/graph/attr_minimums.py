"""The least values of attributes, and the least lengths of lists, that TensorFlow's operations take."""

_LEAST = {
    ("N", 1): """
        AccumulateNV2 AddN DirectedInterleaveDataset DynamicStitch ExperimentalDirectedInterleaveDataset
        Merge MergeSummary Pack PaddedBatchDataset PaddedBatchDatasetV2 ParallelDynamicStitch RefMerge
        RefSelect ShapeN StringJoin ZipDataset
    """,
    ("N", 2): "Concat ConcatOffset ConcatV2 SparseConcat",
    ("OUT_TYPE", 1): "DecodeCSV",
    ("T", 1): "Assert IdentityN",
    ("Tcomponents", 1): "QueueEnqueue QueueEnqueueMany QueueEnqueueManyV2 QueueEnqueueV2",
    ("Tstate", 1): "ExperimentalScanDataset ReduceDataset ScanDataset",
    ("beam_width", 1): "CTCBeamSearchDecoder",
    ("block_size", 2): "BatchToSpace DepthToSpace SpaceToBatch SpaceToDepth",
    ("branches", 1): "Case",
    ("component_types", 1): """
        FIFOQueue FIFOQueueV2 PaddingFIFOQueue PaddingFIFOQueueV2 QueueDequeue QueueDequeueMany
        QueueDequeueManyV2 QueueDequeueUpTo QueueDequeueUpToV2 QueueDequeueV2 RandomShuffleQueue
        RandomShuffleQueueV2
    """,
    ("dtypes", 1): "RestoreV2 SaveV2",
    ("ksize", 4): """
        AvgPool AvgPoolGrad MaxPool MaxPoolGrad MaxPoolGradGrad MaxPoolGradGradWithArgmax
        MaxPoolGradWithArgmax MaxPoolWithArgmax
    """,
    ("ksize", 5): "AvgPool3D AvgPool3DGrad MaxPool3D MaxPool3DGrad MaxPool3DGradGrad",
    ("ksizes", 4): "ExtractImagePatches",
    ("ksizes", 5): "ExtractVolumePatches",
    ("max_images", 1): "ImageSummary WriteImageSummary",
    ("max_outputs", 1): "AudioSummary AudioSummaryV2 WriteAudioSummary",
    ("num", 0): "Unpack",
    ("num_buckets", 0): "SparseCross",
    ("num_buckets", 1): "StringToHashBucket StringToHashBucketFast StringToHashBucketStrong",
    ("num_partitions", 1): "DynamicPartition",
    ("num_sampled", 1): """
        AllCandidateSampler FixedUnigramCandidateSampler LearnedUnigramCandidateSampler
        LogUniformCandidateSampler ThreadUnsafeUnigramCandidateSampler UniformCandidateSampler
    """,
    ("num_shards", 1): "FixedUnigramCandidateSampler",
    ("num_sparse", 0): "ParseSingleExample",
    ("num_split", 1): "SparseSplit Split SplitV",
    ("num_true", 1): """
        AllCandidateSampler FixedUnigramCandidateSampler LearnedUnigramCandidateSampler
        LogUniformCandidateSampler ThreadUnsafeUnigramCandidateSampler UniformCandidateSampler
    """,
    ("pooling_ratio", 4): "FractionalAvgPool FractionalMaxPool",
    ("range_max", 1): """
        FixedUnigramCandidateSampler LearnedUnigramCandidateSampler LogUniformCandidateSampler
        ThreadUnsafeUnigramCandidateSampler UniformCandidateSampler
    """,
    ("rates", 4): "Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput ExtractImagePatches",
    ("shard", 0): "FixedUnigramCandidateSampler",
    ("strides", 4): """
        AvgPool AvgPoolGrad Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput ExtractImagePatches
        MaxPool MaxPoolGrad MaxPoolGradGrad MaxPoolGradGradWithArgmax MaxPoolGradWithArgmax
        MaxPoolWithArgmax
    """,
    ("strides", 5): """
        AvgPool3D AvgPool3DGrad Conv3D Conv3DBackpropFilterV2 Conv3DBackpropInputV2 ExtractVolumePatches
        MaxPool3D MaxPool3DGrad MaxPool3DGradGrad
    """,
    ("top_paths", 1): "CTCBeamSearchDecoder",
}

# {operation type: {attribute: its least value, or length}}
MINIMUM: dict[str, dict[str, int]] = {}
for (_attribute, _least), _types in _LEAST.items():
    for _type in _types.split():
        MINIMUM.setdefault(_type, {})[_attribute] = _least
