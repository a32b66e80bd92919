// How a vector is folded by halves through global memory.
import { parseDtype } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import { valueBytes } from '../cases/problem.ts';
import { planned, workgroup } from './launch.ts';
import { levelCounts, vectorPass } from './vector.ts';
import type { FoldCase } from './vector.ts';

const inTurn = ['even', 'odd'];

/** Two elements a thread and one dispatch a halving, from one buffer to another in turn. */
export function halving(file: string) {
  return planned<FoldCase>((params) => {
    const counts = levelCounts(params.n, 2);
    const between = counts.slice(1);
    const leavesIn = (level: number) =>
      level === between.length ? 'result' : (inTurn[level % inTurn.length] ?? '');
    const passes = counts.map((n, level) => {
      const workgroups = gridOf(Math.ceil(n / 2 / workgroup));
      const input = level === 0 ? {} : { Input: parseDtype(params.dtype).acc };
      const bindings = [level === 0 ? 'values' : leavesIn(level - 1), leavesIn(level)];
      const constants = { GRID_X: workgroups[0], ...input };
      return vectorPass(file, { ...params, n }, constants, { bindings, workgroups });
    });
    return {
      passes,
      scratch: Object.fromEntries(
        between.slice(0, inTurn.length).map((count, level) => [leavesIn(level), count * 4]),
      ),
      implBytes: valueBytes(params) + between.reduce((sum, count) => sum + 2 * count * 4, 0) + 4,
      longestSum: counts.length,
    };
  });
}
