/** "Open With → Graph": graphs in files of TensorFlow's and XLA's, drawn without a kernel. */
import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from "@jupyterlab/application";
import { WidgetTracker } from "@jupyterlab/apputils";
import {
  ABCWidgetFactory,
  type DocumentRegistry,
  DocumentWidget,
  type IDocumentWidget,
  TextModelFactory,
} from "@jupyterlab/docregistry";
import { IDefaultFileBrowser } from "@jupyterlab/filebrowser";
import type { Contents, ServerConnection } from "@jupyterlab/services";
import { ITranslator, nullTranslator, type TranslationBundle } from "@jupyterlab/translation";
import { FileDiagram } from "./file-diagram.ts";
import { graphIcon } from "./icon.ts";
import { prepareReading } from "./server-graph.ts";

export const FACTORY = "Graph";
const MODEL = "graphlab-file";
const PREPARED = 300_000; // ms for which the server is prepared, at least

type FileWidget = IDocumentWidget<FileDiagram>;
type FileType = Partial<DocumentRegistry.IFileType> & Pick<DocumentRegistry.IFileType, "name">;

/** A model without content: the server reads the file. */
class NoContentFactory extends TextModelFactory {
  get name(): string {
    return MODEL;
  }
  get collaborative(): boolean {
    return false;
  }
  get fileFormat(): Contents.FileFormat {
    return null;
  }
}

class GraphFactory extends ABCWidgetFactory<FileWidget> {
  constructor(
    private readonly app: JupyterFrontEnd,
    private readonly trans: TranslationBundle,
    options: DocumentRegistry.IWidgetFactoryOptions<FileWidget>,
  ) {
    super(options);
  }

  protected createNewWidget(context: DocumentRegistry.Context): FileWidget {
    const { contents, serverSettings: settings } = this.app.serviceManager;
    const content = new FileDiagram({ context, contents, settings, trans: this.trans });
    const widget = new DocumentWidget({ content, context });
    widget.toolbar.hide();
    return widget;
  }
}

/** Binary files open as graphs; text does too, by "Open With". */
function fileTypes(trans: TranslationBundle): { binary: FileType[]; text: FileType[] } {
  const type = (name: string, displayName: string, match: Partial<FileType>, text = false): FileType => ({
    name: `graphlab-${name}`,
    displayName,
    mimeTypes: [text ? "text/plain" : "application/octet-stream"],
    contentType: "file",
    fileFormat: text ? "text" : "base64",
    icon: graphIcon,
    ...match,
  });
  return {
    binary: [
      type("graphdef", trans.__("TensorFlow Graph"), { extensions: [".pb"] }),
      type("metagraph", trans.__("TensorFlow MetaGraph"), { extensions: [".meta"] }),
      type("events", trans.__("TensorFlow Event File"), { pattern: "\\.tfevents\\." }),
    ],
    text: [
      type("graphdef-text", trans.__("TensorFlow Graph (text)"), { extensions: [".pbtxt"] }, true),
      type("hlo", trans.__("HLO"), { extensions: [".hlo"] }, true),
      type("stablehlo", trans.__("StableHLO"), { extensions: [".mlir", ".stablehlo"] }, true),
    ],
  };
}

export const filesPlugin: JupyterFrontEndPlugin<void> = {
  id: "graphlab:files",
  description: "Opens files with graphs as diagrams.",
  autoStart: true,
  optional: [ITranslator, ILayoutRestorer, IDefaultFileBrowser],
  activate: (
    app: JupyterFrontEnd,
    translator: ITranslator | null,
    restorer: ILayoutRestorer | null,
    browser: IDefaultFileBrowser | null,
  ) => {
    const trans = (translator ?? nullTranslator).load("graphlab");
    const { docRegistry } = app;
    const { binary, text } = fileTypes(trans);
    for (const type of [...binary, ...text]) docRegistry.addFileType(type);
    docRegistry.addModelFactory(new NoContentFactory());
    const names = (types: FileType[]) => types.map(({ name }) => name);
    const factory = new GraphFactory(app, trans, {
      name: FACTORY,
      label: trans.__("Graph"),
      modelName: MODEL,
      fileTypes: [...names(binary), ...names(text), "text"],
      defaultFor: names(binary),
      readOnly: true,
    });
    docRegistry.addWidgetFactory(factory);
    restore(factory, restorer);
    if (browser) prepareFor(browser, names(binary), app.serviceManager.serverSettings, docRegistry);
  },
};

/** Where a folder shows files of these types, the server prepares to read one, from time to time: it does not wait for ever. */
function prepareFor(
  { model }: IDefaultFileBrowser,
  types: string[],
  settings: ServerConnection.ISettings,
  registry: DocumentRegistry,
): void {
  let prepared = Number.NEGATIVE_INFINITY;
  model.refreshed.connect(() => {
    if (document.hidden || performance.now() - prepared < PREPARED) return;
    const isOurs = (item: Contents.IModel) =>
      registry.getFileTypesForPath(item.path).some(({ name }) => types.includes(name));
    if (![...model.items()].some(isOurs)) return;
    prepared = performance.now();
    void prepareReading(settings).catch(() => undefined); // opening a file says why
  });
}

/** Opens the diagrams of files again after the page was loaded again. */
function restore(factory: GraphFactory, restorer: ILayoutRestorer | null): void {
  const tracker = new WidgetTracker<FileWidget>({ namespace: "graphlab-file" });
  factory.widgetCreated.connect((_, widget) => {
    widget.title.icon = graphIcon;
    widget.context.pathChanged.connect(() => void tracker.save(widget));
    void tracker.add(widget);
  });
  void restorer?.restore(tracker, {
    command: "docmanager:open",
    args: ({ context }) => ({ path: context.path, factory: FACTORY }),
    name: ({ context }) => context.path,
  });
}
