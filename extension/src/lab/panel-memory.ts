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
  graphs: Record<string, ChosenGraph>;
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
    this.save();
  }

  /** The graph that was chosen for a notebook; undefined for the one that the notebook works on. */
  graph(path: string): ChosenGraph | undefined {
    return this.graphs[path];
  }

  setGraph(path: string, graph: ChosenGraph | undefined): void {
    delete this.graphs[path];
    if (graph) this.graphs[path] = graph; // as the newest
    for (const old of Object.keys(this.graphs).slice(0, -MOST)) delete this.graphs[old];
    this.save();
  }

  /** A notebook has another path now. */
  rename(before: string, now: string): void {
    const graph = this.graphs[before];
    if (!graph) return;
    delete this.graphs[before];
    this.setGraph(now, graph);
  }

  private async read(): Promise<void> {
    const saved = (await this.state?.fetch(KEY)) as Partial<Saved> | undefined;
    this.tabs = { ...saved?.tabs, ...this.tabs };
    this.graphs = { ...saved?.graphs, ...this.graphs };
  }

  private save(): void {
    const { tabs, graphs } = this;
    void this.state?.save(KEY, { tabs, graphs } as never);
  }
}
