// What is begun before it is asked for: inputs on threads of the host, and pipelines while nothing is timed.
import { runsItself } from '../contract/family.ts';
import type { CaseParams } from '../contract/family.ts';
import { identify } from '../contract/identity.ts';
import type { Subject } from '../contract/identity.ts';
import { takes } from '../contract/plan.ts';
import type { How } from '../contract/judges.ts';
import { compileChecksum } from '../launch/checksum.ts';
import { fillsOf } from '../launch/fills.ts';
import type { HostRequest } from '../launch/host-cases.ts';
import { compileOverwriter } from '../launch/overwrite.ts';
import { compileFlush } from '../measure/flush.ts';
import type { Untimed } from './prove-work.ts';
import { wantsRefill } from './refills.ts';
import type { Workbench } from './workbench.ts';

/** How many ids have their pipelines compiled ahead. */
export const mostAhead = 6;

/**
 * Begins with all inputs that an id is going to be checked and proven on, and with the reference of the check; what goes wrong shows
 * when they are asked for.
 */
export function beginInputs<Case extends CaseParams>(bench: Workbench<Case>, subject: Subject<Case>): void {
  const { family, hosts, seed } = bench;
  hosts.begin(fillsOf(family, subject.params, seed).given, isToBeJudged(bench, subject));
  for (const fill of provenOn(bench, subject)) hosts.begin(fill, false);
}

/** Begins with the references of the proof: before the check they would only be in its way. */
export function beginReferences<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: Subject<Case>,
): void {
  const isJudged = isToBeJudged(bench, subject);
  for (const fill of provenOn(bench, subject)) bench.hosts.begin(fill, isJudged);
}

/** How the outputs of an id are judged: beside what the device does next, where threads do it and things may begin ahead. */
export function howJudged<Case extends CaseParams>(
  { family, judges, ahead }: Workbench<Case>,
  params: Case,
): How | undefined {
  return ahead && judges.isBeside(family, params) ? 'beside' : undefined;
}

/** Begins with the inputs of the first id of the next case, and with its reference, where it runs itself and takes its case. */
export function beginFollowing<Case extends CaseParams>(bench: Workbench<Case>): void {
  const next = bench.following.case;
  if (!next || !runsItself(next.variant)) return;
  if (!('skip' in next.variant.plan(next.params, bench.gpu.facts))) beginInputs(bench, next);
}

// What is known to be right needs no reference.
function isToBeJudged<Case extends CaseParams>(
  { family, known }: Workbench<Case>,
  subject: Subject<Case>,
): boolean {
  return !known.has(identify(family, subject).id);
}

/** What an id is proven on behind its times, as far as it is timed. */
export function provenOn<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: Subject<Case>,
): readonly HostRequest<Case>[] {
  if (!bench.timing || runsItself(subject.variant)) return [];
  const { other, refill } = fillsOf(bench.family, subject.params, bench.seed);
  const another = refill(refillsOf(bench, subject));
  return another ? [other, another] : [other];
}

/** Which other fills an id is tried on in this run. */
export function refillsOf<Case extends CaseParams>(
  { family, gpu, seed }: Workbench<Case>,
  subject: Subject<Case>,
): (refill: Case) => boolean {
  const { variant } = subject;
  if (runsItself(variant) || !wantsRefill(identify(family, subject), seed)) return () => false;
  return (refill) => takes(variant, refill, gpu.facts);
}

/** What goes on in the background, piece by piece. */
export interface Ahead {
  /** Lets the pieces at hand be finished, and begins with no other. */
  readonly stop: () => Promise<void>;
}

/**
 * Uploads what the proof of an id is going to ask for, each once it has been generated. What goes wrong shows when it is asked for.
 */
export function uploadAhead<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: Subject<Case>,
  { other, refilled }: Untimed,
): Ahead {
  const begun: Promise<void>[] = [];
  let isStopped = false;
  for (const [at, fill] of provenOn(bench, subject).entries()) {
    const upload = at === 0 ? other : refilled;
    const begin = () => void (isStopped || begun.push(upload().then(ignore, ignore)));
    bench.hosts.get(fill).then(begin, ignore);
  }
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(begun);
    },
  };
}

/** Begins with the pipelines that every id asks for beside its own. In software a compiler shares the cores with what is judged. */
export function compileTools({ gpu, timing }: Pick<Workbench<never>, 'gpu' | 'timing'>): void {
  if (gpu.facts.software || !timing) return;
  for (const compile of [compileChecksum, compileOverwriter, compileFlush]) compile(gpu).catch(ignore);
}

// Whoever asks for it is told.
function ignore(): void {}
