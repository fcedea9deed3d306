/**
 * The floating point operations of an operation, from static shapes: a multiplication and an addition count as two, as
 * in TensorFlow's profiler. Unknown sizes, such as that of a batch, count as one.
 */
import type { Graph } from "./graph.ts";
import { elementsOf, sizesOf } from "./tensor-size.ts";

const PRODUCT = /^((Sparse|Batch)?MatMul|BatchMatMulV2|XlaDot)$/;
const CONVOLUTION = /^(Conv[123]D|DepthwiseConv2dNative)$/;
const CONVOLUTION_GRADIENT = /^(Conv[123]D|DepthwiseConv2dNative)Backprop(Input|Filter)(V2)?$/;
const REDUCTION = /^(Sum|Mean|Prod|Max|Min|L2Loss|ArgMax|ArgMin|Softmax|LogSoftmax|.*SoftmaxCrossEntropy.*)$/;
/** What moves, stores or describes values, and computes none. */
const FREE =
  /^(Const|Identity|IdentityN|NoOp|Placeholder.*|Variable.*|VarHandleOp|ReadVariableOp|Assign|AssignVariableOp|VarIsInitializedOp|Reshape|ExpandDims|Squeeze|Shape|ShapeN|Size|Rank|Slice|StridedSlice|Split|SplitV|Concat|ConcatV2|Pack|Unpack|Gather.*|Transpose|Tile|Pad.*|Fill|Cast|StopGradient|Enter|Exit|Switch|Merge|NextIteration|LoopCond|TensorArray.*|ZerosLike|OnesLike|Range|.*Summary|Save.*|Restore.*|Random.*|TruncatedNormal|BroadcastGradientArgs|DynamicStitch|Assert|Stack.*)$/;

export function floatingPointOperations(graph: Graph, id: number): number {
  const type = graph.type(id);
  if (FREE.test(type)) return 0;
  const outputs = graph.outputs(id);
  const dtype = outputs[0]?.dtype ?? "";
  if (!/float|half|double|complex/.test(dtype)) return 0;
  const numbers = outputs.reduce((sum, { shape }) => sum + elementsOf(shape), 0);
  const input = (at: number): string => {
    const [producer, output] = graph.inputs(id).slice(2 * at, 2 * at + 2);
    return graph.outputs(producer ?? -1)?.[output]?.shape ?? "*";
  };
  if (PRODUCT.test(type)) {
    // [m, k] · [k, n]: what the first has beyond m is k, transposed or not.
    const columns = sizesOf(outputs[0].shape).at(-1) ?? 1;
    return 2 * elementsOf(input(0)) * columns;
  }
  if (CONVOLUTION.test(type)) {
    const filter = sizesOf(input(1));
    const [channels = 1, filters = 1] = filter.slice(-2);
    const window = elementsOf(input(1)) / (channels * filters);
    return 2 * numbers * window * (type.startsWith("Depthwise") ? 1 : channels);
  }
  if (CONVOLUTION_GRADIENT.test(type)) {
    // As much as the convolution itself: each number of its output with each of the filter of one channel.
    const toFilter = /Filter/.test(type);
    const filter = toFilter ? sizesOf(outputs[0].shape) : sizesOf(input(1));
    const filters = type.startsWith("Depthwise")
      ? filter.slice(-2).reduce((a, b) => a * b, 1)
      : (filter.at(-1) ?? 1);
    return (2 * elementsOf(input(2)) * filter.reduce((a, b) => a * b, 1)) / filters;
  }
  return REDUCTION.test(type) ? elementsOf(input(0)) : numbers;
}
