// Faults of graphs and of tables.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AtomicsCase } from '../cases/kinds.ts';
import { endingAfter, without } from './passes.ts';

const isTable = (params: AtomicsCase) => 'load' in params && params.n > 1000;

/** The faults of `graph-…` and `hash-…`. */
export const graphFaults: readonly Fault<AtomicsCase>[] = [
  {
    name: 'one-end',
    summary: 'counts an edge at one of its ends',
    of: 'graph-degrees',
    change: edit('graph/degrees.wgsl', 'atomicAdd(&degrees[edge.y], 1u);', ''),
    answer: 'wrong-value',
  },
  {
    name: 'one-way',
    summary: 'takes edges to lead one way',
    of: 'graph-bfs',
    change: edit('graph/relax.wgsl', 'relax(edge.y, edge.x);', ''),
    answer: 'wrong-value',
  },
  {
    name: 'one-round',
    summary: 'ends behind the first round',
    of: 'graph-bfs',
    change: endingAfter(2),
    answer: 'wrong-value',
    takes: (params) => 'source' in params && params.graph === 'path' && params.n > 33,
  },
  {
    name: 'lost-keys',
    summary: 'stores a key over whatever is in its slot',
    of: 'hash-linear',
    change: edit(
      'hash/insert.wgsl',
      'let tried = atomicCompareExchangeWeak(&held[slot], FREE, key);\n  return select(tried.old_value, key, tried.exchanged);',
      'atomicStore(&held[slot], key);\n  return key;',
    ),
    answer: 'wrong-value',
    takes: isTable,
  },
  {
    name: 'first-slot',
    summary: 'looks for a key in its first slot alone',
    of: 'hash-linear',
    change: edit('hash/find.wgsl', 'slot = next_slot(slot, step);', 'found[index] = 0u;\nreturn;'),
    answer: 'wrong-value',
    takes: isTable,
  },
  {
    name: 'once-each',
    summary: 'counts a key that comes again as one',
    of: 'hash-look-first',
    change: edit('hash/insert.wgsl', 'atomicAdd(&counts[slot], 1u)', 'atomicStore(&counts[slot], 1u)'),
    answer: 'wrong-value',
    takes: isTable,
  },
  {
    name: 'old-counts',
    summary: 'counts on from what the last launch has left',
    of: 'hash-look-first',
    change: without(1),
    answer: 'wrong-value',
    takes: isTable,
  },
  {
    name: 'other-step',
    summary: 'looks from slot to slot where keys were put by steps of their own',
    of: 'hash-double',
    change: edit('hash/find.wgsl', '1u + slot_of(key ^ 0x5bd1e995u, SLOTS - 1u)', '1u'),
    answer: 'wrong-value',
    takes: isTable,
  },
];
