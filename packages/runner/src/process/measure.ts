// Runs ids in their families' processes: a watchdog over each id, and whatever had finished when a process
// died stays finished.
import type {
  DeviceUse,
  Effort,
  FamilyEvent,
  Job,
  KernelText,
  KnownOutputs,
  ListedId,
  Machine,
  Phase,
  Reason,
  Result,
  Ruler,
  Spent,
} from '@kernel-ladder/schema';
import { bootFamily } from './child.ts';
import type { Child, Waiting } from './child.ts';
import type { DeviceGate, DeviceUser } from './device-gate.ts';
import { createWatchdog, failedResult, reasonOf } from './ends.ts';
import type { FamilyPackage } from './families.ts';
import type { Io } from '../io.ts';

/** What comes with a result and is no part of it. */
export interface ResultExtras {
  readonly known?: KnownOutputs;
  readonly kernel?: KernelText;
  readonly spent?: Spent;
}

/** What the rulers took at one moment. */
export type RulerTimes = Omit<Ruler, 'at'>;

/** What all families of a run share. */
export interface MeasureSpec {
  readonly job: Omit<Job, 'ids'> & { readonly effort: Effort; readonly machine: Machine };
  readonly timeoutMs: number;
  /** By `family/variant`, the awkward cases that are already checked. */
  readonly covered?: () => NonNullable<Job['covered']>;
  /** `process` tells those apart that are at work side by side. */
  readonly onPhase: (id: string, phase: Phase, share: number, process?: number) => void;
  /** Told that a process has nothing more to tell of. */
  readonly onLeave?: (process: number) => void;
  readonly onResult: (result: Result, more?: ResultExtras) => void;
  /** Told of the rulers behind the last id, where the job asks for them and its process comes to them. */
  readonly onRuler?: (ruler: RulerTimes) => void;
  /** Waits until a process may have the device, and gives what hands it on; there is no waiting when left out. */
  readonly turn?: () => Promise<() => void>;
  /** Who grants the device, where the job shares it. */
  readonly gate?: DeviceGate;
  /** Told that nothing is timed any more, though the device still has something to do. */
  readonly onTimed?: () => void;
  /** Told that the device has nothing more to do for the ids; those who judge may still be at work. */
  readonly onFree?: () => void;
  /** The first process, where one waits already: started by `readyFamily` with the same ids. */
  readonly first?: Waiting | undefined;
}

/**
 * Runs ids of one family to their last result; a crash or a hang costs the id that was running. On hardware a process of kernels begins
 * with ids to come beside the timing and judging of one, and may have crashed or hung by that: the id has another try with nothing beside it,
 * and so has the first id of a process that died while it waited.
 */
export async function measureFamily(
  io: Io,
  family: FamilyPackage,
  ids: readonly ListedId[],
  { first, ...spec }: MeasureSpec,
): Promise<void> {
  let rest = ids;
  let waiting = first;
  let isAhead = beginsAhead(spec);
  while (rest.length > 0 && !io.interrupt.aborted) {
    const job = { ...spec.job, ahead: isAhead };
    const hasWaited = waiting !== undefined;
    const attempt = await runInTurn(io, family, rest, { ...spec, job, first: waiting });
    waiting = undefined;
    if (!attempt) return;
    rest = rest.filter(({ id }) => !attempt.finished.has(id));
    // A device that was lost has told of its last id; the others start in a new process.
    if (attempt.running === null && attempt.finished.size > 0) continue;
    const victim = rest.find(({ id }) => id === attempt.running) ?? rest[0];
    if (!victim) return;
    if (mayBeInnocent(attempt, { isAhead, isPeer: family.rungs !== undefined, hasWaited })) {
      isAhead = false;
      continue;
    }
    spec.onResult(failedResult(victim, attempt.reason));
    rest = rest.filter((entry) => entry !== victim);
  }
}

/** Starts a process for ids whose turn is yet to come. */
export function readyFamily(
  io: Io,
  family: FamilyPackage,
  ids: readonly ListedId[],
  spec: MeasureSpec,
): Waiting {
  const job = { ...spec.job, ahead: beginsAhead(spec) };
  return bootFamily(io, family.entry, { args: ['run'], job: jobFor(ids, { ...spec, job }) });
}

/** Whether a process begins with ids and cases before their turn; that of peers begins with inputs and references alone. */
export function beginsAhead({ job }: Pick<MeasureSpec, 'job'>): boolean {
  return !job.machine.software;
}

function jobFor(ids: readonly ListedId[], spec: MeasureSpec): Job {
  const known = spec.covered?.() ?? {};
  const rungs = new Set(ids.map(rungOf));
  const covered = Object.fromEntries(Object.entries(known).filter(([rung]) => rungs.has(rung)));
  return { ...spec.job, ids: ids.map(({ id }) => id), covered };
}

/** The rung of an id as `family/variant`. */
export function rungOf({ family, variant }: Pick<ListedId, 'family' | 'variant'>): string {
  return `${family}/${variant}`;
}

interface Beginnings {
  readonly isAhead: boolean;
  readonly isPeer: boolean;
  readonly hasWaited: boolean;
}

// A process of kernels may have ended by what it had begun for a later id, or before its turn: an id that has no result yet may wait for judges
// while the device, a compiler or the thread that speaks hangs in another. What peers begin with is made by our own code: one that runs alone is no victim.
function mayBeInnocent({ running, isAlone }: Attempt, { isAhead, isPeer, hasWaited }: Beginnings): boolean {
  return running === null ? hasWaited : isAhead && !(isPeer && isAlone);
}

interface Attempt {
  readonly finished: ReadonlySet<string>;
  readonly running: string | null;
  /** Whether no other id waited for its judges, or had them wait for it. */
  readonly isAlone: boolean;
  readonly reason: Reason;
}

// Null after an interrupt.
async function runInTurn(
  io: Io,
  family: FamilyPackage,
  ids: readonly ListedId[],
  spec: MeasureSpec,
): Promise<Attempt | null> {
  const handOn = (await spec.turn?.()) ?? (() => {});
  const onFree = () => {
    handOn();
    spec.onFree?.();
  };
  try {
    const attempt = io.interrupt.aborted ? null : await runOnce(io, family, ids, { ...spec, onFree });
    return io.interrupt.aborted ? null : attempt;
  } finally {
    handOn();
  }
}

async function runOnce(
  io: Io,
  family: FamilyPackage,
  ids: readonly ListedId[],
  spec: MeasureSpec,
): Promise<Attempt> {
  const asked = new Set(ids.map(({ id }) => id));
  const finished = new Set<string>();
  // That of which judges have yet to speak, and the one that is on the device.
  const open = new Set<string>();
  let fault: string | null = null;
  const watchdog = createWatchdog(spec.timeoutMs, () => child.kill());
  const hear = (event: FamilyEvent) => {
    if (event.type === 'start') open.add(event.id);
    if (event.type === 'error') fault = event.message;
    if (event.type === 'device') use.ask(event.use);
    tell(io, family, { event, spec });
  };
  const onEvent = (event: FamilyEvent) => {
    if (isSignOfLife(event) && !use.isWaiting()) watchdog.restart();
    hear(event);
    if (event.type !== 'result') return;
    const { id } = event.result;
    // Thrown into the reader, which ends a process that breaks the protocol and listens to it no more.
    if (finished.has(id) || !asked.has(id)) {
      throw new Error(`it answered for ${id}, which nobody had asked`);
    }
    finished.add(id);
    open.delete(id);
    spec.onResult(event.result, event);
  };
  const waiting = spec.first ?? bootFamily(io, family.entry, { args: ['run'], job: jobFor(ids, spec) });
  const child = waiting.start(onEvent);
  const use = useOf(spec, { name: family.name, watchdog, child });
  watchdog.restart();
  const end = await child.ended.finally(() => use.ask('none')).finally(watchdog.stop);
  const timeoutMs = watchdog.fired() ? spec.timeoutMs : null;
  const [running = null] = open;
  return { finished, running, isAlone: open.size === 1, reason: reasonOf(end, { timeoutMs, fault }) };
}

/** Asks for the uses of a shared device that a process wants. Who waits for others has all its time before it. */
export function useOf(
  { gate }: MeasureSpec,
  {
    name,
    watchdog,
    child,
  }: DeviceUser & { readonly watchdog: ReturnType<typeof createWatchdog>; readonly child: Child },
) {
  const who = { name };
  let isWaiting = false;
  const ask = (use: DeviceUse) => {
    watchdog.stop();
    isWaiting = use !== 'none';
    gate?.ask(who, use, () => {
      isWaiting = false;
      watchdog.restart();
      child.grant();
    });
    if (use === 'none') watchdog.restart();
  };
  return { ask, isWaiting: () => isWaiting };
}

interface Told {
  readonly event: FamilyEvent;
  readonly spec: MeasureSpec;
}

// What is neither a result nor decides what one is.
function tell(io: Io, family: FamilyPackage, { event, spec }: Told): void {
  if (event.type === 'progress') spec.onPhase(event.id, event.phase, event.share);
  if (event.type === 'note') io.err(`${event.message}\n`);
  if (event.type === 'ruler') spec.onRuler?.(event.ruler);
  if (event.type === 'timed') spec.onTimed?.();
  if (event.type === 'device-free') spec.onFree?.();
  if (event.type === 'done') warnOfLeaks(io, family, event.leakedBuffers);
}

// Each awkward case has as long as an id: a rung has hundreds, and others may run beside it.
function isSignOfLife(event: FamilyEvent): boolean {
  if (event.type === 'progress') return event.phase === 'edge cases';
  return event.type === 'start' || event.type === 'result';
}

/** Tells of buffers that a process has left alive. */
export function warnOfLeaks(io: Io, family: FamilyPackage, leakedBuffers: number): void {
  if (leakedBuffers > 0)
    io.err(`warning: ${family.name} left ${leakedBuffers} GPU buffers alive: a leak in its harness\n`);
}
