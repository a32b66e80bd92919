// Tables: keys put in, or looked for in one that is there.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import { fillPass } from '@kernel-ladder/kernel-kit';
import type { Pass, PlanCase } from '@kernel-ladder/harness';
import { isTable, keysOfTable } from '../cases/kinds.ts';
import type { KeyCase, SortCase, TableCase } from '../cases/kinds.ts';
import { strangers } from '../inputs.ts';
import { none } from '../table.ts';
import { grid } from './shape.ts';

/** A rung that sorts: it has no answer for a table. */
export function sorting(plan: PlanCase<SortCase>): PlanCase<KeyCase> {
  return (params, device) =>
    isTable(params) ? notApplicable('sorts, and has no table') : plan(params, device);
}

function ofTables(plan: PlanCase<TableCase>): PlanCase<KeyCase> {
  return (params, device) =>
    isTable(params) ? plan(params, device) : notApplicable('has a table, and sorts nothing');
}

/** Empties a table, gives each key a slot, and looks for a few keys that are not there. */
export const insertKeys = ofTables((params) => {
  const count = keysOfTable(params);
  return {
    passes: [
      fillPass({ buffer: 'slots', element: 'u32', count: params.n, value: none }),
      ...over('table/insert.wgsl', params, { count, bindings: ['keys', 'slots', 'places'] }),
      ...over('table/find.wgsl', params, { count: strangers, bindings: ['others', 'slots', 'foreign'] }),
    ],
    scratch: { slots: 4 * params.n },
    implBytes: 4 * params.n + 16 * (count + strangers),
    longestSum: 1,
  };
});

/** Looks for all keys of a table that is there, and for a few that it does not have. */
export const findKeys = ofTables((params) => {
  const count = keysOfTable(params);
  return {
    passes: [
      ...over('table/find.wgsl', params, { count, bindings: ['keys', 'table', 'places'] }),
      ...over('table/find.wgsl', params, { count: strangers, bindings: ['others', 'table', 'foreign'] }),
    ],
    implBytes: 12 * (count + strangers),
    longestSum: 1,
  };
});

interface Over {
  readonly count: number;
  readonly bindings: Pass['bindings'];
}

// A thread a key.
function over(file: string, { n }: TableCase, { count, bindings }: Over): readonly Pass[] {
  if (count === 0) return [];
  const { workgroups, GRID_X } = grid(Math.ceil(count / 256));
  return [{ wgsl: wgsl(file, { COUNT: count, SLOTS: n, GRID_X }), bindings, workgroups }];
}
