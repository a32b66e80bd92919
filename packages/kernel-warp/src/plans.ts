// Which kinds of cases a rung solves; what it does not claim is no id of it.
import { notApplicable } from '@kernel-ladder/harness';
import type { Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { withSubgroups } from '@kernel-ladder/kernel-kit';
import { byKind } from './cases/kinds.ts';
import type { Handlers, WarpCase } from './cases/kinds.ts';

export { gridBarrier, twoDispatches } from './plans/grid.ts';
export { keyed } from './plans/keyed.ts';
export { partitions, quadPartitions } from './plans/partition.ts';
export { prefixes, quadPrefixes } from './plans/prefix.ts';
export { repeated, summing } from './plans/repeat.ts';
export { subgroupSums, treeSums } from './plans/sum.ts';

/** How a rung plans the kinds of cases that it solves. */
type Planners = {
  readonly [Kind in keyof Handlers<unknown>]: PlanCase<Parameters<Handlers<unknown>[Kind]>[0]>;
};

const refuse = (): Skip => notApplicable('is for another problem of the family');

const none: Planners = { sum: refuse, prefix: refuse, keyed: refuse, partition: refuse, builtin: refuse };

/** A rung for some kinds of cases. */
export function rung(planners: Partial<Planners>): PlanCase<WarpCase> {
  const all = { ...none, ...planners };
  return (params, device) =>
    byKind<Plan | Skip>(params, {
      sum: (sum) => all.sum(sum, device),
      prefix: (prefix) => all.prefix(prefix, device),
      keyed: (keyed) => all.keyed(keyed, device),
      partition: (partition) => all.partition(partition, device),
      builtin: (builtin) => all.builtin(builtin, device),
    });
}

/** The same on a device with subgroups. */
export function subgroupRung(planners: Partial<Planners>): PlanCase<WarpCase> {
  return withSubgroups(rung(planners));
}
