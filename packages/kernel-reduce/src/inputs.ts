// The seeded inputs of a case.
import type { Arrays, Random } from '@kernel-ladder/harness';
import { byKind } from './cases/kinds.ts';
import type { ReduceCase } from './cases/kinds.ts';
import { fillValues } from './inputs/fills.ts';
import { segmentOffsets } from './inputs/lengths.ts';

/** `values`: n elements, rounded to the input type; `offsets`: one u32 a segment and one more, the same under every seed. */
export function reduceInputs(params: ReduceCase, random: Random, structure: Random): Arrays {
  const values = fillValues(params, random);
  return byKind<Arrays>(params, {
    vector: () => ({ values }),
    axes: () => ({ values }),
    segments: (segments) => ({ values, offsets: segmentOffsets(segments, structure) }),
  });
}
