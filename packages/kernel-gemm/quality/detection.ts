// How often the oracle of a large product finds a fault, by the size of the fault: what its bounds hide.
import { createRandom, seedOf } from '@kernel-ladder/harness';
import type { Arrays, Random } from '@kernel-ladder/harness';
import { createInputs } from '../src/inputs.ts';
import type { GemmCase } from '../src/cases.ts';
import { createOracle } from '../src/oracle/oracle.ts';
import { multiply, operandsOf } from '../src/oracle/reference.ts';
import type { Operands } from '../src/oracle/reference.ts';

/** Which elements a fault spoils, and how many terms each of them loses: the last ones. */
export interface LostTerms {
  readonly rows: number;
  readonly columns: number;
  readonly terms: number;
}

/** The faults of the table: one element, a tile of 64 × 64, a row. */
export const faults: readonly LostTerms[] = [
  ...[1, 4, 16, 64, 256].map((terms) => ({ rows: 1, columns: 1, terms })),
  { rows: 64, columns: 64, terms: 1 },
  { rows: 1, columns: Infinity, terms: 1 },
];

/** A product without an epilogue, rounded as f32 sums are, and the judge of it. */
export interface Judged {
  readonly params: GemmCase;
  readonly operands: Operands;
  readonly right: Float32Array;
  readonly passes: (c: Float32Array) => boolean;
}

/** Computes the product of a case and makes its oracle. */
export function judged(params: GemmCase): Judged {
  const inputs: Arrays = createInputs(params, createRandom(1));
  const operands = operandsOf(params, inputs);
  const oracle = createOracle(params, inputs);
  return {
    params,
    operands,
    right: Float32Array.from(multiply(operands).value),
    passes: (c) => oracle.verify({ c }, { longestSum: params.k }).passed,
  };
}

/** How many of `tries` faults at places drawn at random are found, and how many changed the product at all. */
export function detected(judge: Judged, fault: LostTerms, tries: number): { found: number; of: number } {
  // A stream of its own: that of the oracle would draw the places that it looks at.
  const random = createRandom(seedOf('places of faults', fault.terms));
  let [found, of] = [0, 0];
  for (let attempt = 0; attempt < tries; attempt++) {
    const spoilt = withFault(judge, fault, random);
    if (spoilt === null) continue;
    of++;
    if (!judge.passes(spoilt)) found++;
  }
  return { found, of };
}

// Null where all that is lost is zero.
function withFault(
  { params, operands, right }: Judged,
  { rows, columns, terms }: LostTerms,
  random: Random,
): Float32Array | null {
  const { m, n, k } = params;
  const [height, width] = [Math.min(rows, m), Math.min(columns, n)];
  const [top, left] = [random.integer(0, m - height), random.integer(0, n - width)];
  const spoilt = right.slice();
  let isSpoilt = false;
  for (let row = top; row < top + height; row++) {
    for (let column = left; column < left + width; column++) {
      let lost = 0;
      for (let at = k - terms; at < k; at++)
        lost += (operands.a[row * k + at] ?? 0) * (operands.b[at * n + column] ?? 0);
      isSpoilt ||= lost !== 0;
      spoilt[row * n + column] = (right[row * n + column] ?? 0) - lost;
    }
  }
  return isSpoilt ? spoilt : null;
}
