// One process for several families: each verb goes to the family that it is about.
import { parseId } from '@kernel-ladder/schema/measuring';
import type { AdapterSeen, Job, VariantKind } from '@kernel-ladder/schema';
import { runsItself } from '../contract/family.ts';
import type { CaseParams, Family } from '../contract/family.ts';
import type { Subject } from '../contract/identity.ts';
import { underWay } from '../check/report.ts';
import { fillsOf } from '../launch/fills.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { findSubject } from '../run/listing.ts';
import { list } from './list.ts';
import { withHeadStart } from './head-start.ts';
import type { EarlyJudges } from './head-start.ts';
import { mostThreads, openThreads } from './threads.ts';
import type { Threads } from './threads.ts';
import { answer } from './verbs.ts';
import type { Request } from './verbs.ts';

/** A verb, and everything but the family that is asked. */
export type Question = Omit<Request<CaseParams>, 'family' | 'load' | 'threads'>;

/** A family that answers, whatever its cases are made of. */
export interface Served {
  readonly name: string;
  /** Starts the threads that are going to judge some of its ids, and begins with inputs of the first. */
  readonly start: (ids: readonly string[], job: Job) => void;
  /** Whether the host's clock takes the time of some of its ids. */
  readonly isOnHostClock: (ids: readonly string[]) => boolean;
  /** Lists itself on an adapter that this process does not open. */
  readonly list: (job: Job, seen: AdapterSeen, emit: Question['emit']) => void;
  readonly answer: (question: Question) => Promise<void>;
}

/** A family with the loader of its kernels, and the module that exports its problem as `family`, for the threads that judge. */
export function serve<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  load: WgslLoader,
  module?: string,
): Served {
  let opened: (Threads & EarlyJudges) | undefined;
  const threadsFor = (job: Job) => (opened ??= open(module, mostThreads(job.beside)));
  return {
    name: family.name,
    start: (ids, job) => {
      const threads = threadsFor(job);
      const subjects = ids.map((id) => findSubject(family, id));
      threads.start(
        family,
        subjects.map(({ params }) => params),
      );
      const [first] = subjects;
      if (first) beginWith(threads, family, { ...first, seed: job.seed });
    },
    isOnHostClock: (ids) =>
      ids.some((id) => {
        const { variant } = findSubject(family, id);
        return runsItself(variant) && variant.clock === 'host';
      }),
    list: (job, seen, emit) => list({ job, family, emit }, seen),
    answer: (question) => answer({ ...question, family, load, threads: threadsFor(question.job) }),
  };
}

// The inputs that the first id is checked on, and those that it is tried on behind its times; which others there are only the device says.
function beginWith<Case extends CaseParams>(
  judges: EarlyJudges,
  family: Family<Case, VariantKind>,
  { variant, params, seed }: Subject<Case> & { readonly seed: number },
): void {
  const { given, other } = fillsOf(family, params, seed);
  const next = runsItself(variant) ? { params, seed: seed + 1 } : other;
  for (const fill of [given, next]) judges.begin(family, { structure: params, ...fill });
}

function open(module: string | undefined, width: number): Threads & EarlyJudges {
  const threads = openThreads(module, { width });
  return { ...threads, ...withHeadStart(threads) };
}

/** Readies the family that comes first for its turn on the device. Throws on an id that there is not. */
export function startFirst(served: readonly Served[], { verb, job }: Omit<Question, 'gpu' | 'emit'>): void {
  const [first] = verb === 'run' ? stretches(job.ids ?? []) : [];
  if (first?.[0] !== undefined) named(served, first[0]).start(first, job);
}

/**
 * Has each family list itself, the one that an id names show it, and runs ids in their order: what one family leaves is judged beside the next, unless
 * that looks at the host's clock. Throws as `answer` does.
 */
export async function answerAll(served: readonly Served[], question: Question): Promise<void> {
  const parts = split(served, question);
  const under: Promise<void>[] = [];
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    const beside = next && mayOverlap(next) ? next : null;
    const { promise: isFree, resolve: onFree } = Promise.withResolvers<void>();
    const emit: Question['emit'] = (event) => {
      if (event.type === 'start' && event.id === idsOf(part).at(-1) && beside) startPart(beside);
      if (event.type === 'device-free') onFree();
      // Of the process the device is free behind its last family.
      if (event.type !== 'device-free' || !next) question.emit(event);
    };
    const done = underWay(part.to.answer({ ...part.asked, emit }));
    under.push(done);
    await (beside ? Promise.race([isFree, done]) : Promise.all(under));
  }
  await Promise.all(under);
}

function mayOverlap(part: Part): boolean {
  return part.asked.verb === 'run' && !part.to.isOnHostClock(idsOf(part));
}

function startPart(part: Part): void {
  part.to.start(idsOf(part), part.asked.job);
}

function idsOf({ asked: { job } }: Part): readonly string[] {
  return job.ids ?? [];
}

interface Part {
  readonly to: Served;
  readonly asked: Question;
}

// The machine is the same for all families; and one family alone says itself what is wrong with a question.
function split(served: readonly Served[], question: Question): readonly Part[] {
  const { verb, argument, job } = question;
  const all = served.map((to) => ({ to, asked: question }));
  if (served.length === 1 || verb === 'list') return all;
  if (!['run', 'cover', 'show'].includes(verb)) return all.slice(0, 1);
  if (verb === 'show' && (argument !== undefined || !job.ids))
    return [{ to: named(served, argument ?? ''), asked: question }];
  return stretches(job.ids ?? []).map((ids) => ({
    to: named(served, ids[0] ?? ''),
    asked: { ...question, job: { ...job, ids } },
  }));
}

function named(served: readonly Served[], id: string): Served {
  const { family } = parseId(id);
  const found = served.find(({ name }) => name === family);
  if (!found) throw new Error(`no family ${family} here: ${served.map(({ name }) => name).join(', ')}`);
  return found;
}

// Ids of one family that follow one another share its inputs and its coverage.
function stretches(ids: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (const id of ids) {
    const last = parts.at(-1);
    if (last?.[0] !== undefined && parseId(last[0]).family === parseId(id).family) last.push(id);
    else parts.push([id]);
  }
  return parts;
}
