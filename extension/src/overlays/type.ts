/** Operation types: MatMul, Conv2D, Relu, … */
import { about, categories } from "../model/values.ts";
import type { Overlay } from "./kinds.ts";

const ABOUT = about(
  "type",
  "Operation type",
  "What each operation does; a scope shows what it does most. What only holds or hands on values stays plain.",
);

const PLAIN =
  /^(Const|Identity|IdentityN|NoOp|Assign|AssignVariableOp|ReadVariableOp|StopGradient|VarHandleOp|VariableV2|Variable|VarIsInitializedOp|PlaceholderV?2?|PlaceholderWithDefault)$/;

export const type: Overlay = {
  about: ABOUT,
  values(graph) {
    const plain = new Map<string, boolean>();
    return categories(ABOUT, graph.count, (id) => {
      const type = graph.type(id);
      if (!plain.has(type)) plain.set(type, PLAIN.test(type));
      return plain.get(type) ? "" : type;
    });
  },
};
