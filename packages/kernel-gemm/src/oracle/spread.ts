// Where a single NaN or infinity of A shows in C.
import type { Arrays } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { elementsOf } from './reference.ts';

/**
 * One word for what became of it: `its row` when exactly the row of C that A's element belongs to is not finite,
 * `ignored` when all of C is finite, `spreads` when other rows are not finite, `part of its row` otherwise.
 */
export function spreadOf(params: GemmCase, outputs: Arrays): string {
  const { m, n, k } = params;
  const c = elementsOf(params, outputs['c']);
  const row = Math.floor(m / 2);
  let [inside, outside] = [0, 0];
  for (let index = 0; index < c.length; index++) {
    if (Number.isFinite(c[index] ?? 0)) continue;
    if (Math.floor(index / n) === row) inside++;
    else outside++;
  }
  if (outside > 0) return 'spreads';
  if (inside === n || k === 0) return 'its row';
  return inside === 0 ? 'ignored' : 'part of its row';
}
