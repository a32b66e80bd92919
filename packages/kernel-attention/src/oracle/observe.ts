// What became of a NaN or an infinity in the first element of the first key.
import { observing } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';

/** Names what came out: WGSL promises nothing about such numbers, but they reach no other head, and no score of another key. */
export function observedOracle(params: AttentionCase): Oracle {
  return observing(
    `${params.fill} in a key`,
    (outputs) => classify(params, outputs),
    (outcome) => outcome.startsWith('other'),
  );
}

// The first key belongs to the first head alone: it reaches every query of that, and no other.
function classify({ h, q, k, d, output }: AttentionCase, outputs: Arrays): string {
  const widths = { outputs: d, lse: 1, scores: k };
  const parts = Object.entries(outputs).map(([name, array]) => ({
    array,
    perHead: q * widths[name as keyof typeof widths],
  }));
  const isFinite = (head: number) => parts.every((part) => holdsFinite(part, head));
  const [first, ...others] = Array.from({ length: h }, (_, head) => isFinite(head));
  if (others.includes(false)) return 'other: spreads to another head';
  if (first) return 'ignored';
  return output === 'scores'
    ? scoresOf(outputs['scores'], q * k, k)
    : 'propagates to the queries of its head';
}

function holdsFinite({ array, perHead }: { array: NumberArray; perHead: number }, head: number): boolean {
  return !array.subarray(head * perHead, (head + 1) * perHead).some((value) => !Number.isFinite(value));
}

// A score has one key: those of the others are what they would be.
function scoresOf(scores: NumberArray | undefined, perHead: number, k: number): string {
  const stray = scores
    ?.subarray(0, perHead)
    .findIndex((value, at) => at % k !== 0 && !Number.isFinite(value));
  return stray === -1 ? 'propagates to the scores of its key' : 'other: spreads to another key';
}
