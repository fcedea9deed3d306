/** The predicate of each term of a search. */

import { __ } from "../../words.ts";
import type { Graph } from "../graph/graph.ts";
import { IN_GRADIENTS, isVariable, writes } from "../graph/op-types.ts";
import { memoize } from "../text/memoize.ts";
import type { Pattern } from "./glob.ts";
import { expressionIn, patternOf } from "./pattern.ts";
import { isKey, QueryError, type Term } from "./syntax.ts";

export type Test = (id: number) => boolean;

/** What a search needs besides the graph. */
export interface SearchContext {
  /** Whether an operation is fetched or fed in the preview, or new. */
  is(what: "fetched" | "fed" | "new", id: number): boolean;
  /** The operations that have an attribute, according to the kernel; undefined before it has replied. */
  attribute(name: string, value: string): ReadonlySet<number> | undefined;
}

export function testOf(graph: Graph, term: Term, context: SearchContext): Test {
  const { key, value } = term;
  if (!isKey(key)) return key ? attributeTest(graph, key, value, context) : wordTest(graph, value);
  switch (key) {
    case "name":
      return nameTest(graph, value);
    case "type":
      return typeTest(graph, value);
    case "shape": {
      const fits = memoize(shapeTest(term));
      return (id) => graph.outputs(id).some((output) => fits(output.shape));
    }
    case "dtype": {
      const fits = memoize(matcher(value));
      return (id) => graph.outputs(id).some((output) => fits(output.dtype.replace(/_ref$/, "")));
    }
    case "device": {
      const part = patternOf(value);
      const fits = memoize((device) => (/^none$/i.test(value) ? device === "" : part.test(device)));
      return (id) => fits(graph.device(id));
    }
    case "scope": {
      if (expressionIn(value) !== undefined) {
        const fits = patternOf(value);
        return scopeTest(graph, { test: (scope) => fits.test(scope.slice(0, -1)) });
      }
      const part = patternOf(`/${value.replace(/\/$/, "")}/`);
      return scopeTest(graph, { test: (scope) => part.test(`/${scope}`) });
    }
    case "attr": {
      const [, name, , text = "*"] = /^([^=]*)(=(.*))?$/s.exec(value) as RegExpExecArray;
      return attributeTest(graph, name, text, context);
    }
    case "cell": {
      const fits = numberTest(term);
      return (id) => graph.source(id).cell >= 0 && fits(graph.source(id).cell);
    }
    case "line": {
      const fits = numberTest(term);
      return (id) => graph.source(id).line > 0 && fits(graph.source(id).line);
    }
    case "file": {
      const part = patternOf(value);
      const fits = memoize((file) => file !== "" && part.test(file));
      return (id) => fits(graph.source(id).file);
    }
    case "is":
      return kindTest(graph, term, context);
    case "in": {
      const fits = numberTest(term);
      return (id) => fits(graph.inputs(id).length / 2);
    }
    case "out": {
      const fits = numberTest(term);
      return (id) => fits(graph.uses(id));
    }
  }
}

/** The kernel's query for an attribute term: [name, value], where the browser does not have the attributes. */
export function attributeQuery({ key, value }: Term): [name: string, value: string] | undefined {
  if (key === "attr") {
    const at = value.indexOf("=");
    return at < 0 ? [value, "*"] : [value.slice(0, at), value.slice(at + 1)];
  }
  return key && !isKey(key) ? [key, value] : undefined;
}

/** Part of a name or of a type. */
function wordTest(graph: Graph, word: string): Test {
  if (expressionIn(word) !== undefined) return nameTest(graph, word);
  // `hidden/MatMul:0` names an output of it.
  const plain = word.replace(/:\d+$/, "");
  const part = patternOf(plain);
  const type = memoize((text) => part.test(text));
  const name = nameTest(graph, plain);
  return (id) => name(id) || type(graph.type(id));
}

/** Part of a name: of the scope's or of the last part, unless it may span both. Only then are names joined. */
function nameTest(graph: Graph, value: string): Test {
  const part = patternOf(value);
  if (/[/*]/.test(value)) return (id) => part.test(graph.name(id));
  const { names, texts } = graph;
  const inScope = perNumber(names.scopeCount, (scope) => part.test(names.scopeName(scope)));
  const inPart = perNumber(texts.count, (number) => part.test(texts.of(number)));
  return (id) => inScope(names.scopes[id]) || inPart(names.parts[id]);
}

/** Whether an operation is in a scope whose name, with a slash behind it, matches. */
export function scopeTest(graph: Graph, part: Pattern): Test {
  const { names } = graph;
  const fits = perNumber(names.scopeCount, (scope) => part.test(`${names.scopeName(scope)}/`));
  // An operation with a scope's name is inside that scope in the tree, and in its parent by name.
  const around = (id: number) =>
    names.own[names.scopes[id]] === id ? names.nameParents[names.scopes[id]] : names.scopes[id];
  return (id) => {
    const scope = around(id);
    return scope > 0 && fits(scope);
  };
}

/** The same predicate on numbers from 0 to `count`, each computed once. */
function perNumber(count: number, test: (number: number) => boolean): (number: number) => boolean {
  const known = new Int8Array(count);
  return (number) => {
    if (!known[number]) known[number] = test(number) ? 1 : -1;
    return known[number] > 0;
  };
}

/** A type of exactly this name where the graph has it, else all that begin with it: the reader may still be typing. */
function typeTest(graph: Graph, value: string): Test {
  const whole = patternOf(value, { begins: true, ends: true });
  const begins = patternOf(value, { begins: true });
  const part = patternOf(value);
  const types = new Set<string>();
  for (let id = 0; id < graph.count; id++) types.add(graph.type(id));
  const test = [whole, begins, part].find((test) => [...types].some((type) => test.test(type))) ?? whole;
  const fitting = new Set([...types].filter((type) => test.test(type)));
  return (id) => fitting.has(graph.type(id));
}

/** `?` is an unknown size, `*` any one size, `…` any number of sizes; `scalar` has none. */
function shapeTest({ value }: Term): (shape: string) => boolean {
  const text = value.replace(/^[[(]|[\])]$/g, "").trim();
  if (/^(scalar)?$/i.test(text)) return (shape) => shape === "";
  if (/^unknown$/i.test(text)) return (shape) => shape === "*";
  const sizes = text.replaceAll("...", "…").split(/\s*[x×,]\s*/i);
  for (const size of sizes)
    if (!/^(\d+|\?|\*|…|)$/.test(size))
      throw new QueryError(
        __("shape: “%1” is no size; write ?x10, *x10 (any size), 3x… (and more), scalar or unknown", size),
      );
  const many = sizes.filter((size) => size === "…").length;
  if (many > 1) throw new QueryError(__("shape: … can occur once"));
  // A trailing separator is a shape that is still being typed.
  if (sizes.at(-1) === "") sizes.splice(-1, 1, ...(many ? [] : ["…"]));
  const before = sizes.indexOf("…");
  return (shape) => {
    if (shape === "*" || (shape === "" && before < 0)) return false;
    const has = shape === "" ? [] : shape.split(",");
    const agree = (wanted: string[], from: number) =>
      wanted.every((size, i) => size === "*" || size === has[from + i]);
    if (before < 0) return has.length === sizes.length && agree(sizes, 0);
    const after = sizes.slice(before + 1);
    return (
      has.length >= sizes.length - 1 &&
      agree(sizes.slice(0, before), 0) &&
      agree(after, has.length - after.length)
    );
  };
}

/** `3`, `3-5`, `>4`, `<2`. */
function numberTest({ key, value }: Term): (number: number) => boolean {
  const match = /^(?:([<>]=?)?(\d+)|(\d+)-(\d*))$/.exec(value);
  if (!match) throw new QueryError(__("%1: needs a number, as in %1:3, %1:3-5 or %1:>3", key));
  const [, sign, single, from, to] = match;
  const bound = Number(single);
  if (from !== undefined)
    return (number) => number >= Number(from) && number <= (to ? Number(to) : Number.POSITIVE_INFINITY);
  if (sign === ">") return (number) => number > bound;
  if (sign === ">=") return (number) => number >= bound;
  if (sign === "<") return (number) => number < bound;
  if (sign === "<=") return (number) => number <= bound;
  return (number) => number === bound;
}

const KINDS: Record<string, (graph: Graph, id: number, context: SearchContext) => boolean> = {
  variable: (graph, id) => isVariable(graph.type(id)),
  placeholder: (graph, id) => graph.type(id).startsWith("Placeholder"),
  constant: (graph, id) => graph.type(id) === "Const",
  write: (graph, id) => writes(graph.type(id)),
  end: (graph, id) => graph.uses(id) === 0,
  start: (graph, id) => graph.inputs(id).length === 0 && graph.controls(id).length === 0,
  function: (graph, id) => graph.hasSubgraph(id),
  loop: (graph, id) => /^(Ref)?(Enter|Exit|NextIteration)$|^LoopCond$|While$/.test(graph.type(id)),
  fetched: (_, id, context) => context.is("fetched", id),
  fed: (_, id, context) => context.is("fed", id),
  new: (_, id, context) => context.is("new", id),
};

function kindTest(graph: Graph, { value }: Term, context: SearchContext): Test {
  const wanted = value.toLowerCase().replace(/s$/, "");
  if (wanted && "gradient".startsWith(wanted)) return scopeTest(graph, IN_GRADIENTS);
  // A prefix is enough while the reader is typing, if it is unique.
  const name =
    Object.hasOwn(KINDS, wanted) || wanted === ""
      ? wanted
      : Object.keys(KINDS).find((kind) => kind.startsWith(wanted));
  if (!name)
    throw new QueryError(__("is: knows %1, gradient; not “%2”", Object.keys(KINDS).join(", "), value));
  return (id) => KINDS[name](graph, id, context);
}

function attributeTest(graph: Graph, name: string, value: string, context: SearchContext): Test {
  const wanted = name.toLowerCase();
  const fits = memoize(matcher(value.replace(/\s/g, "")));
  const known = context.attribute(name, value);
  return (id) => {
    const texts = graph.attributes(id);
    if (!texts) return known?.has(id) ?? false;
    for (let i = 0; i < texts.length; i += 2)
      if (texts[i].toLowerCase() === wanted && fits(texts[i + 1].replace(/\s/g, ""))) return true;
    return false;
  };
}

/** Whether a whole text is `value`, in which * is anything; a regular expression may match a part. */
function matcher(value: string): (text: string) => boolean {
  const whole = patternOf(value, { begins: true, ends: true });
  return (text) => whole.test(text);
}
