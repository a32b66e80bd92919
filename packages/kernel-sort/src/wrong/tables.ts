// Faults of hash tables.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { isTable } from '../cases/kinds.ts';
import type { KeyCase } from '../cases/kinds.ts';

/** The faults of `hash-insert` and `hash-find`. */
export const tableFaults: readonly Fault<KeyCase>[] = [
  {
    name: 'never-goes-on',
    summary: 'takes the first slot whoever has it',
    of: 'hash-insert',
    change: edit('table/insert.wgsl', 'if (held == key) {', 'if (held != NONE) {'),
    answer: 'wrong-value',
    takes: isCrowded,
  },
  {
    name: 'gives-up',
    summary: 'looks at sixteen slots and no more',
    of: 'hash-find',
    change: edit('table/find.wgsl', 'passed < SLOTS', 'passed < 16u'),
    answer: 'wrong-value',
    takes: (params) => isCrowded(params) && params.n > 500,
  },
];

function isCrowded(params: KeyCase): boolean {
  return isTable(params) && params.fill === 'uniform' && params.load > 80 && params.n > 30;
}
