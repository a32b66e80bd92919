// Which matrices go through softmax: round and large ones for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { Axes, CaseParams, EdgeCaseSet } from '@kernel-ladder/harness';
import type { Terms } from '@kernel-ladder/kernel-kit';

/** Softmax over each row of a row-major matrix of `rows` × `columns`. */
export type SoftmaxCase = CaseParams & {
  readonly rows: number;
  readonly columns: number;
  readonly mask: Mask;
  readonly fill: Fill;
  readonly dtype: Dtype;
};

/** What logits and results are stored as; everything between is in f32. */
export type Dtype = 'f32' | 'f16';

/**
 * `none`: softmax(x). `padding`: softmax(x / √64 + mask), where `keep` says for each column, in all rows alike, whether
 * it counts. `all`: the same with every column masked out, which gives rows of zeros.
 */
export type Mask = 'none' | 'padding' | 'all';

/**
 * How the logits are filled. Harmless without subtracting the maximum: `uniform` in ±4, `constant` rows, `zeros`; `counts`, 0
 * and, one in eight, −1e4, so that exponentials are 1 or 0 and a sum of them counts; `masked`, uniform where a column counts and
 * 1e4 where it is masked out, which no maximum may take in.
 * Accurate only after subtracting it: `wide`, uniform in ±80. Overflowing or vanishing without: `peak`, one 1e4 a
 * row; `low`, around −1e4; `spike`, one 1e30 among zeros; `floor`, all −1e30; `offset`, 1e4 ± 1. Observed: `nan`,
 * one in one row; `minus-inf`, one in one row; `all-minus-inf`, one row of them; `plus-inf`,
 * one in one row.
 */
export type Fill =
  | (typeof tameFills)[number]
  | (typeof maskedFills)[number]
  | (typeof hugeFills)[number]
  | (typeof observedFills)[number];

const tameFills = ['uniform', 'constant', 'zeros', 'wide'] as const;
const maskedFills = ['masked', 'counts'] as const;
const hugeFills = ['peak', 'low', 'spike', 'floor', 'offset'] as const;
const observedFills = ['nan', 'minus-inf', 'all-minus-inf', 'plus-inf'] as const;

/** Every fill. */
export const fills: readonly Fill[] = [...tameFills, ...maskedFills, ...hugeFills, ...observedFills];

/** Whether exp(x) without the maximum overflows, or vanishes in a whole row. */
export function isHuge(fill: Fill): boolean {
  return hugeFills.some((name) => name === fill);
}

/** Whether WGSL promises nothing for the inputs. */
export function isObserved(fill: Fill): boolean {
  return observedFills.some((name) => name === fill);
}

/** How the exponentials of a row hang together. */
export function termsOf(fill: Fill): Terms {
  if (fill === 'counts') return 'whole';
  return fill === 'constant' || fill === 'zeros' ? 'alike' : 'drawn';
}

/** Uniform logits without a mask unless said otherwise. */
export function softmaxCase(rows: number, columns: number, mask: Mask = 'none'): SoftmaxCase {
  return { rows, columns, mask, fill: 'uniform', dtype: 'f32' };
}

/** The case itself; or why its fill has no halves. */
export function combine(params: SoftmaxCase): SoftmaxCase | string {
  const isTooLarge = params.fill === 'spike' || params.fill === 'floor';
  return params.dtype === 'f16' && isTooLarge
    ? `fill=${params.fill} has logits of 1e30, which f16 has not`
    : params;
}

/** Shapes on which nothing is tuned, where the automatic choice is judged: square, tall, wide, tiny, huge and odd. */
const heldOutShapes = [
  [3000, 3000],
  [400_000, 96],
  [24, 1_500_000],
  [40, 56],
  [30_000, 6000],
  [5003, 1031],
] as const;

const heldOut = heldOutShapes.map(([rows, columns]) => softmaxCase(rows, columns));

/** Whether the automatic choice is judged at a shape. */
export function isHeldOut(params: SoftmaxCase): boolean {
  return heldOut.some(({ rows, columns }) => params.rows === rows && params.columns === columns);
}

/** The timed cases by size class. */
export const timedCases = {
  tiny: [softmaxCase(33, 257), softmaxCase(8, 256, 'padding')],
  small: [softmaxCase(64, 1024)],
  headline: [softmaxCase(16_384, 4096)],
  huge: [softmaxCase(65_536, 4096)],
  sweep: [
    // The longest are of no rung that holds a row: what sweeps cost where no cache helps.
    ...[32, 128, 1024, 8192, 32_768, 65_536].map((columns) => softmaxCase(2 ** 26 / columns, columns)),
    softmaxCase(4096, 1024),
    softmaxCase(16_384, 4097),
    softmaxCase(1, 2 ** 22),
    softmaxCase(1, 2 ** 24),
    softmaxCase(16_384, 4096, 'padding'),
    { ...softmaxCase(4096, 4096), dtype: 'f16' as const },
  ],
  'held-out': heldOut,
} as const;

const columns = [31, 32, 33, 600, 1000, 1024, 1025, 4096, 4097, 32_768];
// Rows that a thread holds two, three, four, five, eight or nine items of, in whole vec4s or not.
const heldColumns = [33, 256, 600, 1000, 1025, 18_000, 32_768];
/** Every mask. */
export const masks = ['none', 'padding', 'all'] as const;

type Crossed = Pick<Axes<SoftmaxCase>, 'rows' | 'columns' | 'mask' | 'fill'>;

function crossed(axes: Crossed, seed: number): readonly SoftmaxCase[] {
  return pairwise<SoftmaxCase>({ ...axes, dtype: ['f32'] }, seed);
}

/** Rows around every vec4, subgroup and workgroup edge; huge logits and undefined inputs in sets of their own. */
export const edgeCases: readonly EdgeCaseSet<SoftmaxCase>[] = [
  {
    set: 'EC-ROW-HUGE',
    cases: [
      ...crossed({ rows: [3, 2], columns: [1, 33, 1025], mask: ['none', 'padding'], fill: hugeFills }, 3),
      // The maximum cancels, so that a part which it leaves out shows only where the peak stands in it: peaks all over the row.
      ...crossed({ rows: [32], columns: heldColumns, mask: ['none', 'padding'], fill: ['peak'] }, 7),
      // Seventeen items, and five: so few rows that a software adapter has time for them.
      ...crossed({ rows: [8], columns: [4097], mask: ['none', 'padding'], fill: ['peak'] }, 14),
      ...crossed({ rows: [6], columns: [5000], mask: ['none', 'padding'], fill: ['peak'] }, 15),
    ],
  },
  {
    set: 'EC-ROW',
    cases: [
      // What is empty, constant or zero tells little: it stands beside the lengths that matter, not for them.
      ...crossed({ rows: [1, 3], columns, mask: masks, fill: ['uniform', 'wide'] }, 1),
      ...crossed({ rows: [3], columns: [33, 600, 1025], mask: masks, fill: tameFills }, 8),
      ...crossed({ rows: [0, 3], columns: [0, 1, 2, 1000], mask: masks, fill: ['uniform'] }, 9),
      ...crossed(
        {
          rows: [257],
          columns: [1, 31, 32, 1025, 4096],
          mask: ['none', 'padding'],
          fill: ['uniform', 'wide'],
        },
        2,
      ),
      { ...softmaxCase(65_537, 1), fill: 'constant' },
      softmaxCase(65_537, 33),
    ],
  },
  {
    set: 'EC-ROW-MASKED',
    cases: crossed({ rows: [3], columns: [33, 1024], mask: ['padding'], fill: maskedFills }, 6),
  },
  // Halves in memory: rows of whole vec4s and not, that one subgroup holds and that many threads do.
  {
    set: 'EC-ROW-HALF',
    cases: pairwise<SoftmaxCase>(
      {
        rows: [1, 3],
        columns: [1, 33, 600, 1025, 4096],
        mask: masks,
        fill: ['uniform', 'wide', 'peak', 'constant'],
        dtype: ['f16'],
      },
      16,
    ),
  },
  // No rows, or rows of nothing: nothing is to be written, and no dispatch is due.
  {
    set: 'EC-EMPTY',
    cases: [
      ...crossed({ rows: [0], columns: [0, 33, 5000], mask: masks, fill: ['uniform'] }, 11),
      ...crossed({ rows: [1, 3], columns: [0], mask: masks, fill: ['uniform'] }, 12),
    ],
  },
  // The shapes at which the automatic choice is judged; all but the smallest are for hardware.
  {
    set: 'EC-ROW-PICK',
    cases: [
      ...crossed({ rows: [40], columns: [56], mask: masks, fill: ['wide', 'peak'] }, 10),
      ...heldOut.map((params): SoftmaxCase => ({ ...params, fill: 'counts' })),
    ],
  },
  {
    set: 'EC-ROW-LONG',
    cases: [
      ...crossed(
        {
          rows: [1, 2],
          columns: [8193, 18_000],
          mask: ['none', 'padding'],
          fill: ['uniform', 'wide', 'peak'],
        },
        4,
      ),
      // More columns than 1024 parts take in one trip, and more parts than a workgroup has threads.
      softmaxCase(2, 1_050_001),
    ],
  },
  {
    set: 'EC-ROW-OBSERVED',
    cases: [
      ...crossed({ rows: [3], columns: [600], mask: ['none', 'padding'], fill: observedFills }, 5),
      // Rows of several parts.
      ...crossed({ rows: [3], columns: [5000], mask: ['none', 'padding'], fill: observedFills }, 13),
    ],
  },
];
