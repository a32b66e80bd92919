// Launches of lists that grow in whatever order.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import type { AppendCase } from '../cases/kinds.ts';
import { cleared, threadEach, workgroup } from './launch.ts';

const bindings = ['x', 'y', 'count'];

/** An atomic for each word. */
export const append: PlanCase<AppendCase> = ({ n, threads = n }) => {
  const constants = { N: n, THREADS: threads, STEPS: Math.ceil(n / Math.max(1, threads)) };
  const add = n > 0 ? [threadEach(threads, { file: 'append.wgsl', constants, bindings })] : [];
  // An atomic reads a word and writes it.
  return { passes: [cleared('count', 1), ...add], implBytes: 16 * n + 4, longestSum: 1 };
};

/** A counter that loses what is counted at once: one workgroup is enough to show it. */
export const appendRacily: PlanCase<AppendCase> = ({ n, threads }) => {
  if (threads === undefined || threads > workgroup)
    return notApplicable('shows what few threads lose to each other, and is no way to append');
  const constants = { N: n, THREADS: threads, STEPS: Math.ceil(n / threads) };
  const add = { wgsl: wgsl('append-racy.wgsl', constants), bindings, workgroups: [1, 1, 1] } as const;
  return {
    passes: [cleared('count', 1), ...(n > 0 ? [add] : [])],
    implBytes: 16 * n + 4,
    longestSum: 1,
  };
};

/** Whether threads race for the counter of a case of so many. */
export function isRaced({ n, threads = 1 }: AppendCase): boolean {
  return Math.min(n, threads) > 1;
}
