// Lets threads run ahead of each other.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';

/** Faults of this class. */
export const missingBarriers: readonly Fault<AttentionCase>[] = [
  {
    name: 'missing-barrier',
    summary: 'Overwrites keys and values that others still read.',
    of: 'flash',
    change: edit(
      'flash.wgsl.ts',
      'with the previous step.\n    workgroupBarrier();',
      'with the previous step.',
    ),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'incomplete-tile',
    summary: 'Reads a tile before it is written.',
    of: 'tiled',
    change: edit(
      'tiled.wgsl',
      '// The tile is complete.\n    workgroupBarrier();',
      '// The tile is complete.',
    ),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'fold-ahead',
    summary: 'Adds up what others have not yet added.',
    of: 'fused',
    change: edit(
      'fused.wgsl',
      '  for (var level = 0u; level < LEVELS; level++) {\n    workgroupBarrier();',
      '  for (var level = 0u; level < LEVELS; level++) {',
    ),
    answer: 'wrong-value',
    takes: ({ k }) => k > 0,
  },
  {
    name: 'scores-missing-barrier',
    summary: 'Multiplies tiles that are not complete.',
    of: 'scores',
    change: edit('masked-product.wgsl', '    // Both tiles are complete.\n    workgroupBarrier();\n', ''),
    answer: 'wrong-value',
  },
  {
    name: 'groups-ahead',
    summary: 'Looks at the greatest logits of the groups before all of them are there.',
    of: 'streamed',
    change: edit(
      'streamed.wgsl.ts',
      '// The greatest scores of all groups are complete.\n  workgroupBarrier();',
      '',
    ),
    answer: 'wrong-value',
    takes: ({ k, d }) => k > 0 && d === 16,
  },
];
