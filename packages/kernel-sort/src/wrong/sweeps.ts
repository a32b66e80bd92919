// Faults of the one sweep.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { SortCase } from '../cases/kinds.ts';

const file = 'radix/sweep.wgsl.ts';

/** The sweep that hands out the last tile first, so that no tile before is ever ready. */
export const inReverse = edit(
  file,
  'if (tile >= TILES) {\n    return;\n  }',
  'if (tile >= TILES) {\n    return;\n  }\n  tile = TILES - 1u - tile;',
);

const asVariable = edit(file, 'let tile = number', 'var tile = number');

/** The same as a whole: the tile's number is one that can be changed. */
export function reversed(plan: Parameters<typeof inReverse>[0]) {
  return inReverse(asVariable(plan));
}

/** The faults of `one-sweep`. */
export const sweepFaults: readonly Fault<SortCase>[] = [
  {
    name: 'own-first-row',
    summary: 'begins the row before all tiles with the own count of each digit',
    of: 'one-sweep',
    change: edit('radix/first-rows.wgsl', 'PREFIX | before', 'PREFIX | (before + count)'),
    answer: 'out-of-bounds',
    takes: ({ n }) => n === 1,
  },
  {
    name: 'own-tile-alone',
    summary: 'takes the row before all tiles for that of the tile before',
    of: 'one-sweep',
    change: edit(file, 'next_rows[digit] = tile;', 'next_rows[digit] = 0u * tile;'),
    answer: 'wrong-value',
    takes: hasManyTiles,
  },
  {
    name: 'never-falls-back',
    summary:
      'takes a tile that stays silent for empty in the last pass: right as long as workgroups begin and end in order',
    of: 'one-sweep',
    change: (plan) =>
      edit(
        file,
        'offsets[digit] += sum;',
        'offsets[digit] += select(sum, 0u, shift == 24u);',
      )(reversed(plan)),
    answer: 'wrong-value',
    takes: hasManyTiles,
  },
  {
    name: 'tail-counts',
    summary: 'takes what is behind the last key for keys',
    of: 'one-sweep',
    change: edit(file, 'N % TILE > 0u && index >= N', 'false'),
    answer: 'wrong-value',
    takes: ({ n, fill }) => n > 100 && n % 256 > 0 && n < 2 ** 14 && (fill === 'uniform' || fill === 'words'),
  },
];

// A tile has 256 keys on a software adapter.
function hasManyTiles({ n, fill }: SortCase): boolean {
  return n > 1024 && n < 2 ** 14 && (fill === 'uniform' || fill === 'words');
}
