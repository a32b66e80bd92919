// Whose turn it is: the thread that runs, and what it may ask the machine for.
import type { AccessLog, Asker } from './access-log.ts';
import type { Hazards } from './hazards.ts';
import { Stop } from './hazards.ts';
import { inTurn } from './order.ts';
import type { Order } from './order.ts';
import type { Inputs, Thread } from './thread.ts';

/** The running thread, as compiled shaders and memory see it. One for each pass. */
export class Turn {
  readonly hazards: Hazards;
  readonly order: Order;
  readonly pass: number;
  /** Intervals between barriers are counted through the launch; those of this pass begin here. */
  readonly firstPhase: number;
  /** Whether a read past the end gives the first element; the last one otherwise. */
  readonly goesToFirst: boolean;
  /** Where accesses to storage are noted; null where nobody asks for them. */
  readonly log: AccessLog | null;
  /** Operations that subgroups have done as one. */
  joint = 0;
  /** The number of the thread in its workgroup, or `several` while a subgroup works as one. */
  thread = 0;
  lane = 0;
  group = 0;
  /** The interval that accesses to workgroup memory lie in, and that of accesses to storage. */
  phase = 0;
  storagePhase = 0;
  /** Turns of loops until a launch counts as endless. */
  fuel: number;
  input: Inputs | null = null;
  own: unknown = null;
  current: Thread | null = null;
  /** What the thread's workgroup has seen of each atomic at its last barrier. */
  groupSeen: ReadonlyMap<number, number> = new Map();
  /** Whether the thread waits before an atomic. */
  isPaused = false;
  readonly #groups: number[] = [];
  #phases: number;

  constructor({
    hazards,
    order = inTurn,
    pass = 1,
    firstPhase = 1,
    fuel = 2e7,
    goesToFirst = false,
    log = null,
  }: TurnSpec) {
    this.hazards = hazards;
    this.log = log;
    this.goesToFirst = goesToFirst;
    this.order = order;
    this.pass = pass;
    this.firstPhase = firstPhase;
    this.fuel = fuel;
    this.#phases = firstPhase;
  }

  /** Begins an interval of a workgroup. */
  nextPhase(group: number): number {
    this.#groups.push(group);
    return this.#phases++;
  }

  /** The interval that the next pass begins with. */
  get lastPhase(): number {
    return this.#phases;
  }

  /** The workgroup that an interval of this pass belongs to. */
  groupOf(phase: number): number {
    return this.#groups[phase - this.firstPhase] ?? -1;
  }

  /** How a workgroup is called in words. */
  nameOf(group: number): string {
    return String(group);
  }

  who(): string {
    const thread =
      this.thread < 0 ? `the subgroup of thread ${this.current?.number}` : `thread ${this.thread}`;
    return `${thread} of workgroup ${this.nameOf(this.group)}`;
  }

  /** Who accesses a buffer at a line of the text. */
  asker(buffer: string, line: number): Asker {
    const isJoint = this.thread < 0;
    const thread = isJoint ? this.joint : this.thread;
    const { pass, group, input } = this;
    return { buffer, line, pass, group, subgroup: input?.subgroup_id ?? 0, thread, isJoint };
  }

  /** Waits for the other threads of the workgroup. */
  barrier(kind: string, site: number): undefined {
    const thread = this.mine();
    thread.waits = 'barrier';
    thread.kind = kind;
    thread.site = site;
    return undefined;
  }

  /**
   * Waits for the other lanes of the subgroup; what they make together is what the wait gives. `kind` is the operation and
   * the type of the numbers: `subgroupAdd f32`.
   */
  ask(site: number, kind: string, value: unknown, other: number): undefined {
    const thread = this.mine();
    thread.waits = 'subgroup';
    thread.kind = kind;
    thread.site = site;
    thread.value = value;
    thread.other = other;
    return undefined;
  }

  /** Lets others come in between. */
  pause(): undefined {
    this.isPaused = true;
    return undefined;
  }

  *uniformLoad<T>(site: number, read: () => T): Generator<undefined, T> {
    yield this.barrier('workgroupBarrier', site);
    const value = read();
    yield this.barrier('workgroupBarrier', site);
    return value;
  }

  /** An index of a thread's own array or vector that lies inside. */
  at(index: number, count: number, line: number): number {
    if (index >= 0 && index < count) return index;
    const words = () => `index ${index} is outside of ${count} elements, for ${this.who()}`;
    this.hazards.report('out-of-bounds', line, words);
    return count - 1;
  }

  endless(line: number): never {
    this.hazards.report('endless', line, () => `the loop does not end, for ${this.who()}`);
    throw new Stop();
  }

  /** Which value of an atomic the thread has seen: none older can come. */
  seen(key: number): number {
    return Math.max(this.mine().seen.get(key) ?? 0, this.groupSeen.get(key) ?? 0);
  }

  see(key: number, index: number): void {
    this.mine().seen.set(key, index);
  }

  private mine(): Thread {
    if (!this.current) throw new Error('no thread runs');
    return this.current;
  }
}

/** What a pass gives its turn. */
interface TurnSpec {
  readonly hazards: Hazards;
  readonly order?: Order;
  readonly pass?: number;
  readonly firstPhase?: number;
  readonly fuel?: number | undefined;
  readonly goesToFirst?: boolean | undefined;
  readonly log?: AccessLog | null;
}
