// Which pipelines are run: chains over so many bytes in chunks, and batches of products; round and large ones for timing, awkward ones for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { CaseParams, EdgeCaseSet, Params, Problem } from '@kernel-ladder/harness';

/** A chain of `rounds` steps on each number of `bytes`, in chunks of `chunk` bytes; `slots` is 0 where a rung has its own number. */
export type ChainCase = CaseParams & {
  readonly bytes: number;
  readonly slots: number;
  readonly chunk: number;
  readonly rounds: number;
  readonly dtype: 'f32';
};

/** As many `products` of two matrices of m × m, one a chunk. */
export type BatchCase = CaseParams & {
  readonly m: number;
  readonly products: number;
  readonly slots: number;
  readonly dtype: 'f32';
};

/** A case of the family. */
export type StreamCase = ChainCase | BatchCase;

const mebi = 2 ** 20;
const usual = { chunk: 4 * mebi, rounds: 1024, products: 8 } as const;

/** Parameters in id order. */
export const parameters: Problem<StreamCase>['params'] = [
  { key: 'bytes', default: 0, takes: { min: 4, max: 2 ** 31 } },
  { key: 'm', default: 0, takes: { min: 1, max: 4096 } },
  { key: 'products', default: usual.products, takes: { min: 1, max: 4096 } },
  { key: 'slots', default: 0, takes: { min: 1, max: 16 } },
  { key: 'chunk', default: usual.chunk, takes: { min: 256, max: 2 ** 28 } },
  { key: 'rounds', default: usual.rounds, takes: { min: 1, max: 2 ** 16 } },
];

/** Whether a case is a batch of products. */
export function isBatch(params: StreamCase): params is BatchCase {
  return 'm' in params;
}

/** A chain in chunks of 4 MiB and 1024 steps, unless said otherwise. */
export function chainCase(
  bytes: number,
  more: Partial<Pick<ChainCase, 'slots' | 'chunk' | 'rounds'>> = {},
): ChainCase {
  const { chunk, rounds } = usual;
  return {
    bytes,
    slots: more.slots ?? 0,
    chunk: more.chunk ?? chunk,
    rounds: more.rounds ?? rounds,
    dtype: 'f32',
  };
}

/** A batch of eight products, unless said otherwise. */
export function batchCase(m: number, more: Partial<Pick<BatchCase, 'products' | 'slots'>> = {}): BatchCase {
  return { m, products: more.products ?? usual.products, slots: more.slots ?? 0, dtype: 'f32' };
}

// Parameters come with all keys of the family.
type AllParams = Readonly<Record<'bytes' | 'm' | 'products' | 'slots' | 'chunk' | 'rounds', number>>;

/** The case that parameters mean, which are those of a chain or those of a batch; or what does not go together. */
export function combine(given: StreamCase): StreamCase | string {
  const { bytes, m, products, slots, chunk, rounds } = given as Params as Params & AllParams;
  if ((bytes === 0) === (m === 0)) return 'ask for bytes, of a chain, or for m, of a batch of products';
  if (m > 0) {
    if (chunk !== usual.chunk || rounds !== usual.rounds)
      return `m=${m}: chunk and rounds are of a chain: leave them out`;
    return batchCase(m, { products, slots });
  }
  if (products !== usual.products) return `bytes=${bytes}: products are of a batch: leave them out`;
  if (bytes % 4 > 0) return `bytes=${bytes}: is no multiple of 4`;
  return chunk % 256 > 0
    ? `chunk=${chunk}: is no multiple of 256`
    : chainCase(bytes, { slots, chunk, rounds });
}

const slotCounts = [1, 2, 3, 4];

/** The timed cases by size class: 64 MiB and eight products of 1024 at once; by chunks, steps and sizes in the sweep. */
export const timedCases = {
  tiny: [
    chainCase(20_004, { chunk: 4096, rounds: 3 }),
    chainCase(20_004, { chunk: 4096, rounds: 3, slots: 2 }),
    batchCase(33, { products: 3 }),
    batchCase(33, { products: 3, slots: 2 }),
  ],
  small: [
    chainCase(mebi, { chunk: 2 ** 17, rounds: 16 }),
    chainCase(mebi, { chunk: 2 ** 17, rounds: 16, slots: 2 }),
    batchCase(64, { products: 4, slots: 2 }),
  ],
  headline: [chainCase(64 * mebi), ...slotCounts.map((slots) => chainCase(64 * mebi, { slots }))],
  huge: [batchCase(1024), ...slotCounts.map((slots) => batchCase(1024, { slots }))],
  sweep: [
    ...[1, 4, 16].map((chunk) => chainCase(256 * mebi, { chunk: chunk * mebi })),
    ...[64, 256, 4096].map((rounds) => chainCase(64 * mebi, { rounds })),
  ],
} as const satisfies Problem<StreamCase>['cases'];

const chunk = 1024;

/** Chunks by their number, with a last one that is whole or short; sizes round a tile and a quad; products round a tile. */
export const edgeCases: readonly EdgeCaseSet<StreamCase>[] = [
  {
    set: 'EC-CHUNK',
    cases: pairwise<{ count: number; last: number; slots: number }>(
      { count: [1, 2, 3, 7, 64], last: [4, 516, chunk], slots: slotCounts },
      1,
    ).map(({ count, last, slots }) => chainCase((count - 1) * chunk + last, { chunk, rounds: 2, slots })),
  },
  {
    set: 'EC-BYTES',
    cases: [4, 8, 16, 1020, 1024, 1028, 4096, 4100, 65_540, 300_004].flatMap((bytes) => [
      chainCase(bytes, { chunk: 256, rounds: 1 }),
      chainCase(bytes, { chunk: 4096, rounds: 17 }),
    ]),
  },
  {
    set: 'EC-PRODUCT',
    cases: pairwise<{ m: number; products: number }>(
      { m: [1, 2, 15, 16, 17, 63, 64, 65, 130], products: [1, 2, 5] },
      2,
    ).map(({ m, products }) => batchCase(m, { products })),
  },
  {
    set: 'EC-BATCH',
    cases: pairwise<{ m: number; products: number; slots: number }>(
      { m: [1, 17, 64, 65], products: [1, 2, 3, 7], slots: slotCounts },
      3,
    ).map(({ m, ...rest }) => batchCase(m, rest)),
  },
];
