// Launches of a hash table: it is emptied, filled and asked.
import type { PlanCase } from '@kernel-ladder/harness';
import { nothing } from '@kernel-ladder/kernel-kit';
import type { HashCase } from '../cases/kinds.ts';
import { slotsOf } from '../cases/sizes.ts';
import { atomicsWork } from '../problem.ts';
import { cleared, threadEach, wholeQuads } from './launch.ts';

/** How slots are tried. */
interface Probing {
  /** Whether a slot is loaded before it is tried. */
  readonly looksFirst: boolean;
  /** Whether each key has a step of its own. */
  readonly isDouble: boolean;
}

/** A thread for each key, then one for each query. */
export function openAddressing({ looksFirst, isDouble }: Probing): PlanCase<HashCase> {
  return (params) => {
    const { n } = params;
    if (n === 0) return nothing;
    const slots = slotsOf(params);
    const table = { N: n, SLOTS: slots, DOUBLE: String(isDouble) };
    const insert = {
      file: 'hash/insert.wgsl',
      constants: { ...table, LOOKS_FIRST: String(looksFirst) },
      bindings: ['keys', 'held', 'counts'],
    };
    const find = {
      file: 'hash/find.wgsl',
      constants: table,
      bindings: ['queries', 'held', 'counts', 'found'],
    };
    const bytes = wholeQuads(slots);
    return {
      passes: [cleared('held', slots), cleared('counts', slots), threadEach(n, insert), threadEach(n, find)],
      scratch: { held: bytes, counts: bytes },
      // The table is written once; a slot and its count for each key, read and written, and for each query.
      implBytes: atomicsWork(params).minBytes + 8 * slots + 24 * n,
      longestSum: 1,
    };
  };
}
