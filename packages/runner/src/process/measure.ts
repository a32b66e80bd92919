// Runs ids in their families' processes: a watchdog over each id, and whatever had finished when a process
// died stays finished.
import type {
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
  Spent,
} from '@kernel-ladder/schema';
import { bootFamily, lastWords } from './child.ts';
import type { ChildEnd, Waiting } from './child.ts';
import type { FamilyPackage } from './families.ts';
import type { Io } from '../io.ts';

/** What comes with a result and is no part of it. */
export interface ResultExtras {
  readonly known?: KnownOutputs;
  readonly kernel?: KernelText;
  readonly spent?: Spent;
}

/** What all families of a run share. */
export interface MeasureSpec {
  readonly job: Omit<Job, 'ids'> & { readonly effort: Effort; readonly machine: Machine };
  readonly timeoutMs: number;
  /** The awkward cases of a family's variants that are already checked. */
  readonly coverageOf?: (family: string) => NonNullable<Job['coverage']>;
  readonly onPhase: (id: string, phase: Phase, share: number) => void;
  readonly onResult: (result: Result, more?: ResultExtras) => void;
  /** The first process, where one waits already. */
  readonly first?: Waiting | undefined;
}

/**
 * Runs ids of one family to their last result; a crash or a hang costs the id that was running. On hardware a process of kernels begins
 * with ids to come beside the timing of one, and may have crashed by that: the id has another try with nothing beside it.
 */
export async function measureFamily(
  io: Io,
  family: FamilyPackage,
  ids: readonly ListedId[],
  { first, ...spec }: MeasureSpec,
): Promise<void> {
  let rest = ids;
  let waiting = first;
  let isAhead = !spec.job.machine.software && !family.rungs;
  while (rest.length > 0 && !io.interrupt.aborted) {
    const job = { ...spec.job, ahead: isAhead };
    const attempt = await runOnce(io, family, rest, { ...spec, job, first: waiting });
    waiting = undefined;
    if (io.interrupt.aborted) return;
    rest = rest.filter(({ id }) => !attempt.finished.has(id));
    // A device that was lost has told of its last id; the others start in a new process.
    if (attempt.running === null && attempt.finished.size > 0) continue;
    const victim = rest.find(({ id }) => id === attempt.running) ?? rest[0];
    if (!victim) return;
    if (mayBeInnocent(attempt, isAhead)) {
      isAhead = false;
      continue;
    }
    spec.onResult(failedResult(victim, attempt.reason));
    rest = rest.filter((entry) => entry !== victim);
  }
}

// A process that ended by itself may have ended by what it had begun for a later id.
function mayBeInnocent({ running, reason }: Attempt, isAhead: boolean): boolean {
  return isAhead && running !== null && reason.code === 'crashed';
}

interface Attempt {
  readonly finished: ReadonlySet<string>;
  readonly running: string | null;
  readonly reason: Reason;
}

async function runOnce(
  io: Io,
  family: FamilyPackage,
  ids: readonly ListedId[],
  spec: MeasureSpec,
): Promise<Attempt> {
  const asked = new Set(ids.map(({ id }) => id));
  const finished = new Set<string>();
  let running: string | null = null;
  let fault: string | null = null;
  const watchdog = createWatchdog(spec.timeoutMs, () => child.kill());
  const onEvent = (event: FamilyEvent) => {
    if (event.type === 'start') {
      running = event.id;
      watchdog.restart();
    }
    if (event.type === 'progress') spec.onPhase(event.id, event.phase, event.share);
    if (event.type === 'error') fault = event.message;
    if (event.type === 'done') warnOfLeaks(io, family, event.leakedBuffers);
    if (event.type !== 'result') return;
    const { id } = event.result;
    // Thrown into the reader, which ends a process that breaks the protocol and listens to it no more.
    if (finished.has(id) || !asked.has(id)) {
      throw new Error(`it answered for ${id}, which nobody had asked`);
    }
    finished.add(id);
    running = null;
    watchdog.restart();
    spec.onResult(event.result, event);
  };
  const coverage = spec.coverageOf?.(family.name);
  const job = { ...spec.job, ids: [...asked], ...(coverage ? { coverage } : {}) };
  const child = (spec.first ?? bootFamily(io, family.entry, ['run'])).give(job, onEvent);
  watchdog.restart();
  const end = await child.ended.finally(watchdog.stop);
  return { finished, running, reason: reasonOf(end, watchdog.fired(), spec.timeoutMs, fault) };
}

function warnOfLeaks(io: Io, family: FamilyPackage, leakedBuffers: number): void {
  if (leakedBuffers > 0)
    io.err(`warning: ${family.name} left ${leakedBuffers} GPU buffers alive: a leak in its harness\n`);
}

/** Calls `onTimeout` once nobody has restarted it for that long. */
export function createWatchdog(timeoutMs: number, onTimeout: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let hasFired = false;
  const fire = () => {
    hasFired = true;
    onTimeout();
  };
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(fire, timeoutMs);
    },
    stop: () => clearTimeout(timer),
    fired: () => hasFired,
  };
}

function reasonOf(end: ChildEnd, timedOut: boolean, timeoutMs: number, fault: string | null): Reason {
  if (timedOut)
    return { code: 'timeout', message: `no result within ${timeoutMs / 1000} s; the process was ended` };
  const how = end.signal ? `ended by ${end.signal}` : `ended with code ${end.code}`;
  const last = fault ?? end.fault ?? lastWords(end.stderr);
  return { code: 'crashed', message: `the process ${how}${last ? `: ${last.slice(0, 500)}` : ''}` };
}

/** The result of an id whose process did not live to tell. */
function failedResult(listed: ListedId, reason: Reason): Result {
  const { id, family, variant, case: caseName, params, dtype, work, kind = 'gpu', peer, unlisted } = listed;
  return {
    id,
    family,
    variant,
    case: caseName,
    params,
    dtype,
    work,
    kind,
    ...(peer ? { peer } : {}),
    status: 'failed',
    reason,
    coverage: [],
    ...(unlisted ? { unlisted } : {}),
    comparable: false,
    comparableReasons: [],
  };
}
