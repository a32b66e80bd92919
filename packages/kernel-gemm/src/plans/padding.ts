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

/** How a copy lies: in tiles of so many rows, each slab by slab of so many vec4us of a row; row-major as one slab of tiles of one row. */
export interface Order {
  readonly side: number;
  readonly deep: number;
}

/** The same by a kernel that copies 16 bytes a thread, row-major unless another order is asked for. */
export function paddedWide(
  name: 'a' | 'b',
  { params, whole, order }: { readonly params: GemmCase; readonly whole: GemmCase; readonly order?: Order },
): Step {
  const [from, to] = [stored(name, params), stored(name, whole)];
  if (from.rows === to.rows && from.columns === to.columns) return untouched(name);
  const target = order ? `${name}Packed` : `${name}Padded`;
  const bytes = elementBytes(params).input;
  const written = params.batch * bytes * to.rows * to.columns;
  const grid = gridOf(Math.ceil(written / params.batch / 16 / copySize), params.batch);
  const source = wgsl('pad-wide.wgsl', {
    ROWS: from.rows,
    COLUMNS: from.columns,
    PADDED_ROWS: to.rows,
    PADDED_COLUMNS: to.columns,
    PER_WORD: wordBytes / bytes,
    SIZE: copySize,
    SIDE: order?.side ?? 1,
    DEEP: order?.deep ?? (to.columns * bytes) / 16,
    GRID_X: grid[0],
  });
  return {
    name: target,
    passes: [{ wgsl: source, bindings: [name, target], workgroups: grid }],
    scratch: { [target]: written },
    bytes:
      wordsRead(from, { perWord: wordBytes / bytes, rows: params.batch * from.rows }) * wordBytes + written,
  };
}

interface Rows {
  readonly perWord: number;
  /** Rows of all matrices. */
  readonly rows: number;
}

// A row begins somewhere in a word, the next one as much further on as its length: every thread reads the words that its elements lie in.
function wordsRead({ columns }: Extent, { perWord, rows }: Rows): number {
  const perFour = 4 * perWord;
  const ofRow = (start: number) =>
    Array.from({ length: Math.ceil(columns / perFour) }, (_, four) => {
      const first = start + four * perFour;
      const last = start + Math.min(columns, (four + 1) * perFour) - 1;
      return Math.floor(last / perWord) - Math.floor(first / perWord) + 1;
    }).reduce((all, words) => all + words, 0);
  return Array.from({ length: perWord }, (_, index) => {
    const alike = Math.max(0, Math.ceil((rows - index) / perWord));
    return alike * ofRow((index * columns) % perWord);
  }).reduce((all, words) => all + words, 0);
}

function untouched(name: string): Step {
  return { name, passes: [], scratch: {}, bytes: 0 };
}

function stored(name: 'a' | 'b', { m, n, k, layout }: GemmCase): Extent {
  const [rows, columns] = name === 'a' ? [m, k] : [k, n];
  const isTurned = layout[name === 'a' ? 0 : 1] === 't';
  return isTurned ? { rows: columns, columns: rows } : { rows, columns };
}
