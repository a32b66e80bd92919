// Global memory for the register kernel: vec4 wherever rows are whole vec4s, guards only where a tile can overhang.
import { each, indent, plus } from '../text.ts';

/** Storage type of A and B. */
export type Operand = 'f32' | 'f16';

/** A product and the tile that walks it. */
interface Problem {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly input: Operand;
}

interface Tile {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
}

/** Binding 0 and `load_a(row, k)`: four elements along K, zero outside the matrix. */
export function loadA({ m, k, input }: Problem, { bm, bk }: Tile): string {
  const along = { name: 'row', size: m, step: bm };
  const within = { name: 'k', size: k, step: bk };
  return loader({ matrix: 'a', binding: 0, input, along, within });
}

/** Binding 1 and `load_b(k, column)`: four elements along N, zero outside the matrix. */
export function loadB({ n, k, input }: Problem, { bn, bk }: Tile): string {
  const along = { name: 'k', size: k, step: bk };
  const within = { name: 'column', size: n, step: bn };
  return loader({ matrix: 'b', binding: 1, input, along, within });
}

/** Binding 2 and `store_c(row, column, value)`: four elements along N, none outside C. */
export function storeC({ m, n }: Problem, { bm, bn }: Tile): string {
  const row = { name: 'row', size: m, step: bm };
  const column = { name: 'column', size: n, step: bn };
  const isWide = n % 4 === 0;
  const four = `c[(row * ${n}u + column) / 4u] = value;`;
  const one = (j: number) => `c[${plus(`row * ${n}u + column`, j)}] = value.${'xyzw'[j]};`;
  const body = isWide
    ? guarded([inside(row), inside(column)], four)
    : each(4, (j) => guarded([inside(row), inside(column, j)], one(j)));
  return `@group(0) @binding(2) var<storage, read_write> c: array<${isWide ? 'vec4f' : 'f32'}>;

fn store_c(row: u32, column: u32, value: vec4f) {
${indent(body, 2)}
}
`;
}

/** A coordinate: its name, the elements of the matrix, and the step of the tiles along it. */
interface Axis {
  readonly name: string;
  readonly size: number;
  readonly step: number;
}

interface Loader {
  readonly matrix: 'a' | 'b';
  readonly binding: number;
  readonly input: Operand;
  /** Which row of the matrix, and where in the row; four elements lie in the row. */
  readonly along: Axis;
  readonly within: Axis;
}

function loader(spec: Loader): string {
  const { matrix, binding, input, along, within } = spec;
  const isWide = within.size % 4 === 0;
  const element = { f32: isWide ? 'vec4f' : 'f32', f16: isWide ? 'vec2u' : 'u32' }[input];
  return `@group(0) @binding(${binding}) var<storage, read> ${matrix}: array<${element}>;

fn load_${matrix}(${along.name}: u32, ${within.name}: u32) -> vec4f {
  var four = vec4f();
${indent(isWide ? loadFour(spec) : loadOneByOne(spec), 2)}
  return four;
}
`;
}

function loadFour({ matrix, input, along, within }: Loader): string {
  const word = `${matrix}[(${along.name} * ${within.size}u + ${within.name}) / 4u]`;
  const halves = `let words = ${word};\nfour = vec4f(unpack2x16float(words.x), unpack2x16float(words.y));`;
  return guarded([inside(along), inside(within)], input === 'f32' ? `four = ${word};` : halves);
}

// An f16 matrix is bound as words of two halves; the even element lies in the low one.
function loadOneByOne({ matrix, input, along, within }: Loader): string {
  const value = (at: string) =>
    input === 'f32'
      ? `${matrix}[${at}]`
      : `unpack2x16float(${matrix}[(${at}) / 2u] >> (16u * ((${at}) % 2u))).x`;
  const load = (j: number) => `four.${'xyzw'[j]} = ${value(plus('first', j))};`;
  const first = `let first = ${along.name} * ${within.size}u + ${within.name};`;
  return `${first}\n${each(4, (j) => guarded([inside(along), inside(within, j)], load(j)))}`;
}

// The condition that a coordinate (and `offset` more) is in the matrix, or nothing where tiles fit.
function inside({ name, size, step }: Axis, offset = 0): string {
  if (size % step === 0) return '';
  return `${plus(name, offset)} < ${size}u`;
}

function guarded(conditions: readonly string[], statement: string): string {
  const needed = conditions.filter((condition) => condition !== '');
  if (needed.length === 0) return statement;
  return `if (${needed.join(' && ')}) {\n${indent(statement, 2)}\n}`;
}
