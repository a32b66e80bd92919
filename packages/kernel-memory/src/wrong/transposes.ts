// Faults of the transposes.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { MemoryCase } from '../cases/kinds.ts';

// Less of it would be right by chance: a vector is its own transpose.
const isWide = (params: MemoryCase) =>
  'rows' in params && Number(params.rows) > 4 && Number(params.columns) > 4;

/** The faults of the rungs that transpose. */
export const transposeFaults: readonly Fault<MemoryCase>[] = [
  {
    name: 'not-turned',
    summary: 'copies instead of transposing',
    of: 'transpose-naive',
    change: edit('transpose/naive.wgsl', 'column * ROWS + row', 'row * COLUMNS + column'),
    answer: 'wrong-value',
    takes: isWide,
  },
  {
    name: 'missing-barrier',
    summary: 'writes a tile that is not there yet',
    of: 'transpose-padded',
    change: edit('transpose/tiled.wgsl', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
    takes: isWide,
  },
  {
    name: 'neighbouring-tiles',
    summary: 'puts each tile where the one above it belongs',
    of: 'transpose-tiled',
    change: edit(
      'transpose/tiled.wgsl',
      '* ROWS + top + along]',
      '* ROWS + (top + ROWS - 32u) % ROWS + along]',
    ),
    answer: 'wrong-value',
    takes: (params) => isWide(params) && Number(params.rows) % 32 === 0 && Number(params.rows) > 32,
  },
  {
    name: 'mirrored-block',
    summary: 'stores the third column of each block where the second belongs',
    of: 'transpose-registers',
    change: edit('transpose/registers.wgsl', 'vec4u(a.y, b.y, c.y, d.y)', 'vec4u(a.z, b.z, c.z, d.z)'),
    answer: 'wrong-value',
    takes: isWide,
  },
  {
    name: 'other-swizzle',
    summary: 'looks for each vec4 of the tile where it would lie without the swizzle',
    of: 'transpose-vec4',
    change: edit('transpose/vec4.wgsl', '(along ^ (column / 4u))', 'along'),
    answer: 'wrong-value',
    takes: isWide,
  },
  {
    name: 'short-band',
    summary: 'takes the last band for one of full height, so that some of its tiles are left out',
    of: 'transpose-best',
    change: edit('transpose/vec4.wgsl', 'within % height', 'within % BAND'),
    answer: 'unwritten',
    takes: (params) => 'rows' in params && Number(params.rows) > 512 && Number(params.columns) > 64,
  },
];
