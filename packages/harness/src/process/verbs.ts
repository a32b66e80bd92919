// What a family's process answers: its machine, its ids, one id in full, or the results of a job.
import { deviceMs } from '@kernel-ladder/gpu';
import { duplicateNames, listAdapters } from '@kernel-ladder/gpu/node';
import { parseId } from '@kernel-ladder/schema';
import type { CoveredRung, Job, KernelText, Spent, VariantKind } from '@kernel-ladder/schema';
import { createClock } from '../measure/clock.ts';
import { clockedJudges, sameThread } from '../contract/judges.ts';
import { fittingCards } from '../machine/card.ts';
import { lastLevelCache } from '../machine/devices.ts';
import { mostAhead } from '../run/ahead.ts';
import { begin } from '../run/execute.ts';
import { inTurns } from './turns.ts';
import { closeWorkbench, openWorkbench } from '../run/workbench.ts';
import type { Following, Workbench } from '../run/workbench.ts';
import { runsItself } from '../contract/family.ts';
import type { CaseParams, Family } from '../contract/family.ts';
import { list, seenOn } from './list.ts';
import { findSubject, showId } from '../run/listing.ts';
import { coverRungs } from './cover.ts';
import type { CoverRequest } from './cover.ts';
import { answerMutants } from '../mutants/answer.ts';
import { profileMachine } from '../machine/profile.ts';
import { measureRulers } from '../machine/roofs.ts';
import { nodeHost } from './host.ts';

/** One verb, and everything that it may use. */
export interface Request<Case extends CaseParams> extends CoverRequest<Case> {
  readonly verb: string;
  /** The id of `show`. */
  readonly argument?: string | undefined;
}

/** Answers with events; throws on a verb or an id that there is not. */
export async function answer<Case extends CaseParams>(request: Request<Case>): Promise<void> {
  const { verb } = request;
  switch (verb) {
    case 'profile':
      return profile(request);
    case 'list':
      return list(request, seenOn(request.gpu));
    case 'show':
      return show(request);
    case 'cover':
      return coverRungs(request);
    case 'run':
      return runIds(request);
    case 'mutants':
      return answerMutants(request);
    default:
      throw new Error(`"${verb}" is not a verb: write profile, list, show ID, cover, run or mutants`);
  }
}

// One id as an argument, several in the job.
function show<Case extends CaseParams>({ argument, job, gpu, family, load, emit }: Request<Case>): void {
  for (const id of argument === undefined ? (job.ids ?? ['']) : [argument])
    emit({ type: 'shown', shown: showId(family, gpu, { id, load }) });
}

async function profile<Case extends CaseParams>(request: Request<Case>): Promise<void> {
  const { job, gpu, emit } = request;
  if (job.rulersOnly) return rulers(request);
  const adapters = await listAdapters();
  const host = nodeHost();
  const cards = gpu.facts.software ? [] : fittingCards(gpu.adapter.name, host.cards).map(({ bus }) => bus);
  emit({ type: 'adapters', adapters, duplicates: duplicateNames(adapters), cards });
  const machine = await profileMachine(gpu, host);
  emit({ type: 'machine', machine });
  emit({ type: 'ruler', ruler: await measureRulers(gpu, machine.llc?.bytes ?? 0) });
}

async function rulers<Case extends CaseParams>({ gpu, emit }: Request<Case>): Promise<void> {
  const llc = lastLevelCache(gpu.adapter.name, gpu.facts.software);
  emit({ type: 'ruler', ruler: await measureRulers(gpu, llc.bytes) });
}

async function runIds<Case extends CaseParams>(request: Request<Case>): Promise<void> {
  const { job, gpu, family, load, threads } = request;
  if (!job.machine) throw new Error('the verb run needs the machine’s profile in its job');
  const { judges, spentMs } = clockedJudges(threads ?? sameThread);
  const bench = openWorkbench({
    gpu,
    family,
    judges,
    load,
    machine: job.machine,
    ...wishesOf(job),
    known: new Map(Object.entries(job.known ?? {})),
    clock: await createClock(gpu, job.canaryNs ?? null),
    covered: coveredBefore(family.name, job),
  });
  let isAlive = false;
  try {
    isAlive = await executeAll(request, bench, () => ({ deviceMs: deviceMs(gpu), judgingMs: spentMs() }));
  } finally {
    closeWorkbench(bench);
    await threads?.close();
  }
  if (isAlive && job.rulersAfter) await rulers(request);
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

// Whether the device is still there behind the last id.
async function executeAll<Case extends CaseParams>(
  { job, gpu, family, emit }: Request<Case>,
  shared: Workbench<Case>,
  spentSoFar: () => Spent,
): Promise<boolean> {
  // By hash: a kernel's text leaves the process once.
  const sent = new Set<string>();
  let isLost = false;
  void gpu.lost.then(() => (isLost = true));
  const turns = inTurns(emit);
  for (const [at, id] of (job.ids ?? []).entries()) {
    turns.emit({ type: 'start', id });
    const onProgress: Workbench<Case>['onProgress'] = (phase, share) =>
      turns.emit({ type: 'progress', id, phase, share });
    const fresh: KernelText[] = [];
    const onKernel = (kernel: KernelText) => {
      if (!sent.has(kernel.hash)) fresh.push(kernel);
      sent.add(kernel.hash);
    };
    const subject = findSubject(family, id);
    // The clock of the host must see nothing of those who judge.
    if (runsItself(subject.variant)) await turns.settled();
    const before = spentSoFar();
    const following = followingOf(family, job, at);
    const { result } = await begin({ ...shared, following, onProgress, onKernel }, subject);
    const spent = sinceThen(before, spentSoFar());
    await turns.settled();
    turns.conclude(result, (found, waitedMs) => {
      const known = found.status === 'passed' ? shared.known.get(id) : undefined;
      const [kernel] = fresh;
      const all = { ...spent, judgingMs: spent.judgingMs + waitedMs };
      const more = { ...(known ? { known } : {}), ...(kernel ? { kernel } : {}) };
      return { type: 'result', result: found, spent: all, ...more };
    });
    if (isLost) break;
  }
  await turns.settled();
  if (isLost) emit({ type: 'error', code: 'device-lost', message: await gpu.lost });
  return !isLost;
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
