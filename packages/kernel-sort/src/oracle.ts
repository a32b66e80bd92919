// The reference of a case: sorted words, or places in a table.
import type { Arrays, Oracle, Part, Random } from '@kernel-ladder/harness';
import { isTable } from './cases/kinds.ts';
import type { KeyCase } from './cases/kinds.ts';
import { sortOracle } from './oracle/sort.ts';
import { tableOracle } from './oracle/table.ts';

/** The bound in words and symbols. */
export const tolerance =
  'words: every bit; of pairs, equal keys in the order in which they came; of a table, each key in one slot that looking for it comes to';

/** What judges the outputs of a case. */
export function keyOracle(params: KeyCase, inputs: Arrays, _?: Random, part?: Part): Oracle {
  return isTable(params) ? tableOracle(params, inputs, part) : sortOracle(params, inputs, part);
}
