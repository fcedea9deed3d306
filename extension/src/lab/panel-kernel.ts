/**
 * The connection of a Graph panel to the kernel of one notebook: a comm, opened again after restarts, and what became
 * of the kernel. It uses the notebook's own connection, so it works wherever the notebook does.
 */
import type { ISessionContext } from "@jupyterlab/apputils";
import type { Kernel, KernelMessage } from "@jupyterlab/services";

const TARGET = "graphlab.panel";

/** A graph of the kernel, in the list to choose from. */
export interface GraphEntry {
  uid: string;
  name: string;
  operations: number;
  sessions: string[];
  followed: boolean;
}

/** What to show: "" for the graph that the notebook works on, and the tab in front. */
export interface Choice {
  graph: string;
  tab: string;
}

/**
 * "asked": it has not answered yet, maybe because a cell runs; "waiting": it has not imported graphlab;
 * "autorestarting": it died, and the server starts another; "lost": it may come back by itself.
 */
export type KernelState =
  | "none"
  | "asked"
  | "waiting"
  | "live"
  | "restarting"
  | "autorestarting"
  | "dead"
  | "lost";

export interface KernelListener {
  state(state: KernelState): void;
  message(content: Record<string, unknown>): void;
}

export class KernelLink {
  private kernel: Kernel.IKernelConnection | null = null;
  private comm?: Kernel.IComm;
  private state: KernelState = "none";
  private open = false;

  /** `others()`: connections of the page's other notebooks, of which one may have to lend its comms. */
  constructor(
    private readonly context: ISessionContext,
    private readonly others: () => Iterable<Kernel.IKernelConnection>,
    private readonly choice: () => Choice,
    private readonly listener: KernelListener,
  ) {
    context.kernelChanged.connect(this.attach, this);
    context.statusChanged.connect(this.onStatus, this);
    context.connectionStatusChanged.connect(this.onStatus, this);
  }

  /** Connects while the panel is visible. */
  start(): void {
    if (this.open) return;
    this.open = true;
    this.attach();
  }

  /** Ends what costs time in the kernel. */
  stop(): void {
    this.open = false;
    this.leave();
  }

  dispose(): void {
    this.stop();
    this.context.kernelChanged.disconnect(this.attach, this);
    this.context.statusChanged.disconnect(this.onStatus, this);
    this.context.connectionStatusChanged.disconnect(this.onStatus, this);
  }

  /** Sends what the reader has chosen. */
  choose(): void {
    if (this.comm && !this.comm.isDisposed) this.comm.send({ ...this.choice() });
  }

  private attach(): void {
    this.leave();
    if (!this.open) return;
    this.kernel = this.usable();
    if (!this.kernel) {
      this.set("none");
      return;
    }
    this.kernel.iopubMessage.connect(this.onMessage, this);
    this.connect();
  }

  /** Of several connections of a page to one kernel only one has comms. */
  private usable(): Kernel.IKernelConnection | null {
    const own = this.context.session?.kernel ?? null;
    if (!own || own.handleComms) return own;
    for (const other of this.others()) if (other.id === own.id && other.handleComms) return other;
    return null;
  }

  private leave(): void {
    this.kernel?.iopubMessage.disconnect(this.onMessage, this);
    this.kernel = null;
    this.forget(true);
  }

  /** Drops the comm; `close`: the kernel is there to be notified. */
  private forget(close: boolean): void {
    const { comm } = this;
    this.comm = undefined;
    if (!comm || comm.isDisposed) return;
    comm.onClose = () => {};
    comm.onMsg = () => {};
    if (close && this.state === "live") comm.close();
    else comm.dispose();
  }

  /** Opens the comm; a kernel without graphlab closes it at once. */
  private connect(): void {
    const { kernel } = this;
    if (!kernel || this.comm) return;
    const comm = kernel.createComm(TARGET);
    this.comm = comm;
    comm.onMsg = ({ content }) => {
      if (this.comm !== comm) return;
      const { type } = content.data;
      if (type === "ping") this.choose();
      if (type === "dropped") this.reconnect(); // the page was asleep, or without a connection
      if (type === "ping" || type === "dropped") return;
      this.set("live");
      this.listener.message(content.data as Record<string, unknown>);
    };
    comm.onClose = () => {
      if (this.comm !== comm) return;
      this.comm = undefined;
      this.set("waiting");
    };
    this.set("asked");
    comm.open({ ...this.choice() });
  }

  /** graphlab announces itself when it is imported. */
  private onMessage(_: unknown, message: KernelMessage.IIOPubMessage): void {
    const { comm_id: id } = message.content as { comm_id?: string };
    if (message.header.msg_type !== "comm_msg" || id !== TARGET) return;
    this.reconnect();
  }

  private reconnect(): void {
    this.forget(false);
    this.connect();
  }

  private onStatus(): void {
    const kernel = this.context.session?.kernel;
    if (!this.open || !kernel) return;
    const { status, connectionStatus } = kernel;
    if (status === "restarting" || status === "autorestarting") {
      this.forget(false);
      this.set(status);
    } else if (status === "dead" || status === "terminating") {
      this.forget(false);
      this.set("dead");
    } else if (connectionStatus !== "connected") this.set("lost");
    else if (this.state === "lost" && this.comm) {
      this.reconnect(); // messages may have been missed
    } else if (
      !this.comm &&
      ["restarting", "autorestarting", "dead"].includes(this.state) &&
      status !== "unknown"
    ) {
      this.set("waiting");
    }
  }

  private set(state: KernelState): void {
    if (state === this.state) return;
    this.state = state;
    this.listener.state(state);
  }
}
