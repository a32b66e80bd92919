// A workgroup: its threads, its memory, and where they wait for each other.
import type { Kernel } from '../compile/kernel.ts';
import { Stop } from './hazards.ts';
import type { Memory } from './memory.ts';
import { answerSubgroup } from './subgroups.ts';
import { createThread, inputsOf } from './thread.ts';
import type { Thread } from './thread.ts';
import type { Turn } from './turn.ts';

/** A workgroup that has begun. */
export interface Group {
  readonly number: number;
  readonly kernel: Kernel;
  readonly threads: readonly Thread[];
  readonly subgroups: readonly Subgroup[];
  /** Of each workgroup variable, in the order of the kernel's regions; null for bindings. */
  readonly memories: readonly (Memory | null)[];
  /** Threads that wait for nothing. */
  readonly ready: Thread[];
  readonly seen: Map<number, number>;
  phase: number;
  storagePhase: number;
}

/** The lanes of a subgroup, and how many of them wait for the others. */
interface Subgroup {
  readonly lanes: readonly Thread[];
  waiting: number;
}

/** What a workgroup is made from. */
interface GroupSpec {
  readonly number: number;
  readonly id: readonly number[];
  readonly count: readonly number[];
  readonly kernel: Kernel;
  readonly subgroupSize: number;
  readonly memories: readonly (Memory | null)[];
  readonly main: () => Iterator<undefined, void, unknown>;
  readonly own: () => unknown;
}

/** A workgroup whose threads are about to begin. */
export function createGroup(turn: Turn, spec: GroupSpec): Group {
  const [width, height, depth] = spec.kernel.workgroupSize;
  const threads = Array.from({ length: width * height * depth }, (_, number) =>
    createThread({
      number,
      run: spec.main(),
      inputs: inputsOf({ ...spec, size: spec.kernel.workgroupSize }, number),
      own: spec.own(),
    }),
  );
  const { subgroupSize } = spec;
  return {
    ...spec,
    threads,
    subgroups: Array.from({ length: Math.ceil(threads.length / subgroupSize) }, (_, index) => ({
      lanes: threads.slice(index * subgroupSize, (index + 1) * subgroupSize),
      waiting: 0,
    })),
    ready: threads.toReversed(),
    seen: new Map(),
    phase: turn.nextPhase(spec.number),
    storagePhase: turn.nextPhase(spec.number),
  };
}

/** Runs threads until all are done, or until the order lets another workgroup come in between. */
export function runGroup(turn: Turn, group: Group): 'done' | 'paused' {
  turn.group = group.number;
  turn.groupSeen = group.seen;
  for (;;) {
    while (group.ready.length > 0) {
      turn.phase = group.phase;
      turn.storagePhase = group.storagePhase;
      step(turn, group);
      if (!turn.isPaused) continue;
      turn.isPaused = false;
      if (turn.order.switches()) return 'paused';
    }
    if (group.threads.every(({ waits }) => waits === 'done')) return 'done';
    release(turn, group);
  }
}

function step(turn: Turn, group: Group): void {
  const { ready } = group;
  const index = turn.order.thread(ready.length);
  const thread = ready[index];
  if (!thread) return;
  turn.current = thread;
  turn.thread = thread.number;
  turn.lane = thread.inputs.subgroup_invocation_id;
  turn.input = thread.inputs;
  turn.own = thread.own;
  const { answer } = thread;
  thread.answer = undefined;
  if (thread.run.next(answer).done === true) thread.waits = 'done';
  if (thread.waits === 'nothing') return;
  // The last one takes the place of the one that goes.
  const last = ready.pop();
  if (last && last !== thread) ready[index] = last;
  if (thread.waits === 'subgroup') meet(group, thread);
}

function subgroupOf({ subgroups }: Group, { inputs }: Thread): Subgroup {
  const subgroup = subgroups[inputs.subgroup_id];
  if (!subgroup) throw new Error(`there is no subgroup ${inputs.subgroup_id}`);
  return subgroup;
}

// When the last lane has come.
function meet(group: Group, thread: Thread): void {
  const subgroup = subgroupOf(group, thread);
  const { lanes } = subgroup;
  if (++subgroup.waiting === lanes.length && lanes.every(({ site }) => site === thread.site))
    goOn(group, subgroup, lanes);
}

function goOn({ ready }: Group, subgroup: Subgroup, lanes: readonly (Thread | undefined)[]): void {
  answerSubgroup(lanes);
  for (let index = lanes.length - 1; index >= 0; index--) {
    const lane = lanes[index];
    if (!lane) continue;
    lane.waits = 'nothing';
    subgroup.waiting--;
    ready.push(lane);
  }
}

// Nobody can run: all stand before one barrier, or some have gone another way.
function release(turn: Turn, group: Group): void {
  const { threads } = group;
  const stray = threads.find(({ waits }) => waits === 'subgroup');
  if (stray) {
    releaseSubgroup(turn, group, stray);
    return;
  }
  const waiting = threads.filter(({ waits }) => waits === 'barrier');
  const [first] = waiting;
  if (!first) return;
  const apart = threads.find(({ waits, site }) => waits !== 'barrier' || site !== first.site);
  if (apart) {
    reportDivergence(turn, group, [first, apart]);
    throw new Stop();
  }
  if (first.kind === 'workgroupBarrier') group.phase = turn.nextPhase(group.number);
  else {
    group.storagePhase = turn.nextPhase(group.number);
    joinSeen(group);
  }
  for (const thread of threads) thread.waits = 'nothing';
  group.ready.push(...threads.toReversed());
}

function joinSeen({ threads, seen }: Group): void {
  for (const thread of threads)
    for (const [key, index] of thread.seen) seen.set(key, Math.max(seen.get(key) ?? 0, index));
}

function reportDivergence(turn: Turn, group: Group, [waiting, apart]: readonly [Thread, Thread]): void {
  const { line = 0, what = '' } = group.kernel.sites[waiting.site] ?? {};
  const other = group.kernel.sites[apart.site];
  const where =
    apart.waits === 'done' ? 'has returned' : `waits at the ${other?.what} of line ${other?.line}`;
  turn.hazards.report(
    'divergent-barrier',
    line,
    () =>
      `thread ${waiting.number} of workgroup ${turn.nameOf(group.number)} waits at the ${what}, and thread ${apart.number} ${where}`,
  );
}

// Those that have come go on without the others.
function releaseSubgroup(turn: Turn, group: Group, stray: Thread): void {
  const subgroup = subgroupOf(group, stray);
  const lanes = subgroup.lanes.map((lane) =>
    lane.waits === 'subgroup' && lane.site === stray.site ? lane : undefined,
  );
  const { line = 0, what = '' } = group.kernel.sites[stray.site] ?? {};
  const missing = subgroup.lanes.find((_, index) => !lanes[index]);
  turn.hazards.report(
    'divergent-subgroup',
    line,
    () =>
      `${what} of thread ${stray.number} of workgroup ${turn.nameOf(group.number)} is not reached by thread ${missing?.number} of its subgroup`,
  );
  goOn(group, subgroup, lanes);
}
