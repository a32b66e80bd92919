// Global memory for the register kernel: vec4 wherever rows are whole vec4s, guards only where a tile can overhang.
import { each, indent, plus } from '@kernel-ladder/kernel-kit';
import { specOf } from '../epilogue.ts';
import { finished, finishedFour, finishFunction } from '../finish.ts';
import { isAlongK } from './layout.ts';
import { fours } from './problem.ts';
import type { Depth, RegisterProblem } from './problem.ts';

interface Tile extends Depth {
  readonly bm: number;
  readonly bn: number;
}

/** Binding 0 and `load_a`: four elements of a stored row of A, `load_a(row, k)` or `load_a(k, row)`, zero outside the matrix. */
export function loadA(problem: RegisterProblem, { bm, depth }: Tile): string {
  const row = { name: 'row', size: problem.m, step: bm };
  const k = { name: 'k', size: problem.k, step: depth };
  return isAlongK('a', problem.layout)
    ? loader(problem, { matrix: 'a', along: row, within: k })
    : loader(problem, { matrix: 'a', along: k, within: row });
}

/** Binding 1 and `load_b`: four elements of a stored row of B, `load_b(k, column)` or `load_b(column, k)`, zero outside the matrix. */
export function loadB(problem: RegisterProblem, { bn, depth }: Tile): string {
  const column = { name: 'column', size: problem.n, step: bn };
  const k = { name: 'k', size: problem.k, step: depth };
  return isAlongK('b', problem.layout)
    ? loader(problem, { matrix: 'b', along: column, within: k })
    : loader(problem, { matrix: 'b', along: k, within: column });
}

/** Binding 2 and `store_c(row, column, value)`: four elements along N after their epilogue, none outside C. */
export function storeC(problem: RegisterProblem, { bm, bn }: Tile): string {
  const { m, n, epilogue, batch, parts, sum } = problem;
  const row = { name: 'row', size: m, step: bm };
  const column = { name: 'column', size: n, step: bn };
  const isLayered = batch * parts > 1;
  const at = `${isLayered ? `layer * ${m * n}u + ` : ''}row * ${n}u + column`;
  const isWide = n % 4 === 0;
  const body = isWide
    ? guarded([inside(row), inside(column)], storeFour(problem, at))
    : each(4, (j) => guarded([inside(row), inside(column, j)], storeOne(problem, at, j)));
  const element = isWide ? fours[sum] : sum;
  return `@group(0) @binding(2) var<storage, read_write> c: array<${element}>;
${declareAdded(problem, element)}
${withBlank(finishFunction(epilogue, 'f32'))}fn store_c(row: u32, column: u32, value: ${fours[sum]}${isLayered ? ', layer: u32' : ''}) {
${indent(body, 2)}
}
`;
}

function storeFour(problem: RegisterProblem, at: string): string {
  const { epilogue, sum } = problem;
  if (epilogue === 'none') return `c[(${at}) / 4u] = value;`;
  const sums = sum === 'f16' ? 'sums' : 'value';
  const result = `vec4f(${finishedFour(epilogue, sums, 'four')})`;
  const four = converted(problem, 'vec4f', `added[(${addedIndex(problem, at)}) / 4u]`);
  return [
    ...(sum === 'f16' ? ['let sums = vec4f(value);'] : []),
    ...(specOf(epilogue).adds === 'nothing' ? [] : [`let four = ${four};`]),
    `c[(${at}) / 4u] = ${converted(problem, 'vec4h', result)};`,
  ].join('\n');
}

function storeOne(problem: RegisterProblem, at: string, j: number): string {
  const { epilogue } = problem;
  const value = `value.${'xyzw'[j]}`;
  if (epilogue === 'none') return `c[${plus(at, j)}] = ${value};`;
  const added = converted(problem, 'f32', `added[${addedIndex(problem, at, j)}]`);
  const result = finished(epilogue, converted(problem, 'f32', value), added);
  return `c[${plus(at, j)}] = ${converted(problem, 'f16', result)};`;
}

// An epilogue calculates in f32: sums of f16 are converted before it and after.
function converted({ sum }: RegisterProblem, type: string, value: string): string {
  return sum === 'f16' ? `${type}(${value})` : value;
}

// A bias lies along the columns and is the same for all matrices, a residual is laid out like C.
function addedIndex({ epilogue }: RegisterProblem, at: string, offset = 0): string {
  return plus(specOf(epilogue).adds === 'bias' ? 'column' : at, offset);
}

function declareAdded({ epilogue }: RegisterProblem, element: string): string {
  const { adds } = specOf(epilogue);
  if (adds === 'nothing') return '';
  return `@group(0) @binding(3) var<storage, read> added: array<${element}>; // ${adds}\n`;
}

function withBlank(text: string): string {
  return text === '' ? '' : `${text}\n`;
}

/** A coordinate: its name, the elements of the matrix, and the step of the tiles along it. */
interface Axis {
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

function loader({ input, sum, batch }: RegisterProblem, spec: Loader): string {
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

const unpackers: { readonly [Type in RegisterProblem['input']]: Unpacker | null } = {
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
