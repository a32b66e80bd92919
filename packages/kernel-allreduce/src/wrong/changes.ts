// Where a mistake can show, and how passes are changed.
import type { Pass, Plan } from '@kernel-ladder/harness';
import { strideOf } from '../cases/kind.ts';
import type { AllreduceCase } from '../cases/kind.ts';

/** Whether an element stands behind the last whole quad of its vector. */
export function isBehindQuads(index: number, params: AllreduceCase): boolean {
  return index % strideOf(params) >= params.n - (params.n % 4);
}

/** So long that even a software adapter gives a thread several quads of every vector. */
export function isLong({ n, ranks }: AllreduceCase): boolean {
  return n > 9000 && ranks > 1;
}

/** In place, so that a partial sum is there to be lost or added to; every rank has a chunk, so that no step is empty. */
export function isFullRing({ place, ranks, n }: AllreduceCase): boolean {
  return place === 'in' && ranks > 1 && n >= 4 * ranks;
}

/** The copy of all inputs comes first, then as many steps of the reduce-scatter as of the all-gather. */
export function lastOfReduceScatter({ passes }: Plan): number {
  return (passes.length - 1) / 2;
}

/** A plan with one of its passes changed, repeated or left out. */
export function changePass(plan: Plan, index: number, change: (pass: Pass) => readonly Pass[]): Plan {
  return { ...plan, passes: plan.passes.flatMap((pass, at) => (at === index ? change(pass) : [pass])) };
}

/** Moves are the rows of a grid. */
export function withoutLastMove(pass: Pass): Pass {
  const [x, moves, z] = pass.workgroups;
  return { ...pass, workgroups: [x, moves - 1, z] };
}
