// Which kind of case a rung solves; what it does not claim is no id of it.
import { notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { byKind, forOthers } from './cases/kinds.ts';
import type { AtomicsCase, Handlers } from './cases/kinds.ts';

/** How a rung plans the kinds of cases that it solves. */
type Planners = {
  readonly [Kind in keyof Handlers<unknown>]: PlanCase<Parameters<Handlers<unknown>[Kind]>[0]>;
};

const none: Planners = forOthers<Skip>(() => notApplicable('is for another problem of the family'));

/** A rung for some kinds of cases. */
export function rung(planners: Partial<Planners>): PlanCase<AtomicsCase> {
  const all = { ...none, ...planners };
  return (params, device) => byKind<Plan | Skip>(params, handlersOn(all, device));
}

function handlersOn(all: Planners, device: DeviceFacts): Handlers<Plan | Skip> {
  return {
    histogram: (histogram) => all.histogram(histogram, device),
    contention: (contention) => all.contention(contention, device),
    append: (append) => all.append(append, device),
    compact: (compact) => all.compact(compact, device),
    degrees: (degrees) => all.degrees(degrees, device),
    levels: (levels) => all.levels(levels, device),
    hash: (hash) => all.hash(hash, device),
  };
}
