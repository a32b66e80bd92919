// Lets threads run ahead of each other.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';

/** Faults of this class. */
export const missingBarriers: readonly Fault<GemmCase>[] = [
  {
    name: 'missing-barrier',
    summary: 'Reads the tiles before everyone has written them.',
    of: 'tiled',
    change: edit(
      'tiled.wgsl',
      'before anyone reads them.\n    workgroupBarrier();',
      'before anyone reads them.',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'overwritten-tiles',
    summary: 'Overwrites tiles that others still read.',
    of: 'tiled',
    change: edit('tiled.wgsl', 'overwrites them.\n    workgroupBarrier();', 'overwrites them.'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 16,
  },
  {
    name: 'overwritten-slices',
    summary: 'Overwrites slices that others still read.',
    of: 'register',
    change: edit(
      'register.wgsl.ts',
      'with the previous slices.\n    workgroupBarrier();',
      'with the previous slices.',
    ),
    answer: 'wrong-value',
  },
  {
    name: 'incomplete-slices',
    summary: 'Reads slices of bytes before they are written.',
    of: 'dot4',
    change: edit(
      'dot4.wgsl',
      'before anyone reads them.\n    workgroupBarrier();',
      'before anyone reads them.',
    ),
    answer: 'wrong-value',
  },
];
