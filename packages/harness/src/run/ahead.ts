// What is begun before it is asked for: inputs on threads of the host, and pipelines while nothing is timed.
import { runsItself } from '../contract/family.ts';
import type { CaseParams } from '../contract/family.ts';
import { identify } from '../contract/identity.ts';
import type { Subject } from '../contract/identity.ts';
import { takes } from '../contract/plan.ts';
import { pipelinesOf } from '../launch/compile-ahead.ts';
import { fillsOf } from '../launch/fills.ts';
import type { HostRequest } from '../launch/host-cases.ts';
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

function provenOn<Case extends CaseParams>(
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

/** A compilation in the background, one pipeline after another. */
export interface Compilation {
  /** Lets the pipeline at hand be finished, and begins with no other. */
  readonly stop: () => Promise<void>;
}

/**
 * Compiles the pipelines of ids in their order. A compiler keeps the thread that submits and the driver busy: whoever times stops it
 * first. What goes wrong shows when the pipelines are asked for.
 */
export function compileAhead<Case extends CaseParams>(
  bench: Workbench<Case>,
  subjects: readonly Subject<Case>[],
): Compilation {
  const { gpu, load, timing } = bench;
  let isStopped = !timing;
  const compileAll = async () => {
    for (const subject of subjects)
      for (const create of pipelinesOf(gpu, { ...subject, load })) {
        if (isStopped) return;
        await create().catch(ignore);
      }
  };
  const done = compileAll().catch(ignore);
  return {
    stop: () => {
      isStopped = true;
      return done;
    },
  };
}

// The id itself compiles again, and is told.
function ignore(): void {}
