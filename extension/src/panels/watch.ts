/** The list of watched tensors: last value, sparkline and health. */
import { html, svg } from "../dom.ts";
import { missedText, sparkline, type Watched } from "../model/runs/watch.ts";
import { dictionary } from "../model/text/dictionary.ts";
import { count } from "../model/text/format.ts";
import { __, needsKernel } from "../words.ts";
import { icon } from "./icons.ts";

const SPARK = { width: 240, height: 36 };
const health = () =>
  dictionary({
    ok: __("healthy"),
    nan: "NaN",
    inf: "Inf",
    zero: __("all zero"),
    exploding: __("exploding"),
  });

export function watchList(
  watched: Watched[],
  live: boolean,
  actions: { go(op: number): void; end(op: number): void; always(op: number): void },
): HTMLElement {
  const list = html("div", { class: "watches" });
  if (!watched.length)
    list.append(
      html("p", {}, __("Nothing is watched. Click an operation and then Watch, or call gl.watch(tensor).")),
    );
  for (const one of watched) {
    const name = html("button", { class: "link path", title: __("Show %1", one.name) }, one.name);
    name.onclick = () => actions.go(one.op);
    const end = html(
      "button",
      {
        class: "icon",
        title: live ? __("Watch it no longer") : needsKernel(),
        "aria-label": __("Watch %1 no longer", one.name),
      },
      icon("close"),
    );
    (end as HTMLButtonElement).disabled = !live;
    end.onclick = () => actions.end(one.op);
    const runs = one.runs ? `${count(one.runs, "run")}${range(one)}` : __("no run has computed it yet");
    list.append(
      html(
        "section",
        { class: `watch ${one.health}` },
        html("header", { role: "none" }, name, end),
        html(
          "div",
          { class: "now" },
          html("strong", {}, one.text ?? ""),
          html("span", { class: "health" }, health()[one.health] ?? ""),
        ),
        spark(one),
        html("div", { class: "tensor" }, runs),
        ...missed(one, live, () => actions.always(one.op)),
      ),
    );
  }
  return list;
}

/** That the last runs did without it, and a button that ends this. */
function missed(one: Watched, live: boolean, always: () => void): HTMLElement[] {
  const text = missedText(one);
  if (!text) return [];
  const line = html("p", { class: "missed" }, text);
  if (one.always) return [line];
  const title = live
    ? __("Compute it after each run, from what it fed and the variables as it left them")
    : needsKernel();
  const button = html("button", { title }, __("Fetch it too"));
  (button as HTMLButtonElement).disabled = !live;
  button.onclick = always;
  line.append(" ", button);
  return [line];
}

function spark({ points, name }: Watched): SVGSVGElement {
  const { line, band } = sparkline(points, SPARK.width, SPARK.height);
  return svg(
    "svg",
    {
      class: "spark",
      viewBox: `-1 -2 ${SPARK.width + 2} ${SPARK.height + 4}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": __("%1 over %2", name, count(points.length, "run")),
    },
    svg("path", { class: "band", d: band }),
    svg("path", { class: "mean", d: line }),
  );
}

/** The range of the means over more than one run. */
function range({ points }: Watched): string {
  const means = points.flatMap(([mean]) => mean ?? []);
  if (means.length < 2) return "";
  const [low, high] = [Math.min, Math.max].map((of) => `${of(...means)}`.replace(/-/g, "−"));
  return `, ${__("means %1 to %2", low, high)}`;
}
