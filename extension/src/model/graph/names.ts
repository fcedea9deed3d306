/**
 * Operation names as a tree of name scopes: an operation and a scope each store their parent scope and their last
 * name part. A diagram may draw some scopes inside others than their names say; `nameParents` is what the names say.
 *
 * The content of a scope is a linked list, oldest first: a graph of 1,000,000 operations needs no object per
 * operation.
 */
import type { Piece } from "../../protocol.ts";
import { grown } from "./ragged.ts";
import type { StringTable } from "./strings.ts";

export const ROOT = 0;
const NONE = -1;

export class Names {
  /** Scopes are numbered from 0, the root; a scope comes after the one that its name lies in. */
  scopeCount = 1;
  /** The scope that each scope's name lies in; -1 for the root. */
  nameParents: Int32Array = Int32Array.of(NONE);
  /** The scope that each scope is drawn in; -1 for the root. */
  parents: Int32Array = Int32Array.of(NONE);
  /** The last part of each scope's name, as the number of a text. */
  scopeParts: Int32Array = new Int32Array(1);
  /** The operation that has exactly this scope's name, or -1; it counts as inside the scope. */
  own: Int32Array = Int32Array.of(NONE);
  /** How many operations lie in each scope, at any depth. */
  sizes: Int32Array = new Int32Array(1);
  /** The scope of each operation, and the last part of its name. */
  scopes: Int32Array = new Int32Array(0);
  parts: Int32Array = new Int32Array(0);
  private count = 0;
  /** Linked lists of the operations in a scope, by number, and of its scopes, by their first operation. */
  private firstOp: Int32Array = Int32Array.of(NONE);
  private lastOp: Int32Array = Int32Array.of(NONE);
  private nextOp: Int32Array = new Int32Array(0);
  private firstScope: Int32Array = Int32Array.of(NONE);
  private lastScope: Int32Array = Int32Array.of(NONE);
  private nextScope: Int32Array = Int32Array.of(NONE);
  /** The lowest number of an operation at any depth. */
  private oldest: Int32Array = Int32Array.of(NONE);
  private readonly byPart = new Map<number, number>();
  private readonly known = [""];
  /** The scopes that are drawn elsewhere than their names say. */
  private placed: number[] = [];
  /** While there are some: every scope after those that are drawn in it. */
  private innerFirst: number[] = [];

  constructor(private readonly texts: StringTable) {}

  /** Adds the names of a piece's new operations. `texts`: the number here of each text of the piece. */
  add(piece: Piece, texts: Int32Array): void {
    const { scopeParents, scopeParts, scopes, parts, ids } = piece;
    this.place(new Map());
    this.reserve(this.scopeCount + scopeParents.length, this.count + ids.length);
    const here = new Int32Array(scopeParents.length + 1);
    for (let i = 0; i < scopeParents.length; i++)
      here[i + 1] = this.scope(here[scopeParents[i]], texts[scopeParts[i]]);
    const isScopePart = new Uint8Array(this.texts.count);
    for (let scope = 1; scope < this.scopeCount; scope++) isScopePart[this.scopeParts[scope]] = 1;

    const more = new Int32Array(this.scopeCount);
    for (let i = 0; i < ids.length; i++) {
      if (ids[i] < this.count) continue;
      const around = here[scopes[i]];
      const part = texts[parts[i]];
      const own = isScopePart[part] ? this.byPart.get(key(around, part)) : undefined;
      if (own !== undefined) this.own[own] = ids[i];
      this.parts[ids[i]] = part;
      this.count = ids[i] + 1;
      this.linkOp(ids[i], own ?? around);
      more[own ?? around]++;
    }
    this.addUp(more);
    for (let scope = 0; scope < this.scopeCount; scope++) this.sizes[scope] += more[scope];
  }

  /** Draws each of these scopes in another one, and all others where their names say. No scope may come to lie in itself. */
  place(homes: ReadonlyMap<number, number>): void {
    for (const scope of this.placed) this.move(scope, this.nameParents[scope]);
    for (const [scope, home] of homes) this.move(scope, home);
    this.placed = [...homes.keys()];
    const depths = new Int32Array(homes.size ? this.scopeCount : 0);
    const depth = (scope: number): number => {
      if (scope !== ROOT && !depths[scope]) depths[scope] = depth(this.parents[scope]) + 1;
      return depths[scope];
    };
    this.innerFirst = Array.from(depths.keys()).sort((a, b) => depth(b) - depth(a));
  }

  /** The scope itself, or where its content is drawn when all of it is drawn elsewhere. */
  heir(scope: number): number {
    const moved = this.sizes[scope] ? undefined : this.placed.find((one) => this.liesIn(one, scope));
    return moved === undefined ? scope : this.parents[moved];
  }

  /** Whether a scope's name lies in `around`. */
  private liesIn(scope: number, around: number): boolean {
    let at = scope;
    while (at > around) at = this.nameParents[at];
    return at === around;
  }

  /** The full name of an operation. */
  name(id: number): string {
    const scope = this.scopes[id];
    return this.own[scope] === id ? this.scopeName(scope) : this.join(scope, this.parts[id]);
  }

  scopeName(scope: number): string {
    this.known[scope] ??= this.join(this.nameParents[scope], this.scopeParts[scope]);
    return this.known[scope];
  }

  /** The operation of this full name, or -1. */
  find(name: string): number {
    const parts = name.split("/");
    const last = this.texts.find(parts.pop() as string);
    let around = ROOT;
    for (const part of parts) {
      const scope = this.scopeIn(around, this.texts.find(part));
      if (scope < 0) return NONE;
      around = scope;
    }
    const scope = this.scopeIn(around, last);
    return scope < 0 ? this.opIn(around, last) : this.own[scope];
  }

  /** The scope in `around` with this last part, or -1. */
  scopeIn(around: number, part: number): number {
    return this.byPart.get(key(around, part)) ?? NONE;
  }

  /** The operation in `around` with this last part, or -1; not one that has the scope's own name. */
  opIn(around: number, part: number): number {
    for (let id = this.firstOp[around]; id >= 0; id = this.nextOp[id])
      if (this.parts[id] === part && this.own[around] !== id) return id;
    return NONE;
  }

  /** Calls `op` and `inner` for each direct child of `scope`, oldest first. */
  eachChild(scope: number, op: (id: number) => void, inner: (scope: number) => void): void {
    let id = this.firstOp[scope];
    let next = this.firstScope[scope];
    while (id >= 0 || next >= 0)
      if (next < 0 || (id >= 0 && id < this.oldest[next])) {
        op(id);
        id = this.nextOp[id];
      } else {
        if (this.sizes[next]) inner(next);
        next = this.nextScope[next];
      }
  }

  /** Whether `scope` has exactly one direct child. */
  holdsOne(scope: number): boolean {
    const op = this.firstOp[scope];
    const inner = this.filled(this.firstScope[scope]);
    return op < 0 ? inner >= 0 && this.filled(this.nextScope[inner]) < 0 : inner < 0 && this.nextOp[op] < 0;
  }

  /**
   * Writes the number of every operation in `scope`, at any depth, into `numbers` from `at` on; returns the next free
   * index.
   */
  write(scope: number, numbers: Int32Array, at: number): number {
    let place = at;
    let here = scope;
    while (true) {
      for (let id = this.firstOp[here]; id >= 0; id = this.nextOp[id]) numbers[place++] = id;
      if (this.firstScope[here] >= 0) {
        here = this.firstScope[here];
        continue;
      }
      while (here !== scope && this.nextScope[here] < 0) here = this.parents[here];
      if (here === scope) return place;
      here = this.nextScope[here];
    }
  }

  /** The number of these operations in each scope, at any depth. */
  sums(ids: Iterable<number>): Int32Array {
    const sums = new Int32Array(this.scopeCount);
    for (const id of ids) if (id < this.count) sums[this.scopes[id]]++;
    this.addUp(sums);
    return sums;
  }

  /** The first scope from this one on in its list with operations in it: those of some are all drawn elsewhere. */
  private filled(scope: number): number {
    let at = scope;
    while (at >= 0 && !this.sizes[at]) at = this.nextScope[at];
    return at;
  }

  /** Adds the count of each scope to its ancestors. */
  private addUp(counts: Int32Array): void {
    if (this.innerFirst.length) {
      for (const scope of this.innerFirst) if (scope !== ROOT) counts[this.parents[scope]] += counts[scope];
      return;
    }
    for (let scope = this.scopeCount - 1; scope > ROOT; scope--) counts[this.parents[scope]] += counts[scope];
  }

  private join(scope: number, part: number): string {
    const text = this.texts.of(part);
    return scope === ROOT ? text : `${this.scopeName(scope)}/${text}`;
  }

  /** The scope in `parent` with this last part; created if there is none. */
  private scope(parent: number, part: number): number {
    const known = this.scopeIn(parent, part);
    if (known >= 0) return known;
    const scope = this.scopeCount++;
    this.parents[scope] = parent;
    this.nameParents[scope] = parent;
    this.scopeParts[scope] = part;
    this.byPart.set(key(parent, part), scope);
    const op = this.opIn(parent, part);
    if (op >= 0) this.moveInto(scope, op);
    return scope;
  }

  /** Makes an operation a scope: a new name lies beneath its own. */
  private moveInto(scope: number, op: number): void {
    const parent = this.parents[scope];
    let before = NONE;
    for (let id = this.firstOp[parent]; id !== op; id = this.nextOp[id]) before = id;
    if (before < 0) this.firstOp[parent] = this.nextOp[op];
    else this.nextOp[before] = this.nextOp[op];
    if (this.lastOp[parent] === op) this.lastOp[parent] = before;
    this.own[scope] = op;
    this.sizes[scope] = 1;
    this.linkOp(op, scope);
  }

  private linkOp(id: number, scope: number): void {
    this.scopes[id] = scope;
    this.nextOp[id] = NONE;
    if (this.lastOp[scope] < 0) this.firstOp[scope] = id;
    else this.nextOp[this.lastOp[scope]] = id;
    this.lastOp[scope] = id;
    for (let at = scope; at !== ROOT && this.oldest[at] < 0; at = this.parents[at]) {
      this.oldest[at] = id;
      this.linkScope(at);
    }
  }

  private move(scope: number, home: number): void {
    const size = this.sizes[scope];
    const from = this.parents[scope];
    for (let at = from; at >= 0; at = this.parents[at]) this.sizes[at] -= size;
    let before = NONE;
    for (let at = this.firstScope[from]; at !== scope; at = this.nextScope[at]) before = at;
    if (before < 0) this.firstScope[from] = this.nextScope[scope];
    else this.nextScope[before] = this.nextScope[scope];
    if (this.lastScope[from] === scope) this.lastScope[from] = before;
    this.nextScope[scope] = NONE;
    this.parents[scope] = home;
    for (let at = home; at >= 0; at = this.parents[at]) this.sizes[at] += size;
    this.linkScope(scope);
  }

  private linkScope(scope: number): void {
    const parent = this.parents[scope];
    const last = this.lastScope[parent];
    if (last < 0 || this.oldest[last] < this.oldest[scope]) {
      if (last < 0) this.firstScope[parent] = scope;
      else this.nextScope[last] = scope;
      this.lastScope[parent] = scope;
      return;
    }
    let before = NONE; // an older operation has become this scope
    let next = this.firstScope[parent];
    for (; this.oldest[next] < this.oldest[scope]; next = this.nextScope[next]) before = next;
    this.nextScope[scope] = next;
    if (before < 0) this.firstScope[parent] = scope;
    else this.nextScope[before] = scope;
  }

  private reserve(scopes: number, ops: number): void {
    if (ops > this.scopes.length) {
      this.scopes = grown(this.scopes, ops);
      this.parts = grown(this.parts, ops);
      this.nextOp = grown(this.nextOp, ops);
    }
    if (scopes <= this.parents.length) return;
    this.parents = grown(this.parents, scopes);
    this.nameParents = grown(this.nameParents, scopes);
    this.scopeParts = grown(this.scopeParts, scopes);
    this.sizes = grown(this.sizes, scopes);
    this.own = grown(this.own, scopes, NONE);
    this.firstOp = grown(this.firstOp, scopes, NONE);
    this.lastOp = grown(this.lastOp, scopes, NONE);
    this.firstScope = grown(this.firstScope, scopes, NONE);
    this.lastScope = grown(this.lastScope, scopes, NONE);
    this.nextScope = grown(this.nextScope, scopes, NONE);
    this.oldest = grown(this.oldest, scopes, NONE);
  }
}

/** The part of a name without the number that makes it unique: of `conv_1` it is `conv`. */
export function withoutNumber(part: string): string {
  return part.replace(/_\d+$/, "");
}

function key(scope: number, part: number): number {
  return scope * 0x4000000 + part;
}
