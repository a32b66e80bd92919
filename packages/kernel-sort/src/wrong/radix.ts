// Faults of the rungs that count digits and sum the counts up.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { SortCase } from '../cases/kinds.ts';

// Keys of a tile on a software adapter, of either rung.
const tile = 256;

/** The faults of `radix`, `radix-local` and `radix-ballot`. */
export const radixFaults: readonly Fault<SortCase>[] = [
  {
    name: 'counts-itself',
    summary: 'sums up counts with the own one, so that a digit starts where it ends',
    of: 'radix',
    change: edit(
      'radix/scan-blocks.wgsl',
      'vec4u(0u, own.x, two, two + own.z)',
      'vec4u(own.x, two, two + own.z, two + own.z + own.w)',
    ),
    answer: 'unwritten',
    takes: ({ n }) => n === 1,
  },
  {
    name: 'lost-blocks',
    summary: 'does not add what stands before a block of counts',
    of: 'radix',
    change: edit('radix/add-blocks.wgsl', '+= sums[block]', '+= 0u * sums[block]'),
    answer: 'wrong-value',
    takes: ({ n, fill }) => n > 16 * tile && n < 2 ** 14 && fill === 'words',
  },
  {
    name: 'unsigned',
    summary: 'takes signed numbers for unsigned ones',
    of: 'radix',
    change: edit('radix/scatter.wgsl', 'const ORDER = 1u;', 'const ORDER = 0u;'),
    answer: 'wrong-value',
    takes: (params) => params.dtype === 'i32' && isSmall(params),
  },
  {
    name: 'old-counters',
    summary: 'begins the second round of a tile on the counters of the first',
    of: 'radix-local',
    change: edit('radix/local.wgsl', 'counters[digit * WORKGROUP + thread] = 0u;', ''),
    answer: 'out-of-bounds',
    takes: isSmall,
  },
  {
    name: 'half-digit',
    summary: 'sorts a tile by the lower half of its digit alone',
    of: 'radix-local',
    change: edit('radix/local.wgsl', 'sort_by(20u, thread);', ''),
    answer: 'out-of-bounds',
    takes: isSmall,
  },
  {
    name: 'next-tile',
    summary: 'takes the offsets of the tile behind',
    of: 'radix-ballot',
    change: edit('radix/sweep.wgsl.ts', 'counts[digit * TILES + tile]', 'counts[digit * TILES + tile + 1u]'),
    answer: 'out-of-bounds',
    takes: ({ n, fill }) => n > 2 * tile && n < 2 ** 14 && fill === 'words',
  },
  {
    name: 'ranks-alike',
    summary: 'ranks all keys of a subgroup that share a digit the same',
    of: 'radix-ballot',
    change: edit('radix/sweep.wgsl.ts', 'first_of(mask)) + before', 'first_of(mask))'),
    answer: 'unwritten',
    takes: ({ n, fill }) => n > 100 && n < 2 ** 14 && fill === 'equal',
  },
];

function isSmall({ n, fill }: SortCase): boolean {
  return n > 100 && n < 2 ** 14 && (fill === 'uniform' || fill === 'words');
}
