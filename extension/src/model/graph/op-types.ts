/** Facts that follow from an operation's type or from its name. */

/** Matches names inside a scope that tf.gradients made. */
export const IN_GRADIENTS = /(^|\/)gradients(_\d+)?\//;

const VARIABLES = new Set(["VarHandleOp", "Variable", "VariableV2"]);

export function isVariable(type: string): boolean {
  return VARIABLES.has(type);
}

/** Whether an operation of this type writes to the variable that is its input. */
export function writes(type: string): boolean {
  return /^(Assign|Apply|Scatter|SparseApply|ResourceApply|ResourceScatter|ResourceSparseApply|CountUpTo)/.test(
    type,
  );
}

/** Types that only hold values or pass them on. */
export const PLAIN =
  /^(Const|Identity|IdentityN|NoOp|Assign|AssignVariableOp|ReadVariableOp|StopGradient|VarHandleOp|VariableV2|Variable|VarIsInitializedOp|PlaceholderV?2?|PlaceholderWithDefault)$/;
