// A made-up tuning table of a family: a search over two parameters that matter and one that does not, with all that a search can see.
import type { TuningEntry, TuningRow, TuningTable } from '@kernel-ladder/schema';

const tiles = [16, 32, 64] as const;
const bands = [1, 2, 4] as const;
const orders = ['rows', 'columns'] as const;

/** Whose values are the parameters of the made-up search, in their order. */
export const searchedValues = { tile: tiles, band: bands, order: orders } as const;

// The quickest is a tile of 32 in bands of 2; rows are a hundredth quicker than columns, but for one answer that is wrong.
const rows = tiles.flatMap((tile) =>
  bands.flatMap((band) =>
    orders.flatMap((order): readonly TuningRow[] => {
      if (tile === 64 && band === 4) return [];
      const ns = 1000 * (1 + Math.abs(Math.log2(tile / 32)) / 2 + Math.abs(Math.log2(band / 2)) / 8);
      const values = [tile, band, order];
      if (tile === 16 && band === 2 && order === 'rows')
        return [{ values, round: 0, ns: null, outcome: 'wrong' as const, why: 'sums[3] is 8, expected 9' }];
      const time = Math.round(ns * (order === 'rows' ? 1 : 1.01));
      const isLast = tile === 32 && band === 2;
      return [
        isLast
          ? { values, round: 1, ns: time, looks: [time + 7, time] }
          : { values, round: 0, ns: time, looks: [time] },
      ];
    }),
  ),
);

/** The search: of 18 combinations 2 are over a limit, and one is wrong. */
export const sampleSearch: TuningEntry = {
  rung: 'blocked',
  class: 'n=1000,f32',
  case: 'n=1000,f32',
  choice: { tile: 32, band: 2, order: 'rows' },
  usual: { tile: 16, band: 1, order: 'rows' },
  tunedNs: 1000,
  usualNs: 1620,
  speed: { ratio: 1.62, low: 1.6, high: 1.64, turns: 10 },
  compileMs: 12,
  hash: '0123456789abcdef',
  space: 'fedcba9876543210',
  search: {
    seed: 1,
    combinations: 18,
    candidates: 16,
    looks: 18,
    samples: 90,
    wrong: 1,
    failed: 0,
    seconds: 4.5,
    foundNs: 1001,
  },
  versions: { commit: 'c'.repeat(40) },
  at: '2026-11-01T10:00:00Z',
  landscape: {
    parameters: ['tile', 'band', 'order'],
    values: [[...tiles], [...bands], [...orders]],
    refused: [
      {
        by: 'limit',
        why: 'A workgroup has 1024 threads, the device allows 256.',
        places: [16, 17],
      },
    ],
    rows,
  },
};

/** The table of a machine. */
export function sampleTable(machine: string, family: string): TuningTable {
  return { schemaVersion: 1, machine, family, entries: [sampleSearch] };
}
