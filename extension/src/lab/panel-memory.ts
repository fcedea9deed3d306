/** What the reader has chosen in Graph panels, which is the same after a reload: JupyterLab's state has it. */
import type { IStateDB } from "@jupyterlab/statedb";

const KEY = "graphlab:panel";
const MOST = 100; // notebooks whose graphs are remembered

/** A graph that was chosen: the kernel that is started next has another of this name. */
export interface ChosenGraph {
  uid: string;
  name: string;
}

interface Saved {
  tabs: Record<string, string>;
  graphs: Record<string, ChosenGraph | undefined>;
}

export class PanelMemory {
  private tabs: Saved["tabs"] = {};
  private graphs: Saved["graphs"] = {};
  /** Resolves when what was chosen earlier is known. */
  readonly ready: Promise<void>;

  constructor(private readonly state: IStateDB | null) {
    this.ready = this.read().catch(() => {}); // nothing is restored
  }

  /** The tab in front of a panel. */
  tab(panel: string): string | undefined {
    return this.tabs[panel];
  }

  setTab(panel: string, tab: string): void {
    this.tabs[panel] = tab;
    void this.save();
  }

  /** The graph that was chosen for a notebook; undefined for the one that the notebook works on. */
  graph(path: string): ChosenGraph | undefined {
    return this.graphs[path];
  }

  setGraph(path: string, graph: ChosenGraph | undefined): void {
    delete this.graphs[path];
    this.graphs[path] = graph; // as the newest; also none, if another is read after this
    for (const old of Object.keys(this.graphs).slice(0, -MOST)) delete this.graphs[old];
    void this.save();
  }

  /** A notebook, or a folder of some, has another path now. */
  async rename(before: string, now: string): Promise<void> {
    await this.ready;
    for (const [path, graph] of Object.entries(this.graphs))
      if (`${path}/`.startsWith(`${before}/`)) {
        delete this.graphs[path];
        this.setGraph(now + path.slice(before.length), graph);
      }
  }

  private async read(): Promise<void> {
    const saved = (await this.state?.fetch(KEY)) as Partial<Saved> | undefined;
    this.tabs = { ...saved?.tabs, ...this.tabs };
    this.graphs = { ...saved?.graphs, ...this.graphs };
  }

  /** Saves all, so not before what was saved is read; a page without a state goes on without. */
  private async save(): Promise<void> {
    await this.ready;
    const { tabs, graphs } = this;
    await this.state?.save(KEY, { tabs, graphs } as never).catch(() => {});
  }
}
