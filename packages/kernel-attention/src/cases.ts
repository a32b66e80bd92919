// Which attentions are computed: the shapes of language models for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { CaseParams, EdgeCaseSet } from '@kernel-ladder/harness';

/**
 * Q[b, h, q, d], K and V[b, h / g, k, d] and O[b, h, q, d], all row-major: `g` query heads share a head of keys and
 * values. A causal mask aligns the last query with the last key, so that query i sees i + 1 + k − q keys. Under
 * `padding` every batch has a length of its own. A query that sees no key gets zeros.
 */
type Attention = CaseParams & {
  readonly b: number;
  readonly h: number;
  readonly g: number;
  readonly q: number;
  readonly k: number;
  readonly d: number;
  readonly mask: 'none' | 'causal' | 'padding';
  readonly fill: Fill;
  readonly dtype: 'f32' | 'f16';
};

/** An attention, and what is asked of it. */
export type AttentionCase = Attention & { readonly output: Output };

/**
 * What is asked for: O; `scores`, S[b, h, q, k] = Q·Kᵀ / √d in f32, in which a key that its query does not see has the least
 * finite number; or `lse`, O and beside it ln Σ exp(S) of each query in f32, the least finite number where it sees no key.
 */
export type Output = 'attention' | 'scores' | 'lse';

/**
 * How the inputs are filled: logits of variance 1, of deviation 30 or of 1e4, one constant for all values, one key for a whole
 * head with values that are whole numbers, small whole numbers everywhere, or a NaN or an infinity in the first key.
 */
export type Fill = 'uniform' | 'peaked' | 'extreme' | 'constant' | 'level' | 'whole' | 'nan' | 'inf';

type Shape = Partial<AttentionCase> & Pick<AttentionCase, 'q' | 'k' | 'd'>;

/** A case of one head without a mask unless said otherwise. */
export function attentionCase(shape: Shape): AttentionCase {
  return { b: 1, h: 1, g: 1, mask: 'none', fill: 'uniform', output: 'attention', dtype: 'f32', ...shape };
}

function both(shape: Shape): readonly AttentionCase[] {
  return [attentionCase(shape), attentionCase({ ...shape, dtype: 'f16' })];
}

const square = (tokens: number, more: Partial<AttentionCase> = {}): Shape => ({
  b: 4,
  h: 16,
  q: tokens,
  k: tokens,
  d: 64,
  ...more,
});

/** The timed cases by size class. */
export const timedCases = {
  tiny: [
    attentionCase({ h: 2, q: 33, k: 65, d: 32 }),
    attentionCase({ h: 2, q: 33, k: 65, d: 32, output: 'scores' }),
    attentionCase({ h: 2, q: 33, k: 65, d: 32, output: 'lse' }),
    attentionCase({ h: 2, g: 2, q: 1, k: 300, d: 32 }),
    attentionCase({ h: 2, g: 2, q: 1, k: 300, d: 32, dtype: 'f16' }),
    attentionCase({ h: 2, q: 33, k: 65, d: 32, dtype: 'f16' }),
  ],
  small: [attentionCase({ h: 2, q: 128, k: 128, d: 64 })],
  headline: both(square(4096)),
  sweep: [
    ...[128, 256, 512, 1024].map((tokens) => attentionCase(square(tokens))),
    ...both(square(2048)),
    ...both(square(2048, { mask: 'causal' })),
    attentionCase(square(2048, { mask: 'padding', dtype: 'f16' })),
    attentionCase(square(2048, { g: 4, dtype: 'f16' })),
    attentionCase(square(4096, { q: 512, dtype: 'f16' })),
    attentionCase(square(4096, { mask: 'causal', dtype: 'f16' })),
    ...both(square(1024, { d: 128 })),
    attentionCase(square(2048, { d: 128, dtype: 'f16' })),
    attentionCase(square(2048, { d: 128, mask: 'causal', dtype: 'f16' })),
    attentionCase(square(1024, { output: 'scores' })),
    attentionCase(square(1024, { mask: 'causal', output: 'scores' })),
    ...both(square(2048, { mask: 'causal', output: 'lse' })),
    // As a small language model trains: many short heads.
    attentionCase({ b: 128, h: 4, q: 128, k: 128, d: 32, mask: 'causal', output: 'lse' }),
    // One token of a batch after another: keys and values are read once, and nothing else counts.
    ...both({ b: 16, h: 32, g: 4, q: 1, k: 8192, d: 128 }),
    // The same where no head is shared.
    attentionCase({ b: 8, h: 32, q: 1, k: 4096, d: 128, dtype: 'f16' }),
  ],
} as const;

const scoreShapes: readonly Shape[] = [
  { h: 4, g: 2, q: 65, k: 33, d: 16 },
  { h: 2, q: 17, k: 15, d: 5, fill: 'whole' },
  { b: 2, h: 6, g: 3, q: 17, k: 70, d: 32, mask: 'causal' },
  { b: 4, h: 2, q: 40, k: 24, d: 40, mask: 'padding' },
  { b: 2, q: 7, k: 9, d: 16, mask: 'causal', fill: 'extreme' },
  { q: 70, k: 20, d: 16, mask: 'causal', fill: 'peaked' },
  { h: 33, q: 33, k: 31, d: 16, fill: 'whole' },
  { q: 1, k: 300, d: 64 },
  { q: 0, k: 5, d: 16 },
  { q: 5, k: 0, d: 16 },
  { b: 0, q: 5, k: 5, d: 16 },
];

const lseShapes: readonly Shape[] = [
  { b: 2, h: 4, g: 2, q: 17, k: 70, d: 16, mask: 'causal', fill: 'level' },
  { b: 4, h: 2, q: 40, k: 24, d: 16, mask: 'padding', fill: 'peaked' },
  { q: 70, k: 20, d: 16, mask: 'causal', fill: 'extreme' },
  { h: 2, q: 65, k: 0, d: 16 },
];

/** Lengths around every tile edge, unequal ones, all masks, grouped heads, and logits up to 1e4. */
export const edgeCases: readonly EdgeCaseSet<AttentionCase>[] = [
  {
    set: 'EC-SHAPE',
    cases: [
      ...both({ h: 4, g: 2, q: 65, k: 33, d: 16 }),
      ...both({ b: 2, h: 6, g: 3, q: 17, k: 70, d: 32, mask: 'causal' }),
      ...both({ b: 4, h: 2, q: 40, k: 24, d: 32, mask: 'padding' }),
      // Batches of full length behind an empty one, whose heads are more than the heads of keys.
      ...both({ b: 4, h: 4, g: 2, q: 3, k: 20, d: 16, mask: 'padding' }),
      // Logits that are hidden and by far the greatest.
      ...both({ b: 2, q: 7, k: 9, d: 16, mask: 'causal', fill: 'extreme' }),
      // More queries than keys: the first ones see nothing.
      ...both({ q: 70, k: 20, d: 16, mask: 'causal' }),
      ...both({ h: 2, q: 1, k: 300, d: 64 }),
      ...both({ b: 2, h: 4, g: 4, q: 1, k: 1000, d: 32, mask: 'padding' }),
      ...both({ b: 2, h: 2, q: 5, k: 700, d: 64, mask: 'causal' }),
      // Heads of more elements than a workgroup has threads; too large for a software adapter, which compiles them for seconds.
      ...both({ h: 8, q: 5, k: 33, d: 272 }),
      // The same with queries in every part of a tile, over several steps of keys.
      ...both({ h: 2, q: 130, k: 70, d: 272 }),
      // Logits that outgrow the first ones of their row, so that outputs of every fragment are rescaled.
      attentionCase({ q: 20, k: 70, d: 272, fill: 'peaked', dtype: 'f16' }),
      attentionCase({ h: 2, q: 9, k: 11, d: 5 }),
      attentionCase({ q: 3, k: 40, d: 7, mask: 'causal' }),
      ...both({ q: 0, k: 5, d: 16 }),
      // More than 128 workgroups of zeros, so that their grid has a second row.
      ...both({ h: 33, q: 65, k: 0, d: 16 }),
      ...both({ b: 0, q: 5, k: 5, d: 16 }),
    ],
  },
  {
    set: 'EC-ATTN',
    cases: [
      ...pairwise<Attention>(
        {
          b: [1, 2],
          h: [1, 3],
          g: [1],
          q: [1, 2, 63, 65, 127],
          k: [1, 2, 64, 65, 129],
          d: [16, 32, 64, 80, 128],
          mask: ['none', 'causal', 'padding'],
          fill: ['uniform', 'peaked', 'extreme', 'constant'],
          dtype: ['f32', 'f16'],
        },
        1,
      ).map((shape) => attentionCase(shape)),
      ...both({ q: 1000, k: 129, d: 64, mask: 'causal' }),
      ...both({ q: 129, k: 1000, d: 64, mask: 'causal' }),
      ...both({ b: 2, h: 3, q: 1000, k: 1000, d: 32 }),
    ],
  },
  // No queries, no keys, no batches: what is written of them is zeros, or nothing.
  {
    set: 'EC-EMPTY',
    cases: (['attention', 'scores', 'lse'] as const).flatMap((output) => [
      ...both({ h: 2, q: 0, k: 5, d: 16, output }),
      ...both({ h: 2, q: 3, k: 0, d: 16, mask: 'causal', output }),
      ...both({ b: 0, q: 3, k: 5, d: 16, mask: 'padding', output }),
      ...both({ q: 0, k: 0, d: 16, output }),
    ]),
  },
  // Means of whole numbers, in which every key counts: what timed cases are launched on once more.
  {
    set: 'EC-LEVEL',
    cases: [
      ...both({ b: 2, h: 4, g: 2, q: 17, k: 70, d: 16, mask: 'causal', fill: 'level' }),
      ...both({ b: 2, h: 2, g: 2, q: 3, k: 260, d: 16, mask: 'padding', fill: 'level' }),
    ],
  },
  // Few queries over several parts of the keys, small enough for a software adapter.
  {
    set: 'EC-DECODE',
    cases: [
      ...both({ b: 2, h: 2, g: 2, q: 3, k: 260, d: 16, mask: 'padding' }),
      ...both({ q: 5, k: 300, d: 16, mask: 'causal' }),
      // The greatest logit stands behind the first keys of a workgroup, and all others vanish beside it.
      ...both({ q: 3, k: 600, d: 16, fill: 'extreme' }),
      // Quads of a head that do not divide a workgroup: its last trip over a part of the keys goes past the part.
      ...both({ q: 3, k: 300, d: 80 }),
    ],
  },
  // The masked product alone: every mask, shared heads, odd sides, more than 128 tiles, hidden keys that matter, none to see.
  { set: 'EC-SCORES', cases: scoreShapes.flatMap((shape) => both({ ...shape, output: 'scores' })) },
  // Log-sum-exp beside O, of which few keys are small and rows that see nothing have none.
  { set: 'EC-LSE', cases: lseShapes.flatMap((shape) => both({ ...shape, output: 'lse' })) },
  {
    set: 'EC-NAN',
    cases: (['nan', 'inf'] as const).flatMap((fill) => [
      ...both({ h: 2, q: 40, k: 40, d: 16, fill }),
      // Few queries over two parts of the keys.
      ...both({ h: 2, q: 5, k: 300, d: 16, fill }),
      ...both({ h: 2, q: 40, k: 40, d: 16, fill, output: 'scores' }),
      ...both({ h: 2, q: 40, k: 40, d: 16, fill, output: 'lse' }),
    ]),
  },
  // Past 128 workgroups, where a grid takes a second row, and past 65 535 of one query each and of one head each.
  {
    set: 'EC-GRID',
    cases: [
      ...both({ h: 129, q: 1, k: 3, d: 16 }),
      // Grids whose last rows are full: a row that is one workgroup short leaves the last ones out.
      ...both({ h: 256, q: 16, k: 16, d: 16 }),
      attentionCase({ b: 2, q: 32_800, k: 4, d: 4 }),
      attentionCase({ b: 300, h: 220, q: 1, k: 3, d: 4 }),
    ],
  },
];

/** What stands for a score that its query does not see: the least finite f32. */
export const hidden = -(2 - 2 ** -23) * 2 ** 127;

/** How many keys of a batch count at all. */
export function validKeys({ mask, k }: AttentionCase, batch: number): number {
  if (mask !== 'padding') return k;
  return [Math.ceil((2 * k) / 3), 0, k, Math.min(1, k)][batch % 4] ?? k;
}

/** How many keys a query sees: always the first ones. */
export function visibleKeys(params: AttentionCase, batch: number, query: number): number {
  const valid = validKeys(params, batch);
  if (params.mask !== 'causal') return valid;
  return Math.min(valid, Math.max(0, query + 1 + params.k - params.q));
}

/** Pairs of a query and a key that it sees, over all batches and heads. */
export function visiblePairs(params: AttentionCase): number {
  let pairs = 0;
  for (let batch = 0; batch < params.b; batch++) {
    for (let query = 0; query < params.q; query++) pairs += visibleKeys(params, batch, query);
  }
  return pairs * params.h;
}
