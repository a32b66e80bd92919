// Operands copied into whole tiles before the tensor kernel.
import { wgsl } from '@kernel-ladder/harness';
import type { Pass } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { elementBytes } from './traffic.ts';

/** Under which name the kernel finds a matrix of whole tiles, and what that takes. */
export interface Step {
  readonly name: string;
  readonly passes: readonly Pass[];
  readonly scratch: { readonly [name: string]: number };
  readonly bytes: number;
}

interface Extent {
  readonly rows: number;
  readonly columns: number;
}

const copySize = 256;

// A copy reads the word that an element lies in, for each element.
const wordBytes = 4;

/** A or B as the kernel reads it, as it is stored; `whole` has the shape of whole tiles. */
export function padded(name: 'a' | 'b', params: GemmCase, whole: GemmCase): Step {
  const [from, to] = [stored(name, params), stored(name, whole)];
  if (from.rows === to.rows && from.columns === to.columns) return untouched(name);
  const target = `${name}Padded`;
  const bytes = elementBytes(params).input;
  const grid = gridOf(Math.ceil((to.rows * to.columns * bytes) / 4 / copySize), params.batch);
  const source = wgsl('pad.wgsl', {
    ROWS: from.rows,
    COLUMNS: from.columns,
    PADDED_ROWS: to.rows,
    PADDED_COLUMNS: to.columns,
    PER_WORD: 4 / bytes,
    SIZE: copySize,
    GRID_X: grid[0],
  });
  const written = params.batch * bytes * to.rows * to.columns;
  return {
    name: target,
    passes: [{ wgsl: source, bindings: [name, target], workgroups: grid }],
    scratch: { [target]: written },
    bytes: params.batch * wordBytes * from.rows * from.columns + written,
  };
}

function untouched(name: string): Step {
  return { name, passes: [], scratch: {}, bytes: 0 };
}

function stored(name: 'a' | 'b', { m, n, k, layout }: GemmCase): Extent {
  const [rows, columns] = name === 'a' ? [m, k] : [k, n];
  const isTurned = layout[name === 'a' ? 0 : 1] === 't';
  return isTurned ? { rows: columns, columns: rows } : { rows, columns };
}
