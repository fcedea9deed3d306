/** The anywidget entry of gl.ArrayEditor: a grid of fields, or a slider for each element. */
import type { RenderProps } from "@anywidget/types";
import { html, set } from "../dom.ts";
import { __ } from "../words.ts";
import { follow, place } from "./editor.ts";

type Cell = number | string | boolean | null;

interface State extends Record<string, unknown> {
  cells: Cell[];
  shape: number[];
  kind: "number" | "whole" | "flag" | "text";
  min: number | null;
  max: number | null;
  step: number | null;
  labels: string[];
  label: string;
  disabled: boolean;
}

const MOST_SLIDERS = 16;
const STEPS = 100; // of a slider without a step

export default {
  render({ model, el }: RenderProps<State>) {
    const [shape, kind, labels, label] = (["shape", "kind", "labels", "label"] as const).map((name) =>
      model.get(name),
    ) as [number[], State["kind"], string[], string];
    const [min, max] = [model.get("min"), model.get("max")];
    const count = shape.reduce((product, size) => product * size, 1);
    const hasSliders =
      min !== null && max !== null && count <= MOST_SLIDERS && kind !== "text" && kind !== "flag";
    const fields = Array.from({ length: count }, (_, i) => field(i));
    const outputs = fields.map(() => html("output"));

    function field(i: number): HTMLInputElement {
      const type = kind === "flag" ? "checkbox" : kind === "text" ? "text" : hasSliders ? "range" : "number";
      const input = html("input", { type, "aria-label": `${label}[${indices(i, shape).join(", ")}]` });
      if (kind === "number" || kind === "whole") {
        const least = kind === "whole" ? 1 : hasSliders ? ((max as number) - (min as number)) / STEPS : "any";
        set(input, { min: min ?? undefined, max: max ?? undefined, step: model.get("step") ?? least });
      }
      input.addEventListener("input", () => change(i, input));
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter") fields[(i + (shape.at(-1) ?? 1)) % count]?.focus();
      });
      input.addEventListener("paste", (event) => paste(i, event));
      return input;
    }

    function read(input: HTMLInputElement): Cell {
      if (kind === "flag") return input.checked;
      if (kind === "text") return input.value;
      const number = input.valueAsNumber;
      if (!Number.isFinite(number)) return null;
      return kind === "whole" ? Math.round(number) : number;
    }

    function change(i: number, input: HTMLInputElement): void {
      const cell = read(input);
      // A field that is being emptied is no number yet.
      if (cell === null && kind !== "number") return;
      if (cell === null && input.value === "") return;
      const cells = [...model.get("cells")];
      cells[i] = cell;
      store(cells);
    }

    function store(cells: Cell[]): void {
      model.set("cells", cells);
      model.save_changes();
    }

    /** Fills the cells from here on with the lines and columns of a spreadsheet. */
    function paste(i: number, event: ClipboardEvent): void {
      const rows = (event.clipboardData?.getData("text") ?? "").trim().split(/\r?\n/);
      const table = rows.map((row) => row.split(/[\t,;]\s*|\s+/));
      if (kind === "text" || (table.length === 1 && table[0].length === 1)) return;
      event.preventDefault();
      const width = shape.at(-1) ?? 1;
      const cells = [...model.get("cells")];
      table.forEach((row, down) => {
        row.forEach((text, right) => {
          const at = i + down * width + right;
          const number = Number(text);
          if ((i % width) + right >= width || at >= count || !Number.isFinite(number)) return;
          cells[at] = kind === "flag" ? number !== 0 : kind === "whole" ? Math.round(number) : number;
        });
      });
      store(cells);
    }

    function update(): void {
      const cells = model.get("cells");
      fields.forEach((input, i) => {
        const cell = cells[i];
        input.disabled = model.get("disabled");
        if (kind === "flag") input.checked = cell === true;
        else if (read(input) !== cell) input.value = cell === null ? "" : String(cell);
        outputs[i].textContent = written(cell);
      });
    }

    const content = hasSliders ? [sliders()] : tables();

    function sliders(): HTMLElement {
      return html(
        "div",
        { class: "sliders" },
        ...fields.flatMap((input, i) => [
          html("span", { "aria-hidden": true }, nameOf(i)),
          input,
          outputs[i],
        ]),
      );
    }

    function nameOf(i: number): string {
      const at = indices(i, shape);
      const last = labels[at[at.length - 1]];
      const before = at.slice(0, -1);
      if (last === undefined) return `[${at.join(", ")}]`;
      return shape.slice(0, -1).every((size) => size === 1) ? last : `[${before.join(", ")}] ${last}`;
    }

    function tables(): HTMLElement[] {
      const width = shape.at(-1) ?? 1;
      const height = shape.at(-2) ?? 1;
      const area = width * height;
      const made: HTMLElement[] = [];
      for (let from = 0; from < count; from += area) {
        const before = indices(from, shape).slice(0, -2);
        if (count > area) made.push(html("div", { class: "slice" }, `[${[...before, ":", ":"].join(", ")}]`));
        const body = html("table");
        if (labels.length || width > 1)
          body.append(
            html(
              "tr",
              {},
              html("td"),
              ...Array.from({ length: width }, (_, i) =>
                html("th", { scope: "col" }, labels[i] ?? String(i)),
              ),
            ),
          );
        for (let row = 0; row < height; row++) {
          const cells = fields.slice(from + row * width, from + (row + 1) * width);
          const head = height > 1 ? html("th", { scope: "row" }, String(row)) : html("td");
          body.append(html("tr", {}, head, ...cells.map((cell) => html("td", {}, cell))));
        }
        made.push(body);
      }
      return made.length ? made : [html("div", {}, __("It has no elements."))];
    }

    update();
    const ends = [place(el, label, ...content), follow(model, ["cells", "disabled"], update)];
    return () => {
      for (const end of ends) end();
    };
  },
};

/** The index along each axis of the element number `i`. */
function indices(i: number, shape: number[]): number[] {
  const found: number[] = [];
  let rest = i;
  for (const size of [...shape].reverse()) {
    found.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return found;
}

function written(cell: Cell): string {
  if (typeof cell !== "number") return cell === null ? "NaN" : String(cell);
  return String(Number(cell.toPrecision(4))).replace("-", "−");
}
