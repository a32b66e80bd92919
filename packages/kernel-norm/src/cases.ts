// Which matrices are normalised: round and large ones for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { Axes, CaseParams, EdgeCaseSet } from '@kernel-ladder/harness';
import type { Terms } from '@kernel-ladder/kernel-kit';

/** Layer normalisation or RMS norm over each row of a row-major matrix of `rows` × `columns`. */
export type NormCase = CaseParams & {
  readonly rows: number;
  readonly columns: number;
  readonly op: 'layernorm' | 'rmsnorm';
  readonly fill: Fill;
  readonly dtype: 'f32';
};

/**
 * How the rows are filled: `uniform` around 0.25; `integers`, small ones, whose squares add up exactly; `constant` rows, without variance; `zeros`, where only epsilon keeps
 * the root from 0; `faint`, whose variance is about epsilon; `alternating` ±1; `tiny`, 1e-20; `large`, 1e15, whose squares still add up to a finite number;
 * `offset`, mean 1e4 and deviation 1, where E[x²] − E[x]² is nothing but rounding; `outlier`, uniform but for one ±1e8 in the first, middle
 * or last item, which nothing else may be taken relative to. Observed: `nan` and `inf`, one in
 * one row.
 */
export type Fill =
  | (typeof plainFills)[number]
  | 'integers'
  | 'offset'
  | 'outlier'
  | (typeof observedFills)[number];

const plainFills = ['uniform', 'constant', 'zeros', 'alternating', 'faint', 'tiny', 'large'] as const;
const observedFills = ['nan', 'inf'] as const;

/** Every normalisation. */
export const ops = ['layernorm', 'rmsnorm'] as const;

/** Every fill. */
export const fills: readonly Fill[] = [...plainFills, 'integers', 'offset', 'outlier', ...observedFills];

/** Whether WGSL promises nothing for the inputs. */
export function isObserved(fill: Fill): boolean {
  return observedFills.some((name) => name === fill);
}

/** How the terms of a row's sums hang together. Beside a mean of 1e4 deviations are small, as if all numbers were alike,
 * and beside a sum of 1e8 all that is added rounds alike. */
export function termsOf({ op, fill }: NormCase): Terms {
  // Deviations from a mean are no whole numbers, and there are only eight of them.
  if (fill === 'integers') return op === 'rmsnorm' ? 'whole' : 'alike';
  return alikeFills.some((name) => name === fill) ? 'alike' : 'drawn';
}

const alikeFills: readonly Fill[] = ['constant', 'zeros', 'alternating', 'offset', 'outlier'];

/** Layer normalisation of uniform numbers unless said otherwise. */
export function normCase(rows: number, columns: number, op: NormCase['op'] = 'layernorm'): NormCase {
  return { rows, columns, op, fill: 'uniform', dtype: 'f32' };
}

/** Shapes on which nothing is tuned, where the automatic choice is judged: square, tall, wide, tiny, huge and odd. */
const heldOutShapes = [
  [3000, 3000],
  [400_000, 96],
  [24, 30_000],
  [40, 56],
  [30_000, 6000],
  [5003, 1031],
] as const;

const heldOut = heldOutShapes.map(([rows, columns]) => normCase(rows, columns));

/** Whether the automatic choice is judged at a shape. */
export function isHeldOut(params: NormCase): boolean {
  return heldOut.some(({ rows, columns }) => params.rows === rows && params.columns === columns);
}

/** The timed cases by size class. */
export const timedCases = {
  tiny: [normCase(33, 257), normCase(8, 256, 'rmsnorm')],
  small: [normCase(64, 1024)],
  headline: [normCase(16_384, 4096), normCase(16_384, 4096, 'rmsnorm')],
  huge: [normCase(65_536, 4096)],
  sweep: [
    // The longest are of no rung that holds a row: what sweeps cost where no cache helps.
    ...[128, 1024, 8192, 16_384, 65_536].map((columns) => normCase(2 ** 26 / columns, columns)),
    normCase(4096, 1024),
    ...[1024, 8192].map((columns) => normCase(2 ** 26 / columns, columns, 'rmsnorm')),
    normCase(16_384, 4097),
  ],
  'held-out': heldOut,
} as const;

const columns = [31, 32, 33, 600, 1000, 1024, 1025, 4096, 4097, 32_768];

type Crossed = Pick<Axes<NormCase>, 'rows' | 'columns' | 'op' | 'fill'>;

function crossed(axes: Crossed, seed: number): readonly NormCase[] {
  return pairwise<NormCase>({ ...axes, dtype: ['f32'] }, seed);
}

/** Rows around every vec4, subgroup and workgroup edge; a large mean and undefined inputs in sets of their own. */
export const edgeCases: readonly EdgeCaseSet<NormCase>[] = [
  {
    set: 'EC-ROW-OFFSET',
    // Enough columns and rows that the naive variance cannot be right by luck.
    cases: [
      ...crossed({ rows: [3, 5], columns: [33, 1000, 1025, 4097], op: ops, fill: ['offset'] }, 1),
      // Three items a thread.
      { ...normCase(3, 600), fill: 'offset' },
      ...crossed({ rows: [12], columns: [1024, 1025], op: ops, fill: ['outlier'] }, 9),
    ],
  },
  {
    set: 'EC-ROW',
    cases: [
      // What is empty, constant or zero tells little: it stands beside the lengths that matter, not for them.
      ...crossed({ rows: [1, 3], columns, op: ops, fill: ['uniform'] }, 2),
      ...crossed({ rows: [3], columns: [33, 600, 1025], op: ops, fill: plainFills }, 7),
      ...crossed({ rows: [0, 3], columns: [0, 1, 2, 1000], op: ops, fill: ['uniform'] }, 8),
      ...crossed(
        { rows: [257], columns: [1, 31, 32, 1025, 4096], op: ops, fill: ['uniform', 'constant'] },
        3,
      ),
      ...crossed({ rows: [3], columns: [33, 1025, 4096], op: ops, fill: ['integers'] }, 6),
      { ...normCase(65_537, 1), fill: 'constant' },
      normCase(65_537, 33),
      normCase(65_537, 32, 'rmsnorm'),
    ],
  },
  // No rows, or rows of nothing: nothing is to be written, and no dispatch is due.
  {
    set: 'EC-EMPTY',
    cases: [
      ...crossed({ rows: [0], columns: [0, 33, 5000], op: ops, fill: ['uniform'] }, 11),
      ...crossed({ rows: [1, 3], columns: [0], op: ops, fill: ['uniform'] }, 12),
    ],
  },
  // The shapes at which the automatic choice is judged; all but the smallest are for hardware.
  {
    set: 'EC-ROW-PICK',
    cases: [
      ...crossed({ rows: [40], columns: [56], op: ops, fill: ['uniform', 'faint'] }, 10),
      ...heldOut.map((params): NormCase => ({ ...params, fill: 'integers' })),
    ],
  },
  {
    set: 'EC-ROW-LONG',
    cases: crossed({ rows: [1], columns: [8192, 18_001], op: ops, fill: ['uniform'] }, 4),
  },
  {
    set: 'EC-ROW-OBSERVED',
    cases: crossed({ rows: [3], columns: [600], op: ops, fill: observedFills }, 5),
  },
];
