// The rung that takes another one's plan: the automatic choice, as something to measure.
import { notApplicable } from '@kernel-ladder/harness';
import type { Variant } from '@kernel-ladder/harness';
import { isVector } from '../cases/kinds.ts';
import type { ReduceCase } from '../cases/kinds.ts';
import { pickVariant } from '../pick.ts';
import { heldOutLengths } from '../cases/vector.ts';

const claimed: ReadonlySet<number> = new Set(heldOutLengths);

/**
 * `auto`: for f32 sums of the class `held-out` the plan of the rung that `pickVariant` names; it claims nothing else,
 * because at other lengths it would be timed on what its rules were read off.
 */
export function picking(rungs: readonly Variant<ReduceCase>[]): Variant<ReduceCase> {
  return {
    name: 'auto',
    summary: 'the rung that the rules name for the length and the device',
    boundBy: 'what bounds the rung it takes: launches while the vector is short, then memory bandwidth',
    plan: (params, device) =>
      isClaimed(params)
        ? rungNamed(pickVariant(params.n, device), rungs).plan(params, device)
        : notApplicable('picks for f32 sums of the held-out lengths only'),
  };
}

function isClaimed(params: ReduceCase): boolean {
  return isVector(params) && params.op === 'sum' && params.dtype === 'f32' && claimed.has(params.n);
}

function rungNamed(name: string, rungs: readonly Variant<ReduceCase>[]): Variant<ReduceCase> {
  const rung = rungs.find((candidate) => candidate.name === name);
  if (!rung) {
    const known = rungs.map((candidate) => candidate.name).join(', ');
    throw new Error(`pick.ts names "${name}", which is none of ${known}`);
  }
  return rung;
}
