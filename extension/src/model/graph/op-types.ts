/** What the type of an operation says of it, and what its name does. */

/** Of a name that lies in a scope of gradients. */
export const IN_GRADIENTS = /(^|\/)gradients(_\d+)?\//;

const VARIABLES = new Set(["VarHandleOp", "Variable", "VariableV2"]);

export function isVariable(type: string): boolean {
  return VARIABLES.has(type);
}

/** Whether an operation of this type writes into the variable that it is given by reference. */
export function writes(type: string): boolean {
  return /^(Assign|Apply|Scatter|SparseApply|ResourceApply|ResourceScatter|ResourceSparseApply|CountUpTo)/.test(
    type,
  );
}
