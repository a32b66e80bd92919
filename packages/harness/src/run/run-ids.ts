// The ids of a job on an open device, one after another, told of as they go: in a family's process, and in a page.
import { deviceMs } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { parseId } from '@kernel-ladder/schema/measuring';
import type {
  CoveredRung,
  FamilyEvent,
  Job,
  KernelText,
  KnownOutputs,
  Spent,
  VariantKind,
} from '@kernel-ladder/schema';
import type { CaseParams, Family } from '../contract/family.ts';
import type { Subject } from '../contract/identity.ts';
import { clockedJudges, sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { createClock } from '../measure/clock.ts';
import { withTable } from '../tune/table.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { compileTools, mostAhead } from './ahead.ts';
import { begin } from './execute.ts';
import { findSubject } from './listing.ts';
import { alone, ownDevice } from '../contract/shared-device.ts';
import type { SharedDevice } from '../contract/shared-device.ts';
import { inTurns } from './turns.ts';
import type { Turns } from './turns.ts';
import { closeWorkbench, openWorkbench } from './workbench.ts';
import type { Following, TakeApart, Workbench } from './workbench.ts';

/** Behind how many ids, with which the device is done, judges may still be at work: the outputs of each are held. */
const mostUnjudged = 2;

/** A job with the machine's profile and ids of one family, and what it is done with. */
export interface RunRequest<Case extends CaseParams> {
  readonly job: Job;
  readonly gpu: Gpu;
  readonly family: Family<Case, VariantKind>;
  readonly load: WgslLoader;
  /** Who judges; this thread when left out. */
  readonly judges?: Judges;
  readonly emit: (event: FamilyEvent) => void;
  /** How a launch is taken apart, where a job may ask for it. */
  readonly takeApart?: TakeApart;
  /** Waits until the device, which is open, may be given anything to do; it may at once when left out. */
  readonly turn?: () => Promise<void>;
  /** The device among those who use it; this process's own when left out. */
  readonly device?: SharedDevice;
  /** What the device does behind the last id, before it is handed on; judges may still be at work. */
  readonly closing?: () => Promise<void>;
  /** Ends the job at the next sign of progress; the id at hand then has no result. */
  readonly signal?: AbortSignal;
}

/**
 * Checks and times the ids. False where it ended before the last of them: the device was lost, which an error event tells, or the
 * signal wants no more. Throws without a profile in the job, and on an id that there is not.
 */
export async function runIds<Case extends CaseParams>(asked: RunRequest<Case>): Promise<boolean> {
  const { job, family, load } = asked;
  if (!job.machine) throw new Error('the verb run needs the machine’s profile in its job');
  // An entry that does not hold is for `show` and `tune` to tell: who runs has the usual choice, and nothing to do about it.
  const gpu = await withTable(asked.gpu, { family, load, key: job.machine.key });
  const request = { ...asked, gpu };
  const { judges, spentMs } = clockedJudges(request.judges ?? sameThread);
  const bench = openWorkbench({
    gpu,
    family,
    judges,
    load,
    machine: job.machine,
    ...wishesOf(job),
    takeApart: job.why ? (asked.takeApart ?? null) : null,
    known: new Map(Object.entries(job.known ?? {})),
    device: asked.device ?? ownDevice,
    clock: await createClock(gpu, job.canaryNs ?? null),
    covered: coveredBefore(family.name, job),
  });
  try {
    await awaitTurn(request, bench);
    return await executeAll(request, bench, () => ({ deviceMs: deviceMs(gpu), judgingMs: spentMs() }));
  } finally {
    closeWorkbench(bench);
  }
}

// Until then pipelines are compiled, which takes processors alone. Those that are under way when the turn comes are found by whoever asks for them.
async function awaitTurn<Case extends CaseParams>(
  { job, family, turn }: RunRequest<Case>,
  bench: Workbench<Case>,
): Promise<void> {
  if (!turn) return;
  compileTools(bench);
  const first = bench.ahead ? (job.ids ?? []).slice(0, 1 + mostAhead) : [];
  bench.compiler.begin(first.map((id) => findSubject(family, id)));
  await turn();
}

function wishesOf(job: Job) {
  const {
    seed,
    effort = 'normal',
    edgeCases = true,
    timing = true,
    headlineOnly = false,
    ahead = true,
  } = job;
  return { seed, effort, edgeCases, timing, headlineOnly, ahead };
}

// Of the rungs of this family.
function coveredBefore(family: string, { covered = {} }: Job): Map<string, CoveredRung> {
  const named = Object.entries(covered).map(([rung, found]) => [rung.split('/'), found] as const);
  return new Map(named.flatMap(([[of, rung = ''], found]) => (of === family ? [[rung, found]] : [])));
}

async function executeAll<Case extends CaseParams>(
  request: RunRequest<Case>,
  shared: Workbench<Case>,
  spentSoFar: () => Spent,
): Promise<boolean> {
  const { job, gpu, family, emit, signal, closing } = request;
  const ids = job.ids ?? [];
  // By hash: a kernel's text leaves the process once.
  const sent = new Set<string>();
  let isLost = false;
  void gpu.lost.then(() => (isLost = true));
  const isOver = () => isLost || signal?.aborted === true;
  // What is judged when the signal comes has no result either.
  const turns = inTurns((event) => !signal?.aborted && emit(event));
  for (const [at, id] of ids.entries()) {
    if (isOver()) break;
    const isLast = at === ids.length - 1;
    turns.emit({ type: 'start', id });
    const subject = findSubject(family, id);
    const before = spentSoFar();
    // What closes the job is timed as well.
    const turn = { id, sent, turns, signal, isTimedLast: isLast && !closing };
    const bench = { ...shared, following: followingOf(family, job, at) };
    const begun = await beginOne(bench, subject, turn);
    const spent = sinceThen(before, spentSoFar());
    // Whoever waits for judges has nothing to do on the device.
    await shared.device.use('none');
    // Behind the last one nothing more is read back: the device is free, whoever judges.
    if (!isLast) await turns.settled(mostUnjudged - 1);
    concludeOne(turns, shared.known, { ...begun, spent });
  }
  // A fault behind the last id costs no result.
  await freeDevice(request, shared, isLost).finally(turns.settled);
  if (isLost) emit({ type: 'error', code: 'device-lost', message: await gpu.lost });
  return !isOver();
}

// Those who judge have inputs of their own, and all that they are asked they have been told.
async function freeDevice<Case extends CaseParams>(
  { closing, emit, signal }: Pick<RunRequest<Case>, 'closing' | 'emit' | 'signal'>,
  { inputs, compiler, device }: Workbench<Case>,
  isLost: boolean,
): Promise<void> {
  if (isLost || signal?.aborted) return;
  inputs.drop();
  await compiler.stop();
  if (closing) await alone(device, closing);
  await device.use('none');
  emit({ type: 'device-free' });
}

interface Turn {
  readonly id: string;
  readonly sent: Set<string>;
  readonly turns: Turns;
  readonly signal: AbortSignal | undefined;
  /** Whether nothing is timed behind it. */
  readonly isTimedLast: boolean;
}

// The result, which may come later, and then the kernel that nobody has been told of.
async function beginOne<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: Subject<Case>,
  { id, sent, turns, signal, isTimedLast }: Turn,
) {
  const onProgress: Workbench<Case>['onProgress'] = (phase, share) => {
    signal?.throwIfAborted();
    turns.emit({ type: 'progress', id, phase, share });
  };
  const fresh: KernelText[] = [];
  const onKernel = (kernel: KernelText) => {
    if (!sent.has(kernel.hash)) fresh.push(kernel);
    sent.add(kernel.hash);
  };
  // What is left of a kernel that is taken apart is timed behind its proof.
  const onTimed = () => {
    if (isTimedLast && !bench.takeApart) turns.emit({ type: 'timed' });
  };
  const { result } = await begin({ ...bench, onProgress, onKernel, onTimed }, subject);
  const kernel = () => (fresh[0] ? { kernel: fresh[0] } : {});
  return { result, kernel };
}

type Begun = Awaited<ReturnType<typeof beginOne>> & { readonly spent: Spent };

function concludeOne(
  { conclude }: Turns,
  known: ReadonlyMap<string, KnownOutputs>,
  { result, kernel, spent }: Begun,
): void {
  conclude(result, (found, waitedMs) => {
    const outputs = found.status === 'passed' ? known.get(found.id) : undefined;
    const all = { ...spent, judgingMs: spent.judgingMs + waitedMs };
    return { type: 'result', result: found, spent: all, ...(outputs ? { known: outputs } : {}), ...kernel() };
  });
}

function sinceThen(before: Spent, now: Spent): Spent {
  return { deviceMs: now.deviceMs - before.deviceMs, judgingMs: now.judgingMs - before.judgingMs };
}

// Ids of one case follow one another.
function followingOf<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  job: Job,
  at: number,
): Following<Case> {
  if (job.ahead === false) return { ids: [], case: null };
  const ids = job.ids ?? [];
  const { case: own } = parseId(ids[at] ?? '');
  const after = ids.slice(at + 1);
  const other = after.find((id) => parseId(id).case !== own);
  return {
    ids: after.slice(0, mostAhead).map((id) => findSubject(family, id)),
    case: other === undefined ? null : findSubject(family, other),
  };
}
