// Offsets of segments by how long these are: seeded, first 0, last n, never falling.
import type { Random } from '@kernel-ladder/harness';
import type { Lengths, SegmentsCase } from '../cases/kinds.ts';

type Sizes = Pick<SegmentsCase, 'n' | 'segments'>;
/** Where segment `index` ends; the last one ends at n whatever this says. */
type EndOf = (index: number) => number;

/** The CSR offsets of a case: segment s holds the elements from offsets[s] up to offsets[s + 1]. */
export function segmentOffsets(params: SegmentsCase, random: Random): Uint32Array {
  const { n, segments } = params;
  const offsets = new Uint32Array(segments + 1);
  const endOf = distributions[params.lengths](params, random);
  for (let index = 0; index < segments; index++) offsets[index + 1] = Math.min(n, endOf(index));
  if (segments > 0) offsets[segments] = n;
  return offsets;
}

const distributions: { readonly [Name in Lengths]: (sizes: Sizes, random: Random) => EndOf } = {
  none: () => () => 0,
  uniform:
    ({ n, segments }) =>
    (index) =>
      Math.floor(((index + 1) * n) / segments),
  // Ends drawn evenly: lengths fall off exponentially, and where segments are many, some are empty.
  random: ({ n, segments }, random) => {
    const ends = Float64Array.from({ length: segments }, () => random.integer(0, n)).toSorted();
    return (index) => ends[index] ?? n;
  },
  // The segment of rank k, in random order, has a share of 1 / k (Zipf): one is a tenth of the whole.
  'power-law': (sizes, random) => {
    const shares = Float64Array.from({ length: sizes.segments }, (_, index) => 1 / (index + 1));
    return weighted(sizes, shuffle(shares, random));
  },
  // One element each; where there are more elements than segments, the last takes the rest.
  singletons: () => (index) => index + 1,
  // One in the middle holds all but an element for each other segment, or all where these do not suffice.
  'one-giant': ({ n, segments }) => {
    const middle = Math.floor(segments / 2);
    const share = n >= 2 * segments ? 1 : 0;
    return (index) => (index < middle ? share * (index + 1) : n - share * (segments - 1 - index));
  },
  // The first, the last, every third and a run in the middle are empty.
  'empty-mixed': (sizes, random) => {
    const { segments } = sizes;
    const isEmpty = (index: number) =>
      index % 3 === 0 || index === segments - 1 || Math.abs(2 * index - segments) < 10;
    const shares = Float64Array.from({ length: segments }, (_, index) =>
      isEmpty(index) ? 0 : random.uniform(0.5, 1.5),
    );
    return weighted(sizes, shares);
  },
  // One before, at and one behind every multiple of a workgroup.
  edges: () => (index) => 256 * (Math.floor(index / 3) + 1) + (index % 3) - 1,
};

/** Every way to part elements, and none. */
export const lengthNames = Object.keys(distributions);

function weighted({ n }: Sizes, shares: Float64Array): EndOf {
  const total = shares.reduce((sum, share) => sum + share, 0);
  let sum = 0;
  const ends = shares.map((share) => (sum += share));
  return (index) => (total === 0 ? 0 : Math.round((n * (ends[index] ?? 0)) / total));
}

// Fisher and Yates 1938.
function shuffle(array: Float64Array, random: Random): Float64Array {
  for (let last = array.length - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [array[last], array[other]] = [array[other] ?? 0, array[last] ?? 0];
  }
  return array;
}
