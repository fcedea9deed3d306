import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, it } from "vitest";
import { AMERICAN } from "../src/lab/spelling.ts";
import { textsIn } from "../texts.mjs";

const SOURCE = join(import.meta.dirname, "../src");
/** Style sheets, drawings, checks of messages and Graphviz' language: no reader sees their texts. */
const WITHOUT_TEXTS =
  /style\.ts$|icons?\.ts$|validation\.ts$|model\/diagram\/graphviz\.ts$|scene\/canvas|corners\.ts$|spelling\.ts$/;
const TRANSLATES = ["__", "translated"];
/** Names that no language changes. */
const NAMES = /^(NaN|Inf|SVG|PNG|HTML|DOT|StableHLO|Esc|r R)$/;
/** Functions, attributes and properties whose texts a reader sees. */
const SEEN =
  /^(title|label|caption|about|badge|note|hint|tip|text|placeholder|alt|name|aria-(label|description)|ariaLabel|html|append|replaceChildren|group|notify|report|end|line|push|cardButton|drawer|setStatus|QueryError)$/;
/** Those whose texts a reader does not see. */
const UNSEEN =
  /^(class|style|role|type|id|transform|d|viewBox|querySelector(All)?|matches|closest|createElement|matchMedia|setProperty|animate|warn|Error|RegExp|getContext|description|selector)$/;
/** Addresses, selectors, style sheets, fonts, code for a cell. */
const CODE =
  /^[\w-]+:\/\/|^import |^[<.#{"]|^(var|translate)\(|^(jp|gl|graphlab)[-:]|\{[^}]*:|sans-serif|^inset |^ ?(px|ms|alert|node|graphlab) ?$|^(run|variables|queues|devices) $/;

type Node = { type: string; start: number; [key: string]: unknown };
type Named = { name?: string; value?: string; property?: Named };

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);
const nameOf = ({ name, value, property }: Named): string => name ?? value ?? property?.name ?? "";

/** The name of the function, property or attribute that receives a literal. */
function receiver(parents: Node[]): string {
  for (const { type, callee, key } of [...parents].reverse()) {
    if (type === "CallExpression" || type === "NewExpression") return nameOf(callee as Named);
    if (type === "Property") return nameOf(key as Named);
  }
  return "";
}

function looksLikeText(text: string, isPart: boolean, to: string): boolean {
  if (!/[A-Za-z]{2}/.test(text) || CODE.test(text) || UNSEEN.test(to) || NAMES.test(text.trim()))
    return false;
  if (isPart && /(^| )[a-z]{2,}( |$)/.test(text)) return true;
  const hasWords = /[A-Za-z]{2,}[,.:;]? +[A-Za-z]/.test(text) && !/^[a-z-]+( [a-z]+-[a-z-]*)+$/.test(text);
  return (
    hasWords ||
    (SEEN.test(to) && /^[A-Z][a-z]+/.test(text)) ||
    (/^(html|append|group|badge)$/.test(to) && /^ ?[a-z]{2,} $/.test(text))
  );
}

it("translates every text that a reader sees", () => {
  const missing: string[] = [];
  for (const name of files) {
    if (WITHOUT_TEXTS.test(name)) continue;
    const code = readFileSync(join(SOURCE, name), "utf8");
    const visit = (node: Node, parents: Node[]) => {
      if (/^TS(?!As|NonNull|Satisfies)|^Import|^Export.*All|^SwitchCase$/.test(node.type)) return;
      if (node.type === "BinaryExpression" && node.operator !== "+") return;
      if (node.type === "CallExpression") {
        if (TRANSLATES.includes(nameOf(node.callee as Named))) {
          for (const argument of (node.arguments as Node[]).slice(1)) visit(argument, [...parents, node]);
          return;
        }
      }
      const isPart = node.type === "TemplateElement";
      const text = isPart
        ? (node.value as { cooked: string }).cooked
        : node.type === "Literal"
          ? node.value
          : "";
      if (typeof text === "string" && looksLikeText(text, isPart, receiver(parents)))
        missing.push(`${name}:${code.slice(0, node.start).split("\n").length}: ${JSON.stringify(text)}`);
      for (const [key, child] of Object.entries(node)) {
        if (key === "key") continue;
        for (const one of Array.isArray(child) ? child : [child])
          if (one && typeof one === "object" && typeof one.type === "string") visit(one, [...parents, node]);
      }
    };
    visit(parseSync(name, code).program as unknown as Node, []);
  }
  expect(missing).toEqual([]);
});

it("has American spelling for every text that differs, and for no other", async () => {
  const texts = await textsIn(files.map((name) => join(SOURCE, name)));
  const british = texts.filter((text) =>
    /[a-z]our(s|ed|ing|ful)?\b(?<!\b([fyh]|p|t|c)ours?)|centre|grey\b|[a-z]is(e|ed|ing)\b(?<!otherwise|noise|likewise|raised?|precise)|licence/i.test(
      text,
    ),
  );
  expect(Object.keys(AMERICAN).sort()).toEqual(british.sort());
});
