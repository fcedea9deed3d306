// One renderer, two thin entries: the notebook widget (anywidget) and the JupyterLab plugin.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { minify } from "terser";
import { literalsIn } from "./literals.mjs";
import { textsIn } from "./texts.mjs";

/** Style sheets without the blanks that only a reader of the source needs. */
const smallStyles = {
  name: "small styles",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*(style|file-diagram|widget\/editor)\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      contents: (await readFile(path, "utf8")).replace(/(?<=STYLE = `)[^`]+/, (sheet) =>
        sheet
          .replace(/\/\*.*?\*\//gs, "")
          .replace(/\s+/g, " ")
          .replace(/ ?([{};,]) ?/g, "$1")
          .replace(/: /g, ":")
          .replace(/;}/g, "}"),
      ),
    }));
  },
};
const common = {
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "eof",
  plugins: [smallStyles],
};
const bare = { minify: false, write: false };
const compress = { passes: 4, unsafe_arrows: true, pure_getters: true, inline: 1 };
/** The bundle, made small. Comments that tell the extension's builder what to leave alone stay. */
const small = async ({ outputFiles }) =>
  (
    await minify(outputFiles[0].text, {
      module: true,
      ecma: 2022,
      compress,
      format: { comments: /webpackIgnore/ },
    })
  ).code;

const engine = await build({
  ...common,
  ...bare,
  format: "iife",
  metafile: true,
  entryPoints: ["src/engine/worker.ts"],
});
const script = await small(engine);
// The engine travels inside the app as text and starts from a blob: no URL has to be known.
const app = {
  ...common,
  entryPoints: ["src/app.ts"],
  define: { ENGINE_SOURCE: JSON.stringify(script) },
};
// A worker has no translation catalogue: the page sends it the translations of the literals that it finds in the script.
const literals = new Set(literalsIn(script));
const lost = (await textsIn(Object.keys(engine.metafile.inputs))).filter(
  (text) => script.includes(text) && !literals.has(text),
);
if (lost.length) throw new Error(`the page does not find these texts in the engine: ${JSON.stringify(lost)}`);

await mkdir("lib", { recursive: true });
await mkdir("../graphlab/_src/viz/static", { recursive: true });
await Promise.all([
  build({
    ...common,
    entryPoints: {
      widget: "src/widget/index.ts",
      "array-editor": "src/widget/array-editor.ts",
      "drawing-pad": "src/widget/drawing-pad.ts",
    },
    outdir: "../graphlab/_src/viz/static",
  }),
  build({ ...app, ...bare }).then(async (bundle) => {
    const code = await small(bundle);
    await writeFile("../graphlab/_src/viz/static/app.js", code);
    await writeFile("lib/app.js", code);
  }),
  build({
    ...common,
    ...bare,
    entryPoints: ["src/lab/index.ts"],
    // app.js stays a chunk of its own, which a page fetches when its first graph is drawn.
    external: ["@jupyterlab/*", "@lumino/*", "./app.js"],
  }).then(async (bundle) => writeFile("lib/index.js", await small(bundle))),
]);
