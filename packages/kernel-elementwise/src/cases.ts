// Which vectors are mapped: round and large ones for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { CaseParams, EdgeCaseSet } from '@kernel-ladder/harness';
import { operatorNames } from './operators.ts';
import type { OperatorName } from './operators.ts';

/** `n` elements, each mapped by itself. */
export type ElementwiseCase = CaseParams & {
  readonly n: number;
  readonly op: OperatorName;
  readonly fill: Fill;
  readonly dtype: Dtype;
};

/** `cast` goes from one type to the other, `add` is in each type, everything else in f32. */
export type Dtype = 'f32' | WholeDtype | 'f16' | 'f32-f16' | 'f16-f32';

/** Types of integers, whose sums wrap around. */
export type WholeDtype = 'i32' | 'u32';

/**
 * How operands are filled. Judged: `uniform` in ±4; `mixed`, magnitudes over as many decades as the type has; `integers` from −8 to 8;
 * `small`, zeros of either sign, subnormal numbers and the least that are not. Observed: `nan`, one; `infinities`, one of each sign;
 * `overflow`, two numbers of which a sum, a product or the rounding to f16 is too large, or beside the last that is not. Integers are `integers`, or `uniform` over all of their type.
 */
export type Fill = (typeof judgedFills)[number] | (typeof observedFills)[number];

/** Fills of which every result is defined. */
export const judgedFills = ['uniform', 'mixed', 'integers', 'small'] as const;
const observedFills = ['nan', 'infinities', 'overflow'] as const;

/** Every fill. */
export const fills: readonly Fill[] = [...judgedFills, ...observedFills];

/** Whether WGSL promises nothing for some of the elements. */
export function isObserved(fill: Fill): boolean {
  return observedFills.some((name) => name === fill);
}

/** Uniform numbers in f32 unless said otherwise. */
export function mapCase(
  n: number,
  op: OperatorName = 'add',
  dtype: Dtype = 'f32',
  fill: Fill = 'uniform',
): ElementwiseCase {
  return { n, op, fill, dtype };
}

/** Whether a case is in integers. */
export function isWhole<Of extends { readonly dtype: Dtype }>(
  params: Of,
): params is Of & { readonly dtype: WholeDtype } {
  const { dtype } = params;
  return dtype === 'i32' || dtype === 'u32';
}

/** The case itself; or why operator, types and fill do not go together. */
export function combine(params: ElementwiseCase): ElementwiseCase | string {
  const { op, dtype, fill } = params;
  if (!typesOf(op).includes(dtype))
    return `op=${op} is in ${typesOf(op).join(' or ')}, not ${dtype}: op=add is in any, op=cast from f32 to f16 or back`;
  if (isWhole(params) && !wholeFills.includes(fill))
    return `fill=${fill} is of floats: integers are ${wholeFills.join(' or ')}`;
  return params;
}

/** How integers are filled. */
export const wholeFills: readonly Fill[] = ['uniform', 'integers'];

const casts = ['f32-f16', 'f16-f32'] as const;
const sums = ['f16', 'i32', 'u32'] as const;

function typesOf(op: OperatorName): readonly Dtype[] {
  if (op === 'cast') return casts;
  return op === 'add' ? ['f32', ...sums] : ['f32'];
}

const unary = operatorNames.filter((op) => op !== 'add' && op !== 'cast');
/** The timed cases by size class. */
export const timedCases = {
  tiny: [mapCase(10_007)],
  small: [mapCase(2 ** 16)],
  headline: [mapCase(2 ** 26)],
  sweep: [
    ...[12, 14, 18, 20, 22, 24].map((log2) => mapCase(2 ** log2)),
    ...unary.map((op) => mapCase(2 ** 24, op)),
    ...sums.map((dtype) => mapCase(2 ** 24, 'add', dtype)),
    ...casts.map((dtype) => mapCase(2 ** 24, 'cast', dtype)),
  ],
  huge: [mapCase(2 ** 28)],
} as const;

// Around nothing, a quad, a subgroup, a workgroup, a tile of 4096, and the first row of a folded grid of either.
const lengths = [
  0, 1, 2, 3, 4, 5, 7, 31, 33, 255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097, 16_385, 32_769, 65_537,
  1_000_003,
];

// A part of a quad, whole tiles, and tiles of which the last is none.
const fewLengths = [1, 6, 1027, 8192, 20_001];

const kinds: readonly Pick<ElementwiseCase, 'op' | 'dtype'>[] = [
  ...(['add', ...unary] as const).map((op) => ({ op, dtype: 'f32' as const })),
  ...sums.map((dtype) => ({ op: 'add' as const, dtype })),
  ...casts.map((dtype) => ({ op: 'cast' as const, dtype })),
];

/** Cases in which every length and every fill meets every operator. */
function crossed(n: readonly number[], fill: readonly Fill[], seed: number): readonly ElementwiseCase[] {
  const places = kinds.map((_, place) => place);
  return pairwise<{ n: number; fill: Fill; kind: number }>({ n, fill, kind: places }, seed).flatMap(
    ({ kind, ...rest }) =>
      kinds
        .slice(kind, kind + 1)
        .map((each) => ({ ...rest, ...each }))
        .filter((params) => typeof combine(params) !== 'string'),
  );
}

/** Tiles of a processor, and of a large device, of which the last round of workgroups that stay takes more than there are. */
export const oddTiles = [5, 1059];

/** Lengths around every edge, numbers that are subnormal or large, those that are none, and a grid of more rows than one. */
export const edgeCases: readonly EdgeCaseSet<ElementwiseCase>[] = [
  {
    set: 'EC-1D',
    cases: [
      ...lengths.flatMap((n) => [mapCase(n), mapCase(n, 'saxpy', 'f32', 'integers')]),
      ...crossed(fewLengths, ['uniform', 'integers'], 1),
      ...oddTiles.map((tiles) => mapCase(tiles * 4096)),
      // One element a thread: more workgroups than a dispatch may have along one dimension.
      mapCase(65_535 * 256 + 1),
    ],
  },
  { set: 'EC-1D-FILLS', cases: crossed([258, 4099], judgedFills, 2) },
  { set: 'EC-1D-OBSERVED', cases: crossed([61, 1028], observedFills, 3) },
];
