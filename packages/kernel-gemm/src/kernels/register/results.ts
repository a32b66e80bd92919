// The results of the register kernel: vec4 wherever rows are whole vec4s, guards only where a tile can overhang.
import { each, fours, guarded, indent, inside, plus } from '@kernel-ladder/kernel-kit';
import type { Walk } from '@kernel-ladder/kernel-kit';
import { specOf } from '../epilogue.ts';
import { finished, finishedFour, finishFunction } from '../finish.ts';
import type { RegisterProblem } from './problem.ts';

/** Binding 2 and `store_c(row, column, value)`: four elements along N after their epilogue, none outside C. */
export function storeC(problem: RegisterProblem, { bm, bn }: Walk): string {
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
