// How a register-blocked product reads operands that are matrices: vec4 wherever rows are whole vec4s, guards only where a tile can overhang.
import { each, indent, plus } from '../text.ts';
import type { BlockedProduct } from './blocked-product.ts';
import { fours, isAlongK } from './layout.ts';
import type { FloatType } from './layout.ts';

/** How a matrix is stored: as such numbers, or as bf16, two to a word. */
export type StorageType = FloatType | 'bf16';

/** A product of stored matrices. */
export interface StoredProduct extends Pick<BlockedProduct, 'm' | 'n' | 'k' | 'sum' | 'layout' | 'batch'> {
  /** Storage type of A and B. */
  readonly input: StorageType;
}

/** Rows and columns of a tile, and how far its workgroup walks along K. */
export interface Walk {
  readonly bm: number;
  readonly bn: number;
  readonly depth: number;
}

/** Binding 0 and `load_a`: four elements of a stored row of A, `load_a(row, k)` or `load_a(k, row)`, zero outside the matrix. */
export function loadA(problem: StoredProduct, { bm, depth }: Walk): string {
  const row = { name: 'row', size: problem.m, step: bm };
  const k = { name: 'k', size: problem.k, step: depth };
  return isAlongK('a', problem.layout)
    ? loader(problem, { matrix: 'a', along: row, within: k })
    : loader(problem, { matrix: 'a', along: k, within: row });
}

/** Binding 1 and `load_b`: four elements of a stored row of B, `load_b(k, column)` or `load_b(column, k)`, zero outside the matrix. */
export function loadB(problem: StoredProduct, { bn, depth }: Walk): string {
  const column = { name: 'column', size: problem.n, step: bn };
  const k = { name: 'k', size: problem.k, step: depth };
  return isAlongK('b', problem.layout)
    ? loader(problem, { matrix: 'b', along: column, within: k })
    : loader(problem, { matrix: 'b', along: k, within: column });
}

/** A coordinate: its name, the elements of the matrix, and the step of the tiles along it. */
export interface Axis {
  readonly name: string;
  readonly size: number;
  readonly step: number;
}

interface Loader {
  readonly matrix: 'a' | 'b';
  /** Which row of the matrix, and where in the row; four elements lie in the row. */
  readonly along: Axis;
  readonly within: Axis;
}

function loader({ input, sum, batch }: StoredProduct, spec: Loader): string {
  const { matrix, along, within } = spec;
  const isWide = within.size % 4 === 0;
  const isPacked = input !== sum;
  const words = isWide ? 'vec2u' : 'u32';
  const own = isWide ? fours[sum] : sum;
  const layer = batch > 1 ? `layer * ${along.size * within.size}u + ` : '';
  const at = `${layer}${along.name} * ${within.size}u + ${within.name}`;
  const unpack = isPacked ? unpackers[input] : null;
  const source = { matrix, unpack, at, along, within };
  return `@group(0) @binding(${matrix === 'a' ? 0 : 1}) var<storage, read> ${matrix}: array<${isPacked ? words : own}>;

fn load_${matrix}(${along.name}: u32, ${within.name}: u32${batch > 1 ? ', layer: u32' : ''}) -> ${fours[sum]} {
  var four = ${fours[sum]}();
${indent(isWide ? loadFour(source) : loadOneByOne(source), 2)}
  return four;
}
`;
}

/** How halves come out of a word. */
interface Unpacker {
  /** Both, as a vec2f. */
  readonly both: (word: string) => string;
  /** The one that lies `shift` bits up. */
  readonly one: (word: string, shift: string) => string;
}

const unpackers: { readonly [Type in StoredProduct['input']]: Unpacker | null } = {
  f32: null,
  f16: {
    both: (word) => `unpack2x16float(${word})`,
    one: (word, shift) => `unpack2x16float(${word} >> ${shift}).x`,
  },
  bf16: {
    both: (word) => `bitcast<vec2f>(vec2u(${word} << 16u, ${word} & 0xffff0000u))`,
    one: (word, shift) => `bitcast<f32>((${word} >> ${shift}) << 16u)`,
  },
};

interface Source extends Loader {
  /** How halves are unpacked from words, because they are added in f32; null where elements are bound as they are. */
  readonly unpack: Unpacker | null;
  /** Index of the first of the four elements. */
  readonly at: string;
}

function loadFour({ matrix, unpack, at, along, within }: Source): string {
  const word = `${matrix}[(${at}) / 4u]`;
  const load = unpack
    ? `let words = ${word};\nfour = vec4f(${unpack.both('words.x')}, ${unpack.both('words.y')});`
    : `four = ${word};`;
  return guarded([inside(along), inside(within)], load);
}

// A packed matrix is bound as words of two halves; the even element lies in the low one.
function loadOneByOne({ matrix, unpack, at, along, within }: Source): string {
  const value = (index: string) =>
    unpack?.one(`${matrix}[(${index}) / 2u]`, `(16u * ((${index}) % 2u))`) ?? `${matrix}[${index}]`;
  const load = (j: number) => `four.${'xyzw'[j]} = ${value(plus('first', j))};`;
  const first = `let first = ${at};`;
  return `${first}\n${each(4, (j) => guarded([inside(along), inside(within, j)], load(j)))}`;
}

/** The condition that a coordinate (and `offset` more) is in the matrix, or nothing where tiles fit. */
export function inside({ name, size, step }: Axis, offset = 0): string {
  if (size % step === 0) return '';
  return `${plus(name, offset)} < ${size}u`;
}

/** A statement under its conditions; those that are empty hold anyway. */
export function guarded(conditions: readonly string[], statement: string): string {
  const needed = conditions.filter((condition) => condition !== '');
  if (needed.length === 0) return statement;
  return `if (${needed.join(' && ')}) {\n${indent(statement, 2)}\n}`;
}
