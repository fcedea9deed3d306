/**
 * Finds the tensors whose first axis is the batch: the first axis of what is fed, where that is the only one that is
 * open. It is followed through operations that work on each example by itself, and no further: where an operation may
 * change the number of rows, nothing is said.
 */
import type { Graph } from "./graph.ts";
import { elementsOf, sizesOf } from "./tensor-size.ts";

/** Where data comes in. */
const SOURCE = /^(Placeholder.*|.*Iterator.*|.*Dequeue.*|.*Reader.*)$/;
/** Of these the first input's rows are the output's. */
const KEEPS_ROWS =
  /^(Identity|Cast|StopGradient|Relu6?|Elu|Selu|LeakyRelu|Sigmoid|Tanh|Softmax|LogSoftmax|Softplus|Softsign|BiasAdd|MatMul|BatchMatMul(V2)?|Conv[123]D|DepthwiseConv2dNative|(Max|Avg)Pool(3D|V2)?|FusedBatchNorm(V[23])?|LRN|Neg|Exp|Log|Log1p|Sqrt|Rsqrt|Square|Abs|Floor|Round|Sign|OneHot|Switch|Sum|Mean|Max|Min|Prod|ArgMax|ArgMin|TopKV2|ExpandDims|Squeeze|ZerosLike|OnesLike|Print|ResizeBilinear|ResizeNearestNeighbor|(Sparse)?SoftmaxCrossEntropyWithLogits)$/;
/** These work element by element on tensors that broadcast. */
const ELEMENTWISE =
  /^(Add|AddV2|AddN|Sub|Mul|RealDiv|Div|Maximum|Minimum|Pow|SquaredDifference|Equal|NotEqual|Greater|GreaterEqual|Less|LessEqual|LogicalAnd|LogicalOr|Merge)$/;
/** These fill a tensor of a shape that is their first input. */
const FILLS = /^(Fill|RandomUniform|RandomStandardNormal|TruncatedNormal)$/;
const ROUNDS = 12;
const ENDS = /^(Merge)$/;

/** The outputs of these operations whose first axis is the batch, as `op:output`. */
export function batchTensors(graph: Graph, ops: readonly number[]): Set<string> {
  const found = new Set<string>();
  if (!isFedByBatches(graph, ops)) return found;
  // What enters a branch is created after what consumes it there: a few rounds find all.
  for (let [round, before] = [0, -1]; round < ROUNDS && before < found.size; round++) {
    before = found.size;
    for (const id of ops)
      graph.outputs(id).forEach(({ shape }, output) => {
        if (opensFirst(shape) && keeps(graph, id, output, found)) found.add(`${id}:${output}`);
      });
  }
  return found;
}

/** Whether no source has an open axis but its first, and one has more axes than that. */
function isFedByBatches(graph: Graph, ops: readonly number[]): boolean {
  let examples = false;
  for (const id of ops) {
    if (!SOURCE.test(graph.type(id))) continue;
    for (const { shape, dtype } of graph.outputs(id)) {
      if (dtype === "resource" || dtype === "variant" || !/[?*]/.test(shape)) continue;
      if (!opensFirst(shape)) return false;
      if (shape.includes(",")) examples = true;
    }
  }
  return examples;
}

/** Whether the first axis is open, and no other. */
function opensFirst(shape: string): boolean {
  const sizes = shape.split(",");
  return sizes[0] === "?" && !sizes.slice(1).includes("?");
}

function keeps(graph: Graph, id: number, output: number, found: ReadonlySet<string>): boolean {
  const type = graph.type(id);
  if (SOURCE.test(type)) return true;
  const inputs = graph.inputs(id);
  const has = (at: number) => found.has(`${inputs[2 * at]}:${inputs[2 * at + 1]}`);
  const shape = (at: number) => graph.outputs(inputs[2 * at] ?? -1)?.[inputs[2 * at + 1]]?.shape ?? "*";
  const own = graph.outputs(id)[output].shape;
  if (KEEPS_ROWS.test(type)) return has(0);
  if (ELEMENTWISE.test(type)) {
    const all = Array.from({ length: inputs.length / 2 }, (_, at) => at);
    const open = all.filter((at) => /[?*]/.test(shape(at)));
    // A broadcast batch of fewer axes would be along another axis of the result.
    const same = open.every((at) => has(at) && rank(shape(at)) === rank(own));
    return open.length > 0 && same && (!ENDS.test(type) || open.length === all.length);
  }
  if (FILLS.test(type) && graph.type(inputs[0]) === "Shape") {
    const [source, from] = graph.inputs(inputs[0]);
    return found.has(`${source}:${from}`) && graph.outputs(source)[from]?.shape === own;
  }
  // As many numbers in each row as before: so there are as many rows.
  if (type === "Reshape") return has(0) && rowSize(shape(0)) === rowSize(own);
  // Rows of a table, one for each position.
  if (type === "GatherV2" || type === "ResourceGather") return has(1) && !/[?*]/.test(shape(0));
  if (type === "ConcatV2") {
    const parts = Array.from({ length: inputs.length / 2 - 1 }, (_, at) => at);
    // Side by side: along the first axis the rows would be no longer than before.
    return parts.length > 1 && parts.every(has) && rowSize(own) !== rowSize(shape(0));
  }
  return false;
}

function rank(shape: string): number {
  return sizesOf(shape).length;
}

/** The numbers of one row. */
function rowSize(shape: string): number {
  return elementsOf(shape);
}
