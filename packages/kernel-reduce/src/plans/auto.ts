// The rung that takes another one's plan: the automatic choice, as something to measure.
import { automatic } from '@kernel-ladder/kernel-kit';
import type { Variant } from '@kernel-ladder/harness';
import { isOccupancy, isSized, isVector } from '../cases/kinds.ts';
import type { ReduceCase } from '../cases/kinds.ts';
import { pickVariant } from '../pick.ts';
import { heldOutLengths } from '../cases/vector.ts';

const claimed: ReadonlySet<number> = new Set(heldOutLengths);

/** `auto`: for f32 sums of the class `held-out` the plan of the rung that `pickVariant` names. */
export function picking(rungs: readonly Variant<ReduceCase>[]): Variant<ReduceCase> {
  return automatic(rungs, {
    claims: isClaimed,
    judgedAt: 'f32 sums of the held-out lengths',
    pick: ({ n }, device) => pickVariant(n, device),
  });
}

function isClaimed(params: ReduceCase): boolean {
  return (
    isVector(params) &&
    !isSized(params) &&
    !isOccupancy(params) &&
    params.op === 'sum' &&
    params.dtype === 'f32' &&
    claimed.has(params.n)
  );
}
