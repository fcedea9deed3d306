/** Save as: exports the diagram as a file, or to the clipboard. */
import { html } from "../dom.ts";
import { png } from "../export/png.ts";
import { fileName, save } from "../export/save.ts";
import { type Drawn, sceneSvg } from "../export/svg.ts";
import { icon } from "../panels/icons.ts";
import { placeMenu } from "../panels/menu.ts";
import { __, needsKernel } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

const PAGE = "text/html;charset=utf-8";

export const exportMenu: MakeFeature = (context) => {
  const button = html(
    "button",
    {
      class: "icon",
      title: __("Save as…"),
      "aria-label": __("Save as"),
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    },
    icon("save"),
  );
  const items: [title: string, hint: string, act: () => Promise<void>, can?: () => boolean][] = [
    ["SVG", __("The whole diagram, to scale and print"), saveSvg],
    ["PNG", __("The whole diagram as pixels"), savePng],
    [
      "HTML",
      __("A page with the live diagram, which needs no network"),
      saveHtml,
      () => context.live || ownPage() !== undefined,
    ],
    ["DOT", __("What is visible, for Graphviz"), saveDot],
    [
      __("Copy as image"),
      __("For a document or a message"),
      copy,
      () => "ClipboardItem" in globalThis && isSecureContext,
    ],
  ];
  const menu = html("div", { class: "choices", role: "menu", "aria-label": __("Save as"), hidden: true });
  context.tool(button);
  context.float(menu);

  button.onclick = () => (menu.hidden ? open() : close());
  menu.onkeydown = (event) => {
    const all = [...menu.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
    const at = all.indexOf((menu.getRootNode() as ShadowRoot).activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) all[(at + step + all.length) % all.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  };

  function open(): void {
    menu.replaceChildren(
      ...items.map(([title, hint, act, can]) => {
        const item = html(
          "button",
          { role: "menuitem", disabled: can ? !can() : false },
          title,
          html("span", { class: "hint-text" }, can && !can() ? missing(title) : hint),
        );
        item.onclick = () => {
          close();
          act().catch((error) => context.notify(String(error instanceof Error ? error.message : error)));
        };
        return item;
      }),
    );
    placeMenu(menu, button);
    menu.style.top = `${button.offsetTop + button.offsetHeight + 4}px`;
    menu.hidden = false;
    button.setAttribute("aria-expanded", "true");
    menu.querySelector("button")?.focus();
  }

  function close(): void {
    if (menu.hidden) return;
    menu.hidden = true;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  }

  const name = (ending: string) => fileName(context.name, ending);

  function drawn(): Drawn {
    const scene = context.scene();
    if (!scene) throw new Error(__("There is no diagram yet."));
    return sceneSvg(scene, context.paint(), button.getRootNode() as ShadowRoot);
  }

  async function saveSvg(): Promise<void> {
    save(new Blob([drawn().text], { type: "image/svg+xml" }), name("svg"));
  }

  async function savePng(): Promise<void> {
    const { data, scale } = await png(drawn());
    save(data, name("png"));
    if (scale < 1)
      context.notify(__("The diagram is huge: it was made smaller, to %1 %.", Math.round(100 * scale)));
  }

  async function saveDot(): Promise<void> {
    save(new Blob([await context.engine.dot(context.view)], { type: "text/vnd.graphviz" }), name("dot"));
  }

  /** Whether a page was requested from the kernel: only then is one saved. */
  let isRequested = false;

  async function saveHtml(): Promise<void> {
    const own = ownPage();
    isRequested = !own;
    if (own) save(new Blob([own], { type: PAGE }), name("html"));
    else context.send({ type: "page" });
  }

  async function copy(): Promise<void> {
    const data = png(drawn()).then((painted) => painted.data);
    await navigator.clipboard.write([new ClipboardItem({ "image/png": data })]);
    context.notify(__("Copied."));
  }

  return {
    messages: {
      page({ html }) {
        if (isRequested) save(new Blob([html as string], { type: PAGE }), name("html"));
        isRequested = false;
      },
    },
    clicked: close,
  };
};

function missing(title: string): string {
  return title === "HTML" ? needsKernel() : __("Not allowed on this page");
}

/** The page around the diagram, if graphlab wrote it. */
function ownPage(): string | undefined {
  if (!document.querySelector("script#app") || !document.querySelector("script#source")) return undefined;
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  page.querySelector("#graph")?.replaceChildren();
  return `<!doctype html>\n${page.outerHTML}\n`;
}
