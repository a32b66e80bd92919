// Rewrites at the edges of what holds: axes of no elements, numbers that a type does not hold, and factors that are no number of theirs.
import { expect, test } from 'vitest';
import { evaluate } from '../evaluate.ts';
import type { Feeds } from '../evaluate.ts';
import { numberOf } from '../graph/attributes.ts';
import { stored } from '../graph/stored.ts';
import { parse } from '../text/parse.ts';
import { optimise, rules } from './all.ts';
import { rewrite } from './rewrite.ts';

const edges: readonly (readonly [title: string, program: string, feeds: Feeds])[] = [
  [
    'the greatest of a number that is repeated not once',
    '%0 = input x : f32[2,1]\n%1 = broadcast %0 : f32[2,0]\n%2 = reduce-max %1 {axes = [1]} : f32[2,1]\nreturn %2',
    { x: [1, 2] },
  ],
  [
    'the sum of an infinity that is repeated not once',
    '%0 = input x : f32[1]\n%1 = broadcast %0 : f32[0]\n%2 = reduce-sum %1 {axes = [0]} : f32[1]\nreturn %2',
    { x: [Infinity] },
  ],
  [
    'more terms than f16 has numbers',
    '%0 = input x : f16[1]\n%1 = broadcast %0 : f16[70000]\n%2 = reduce-sum %1 {axes = [0]} : f16[1]\nreturn %2',
    { x: [0] },
  ],
  [
    'a negative number by way of a float',
    '%0 = input x : i8[2]\n%1 = cast %0 : f32[2]\n%2 = cast %1 : u32[2]\nreturn %2',
    { x: [-3, 5] },
  ],
  [
    'a constant by way of an f16',
    '%0 = constant {value = 0.1} : f32[1]\n%1 = cast %0 : f16[1]\n%2 = cast %1 : f32[1]\nreturn %2',
    {},
  ],
  [
    'rows that are divided by large halves',
    '%0 = input x : f16[1,2]\n%1 = input y : f16[1,1]\n%2 = broadcast %1 : f16[1,2]\n%3 = div %0, %2 : f16[1,2]\nreturn %3',
    { x: [60000, 1000], y: [50016] },
  ],
  ['factors of a product that together are infinite', scaledTwice('1e+30', 'f32'), { a: [1e-30], b: [1e-5] }],
  ['factors of a product that together are 0', scaledTwice('1e-25', 'f32'), { a: [1e30], b: [1e5] }],
  ['factors of a product that together are no i32', scaledTwice('100000', 'i32'), { a: [3], b: [1] }],
];

function scaledTwice(factor: string, dtype: string): string {
  const type = `${dtype}[1,1]`;
  return `%0 = input a : ${type}
%1 = input b : ${type}
%2 = matmul %0, %1 : ${type}
%3 = constant {value = ${factor}} : ${type}
%4 = mul %2, %3 : ${type}
%5 = mul %4, %3 : ${type}
return %5`;
}

test('a row is no row of a shape without axes', () => {
  const text =
    '%0 = input x : f32[]\n%1 = input y : f32[1]\n%2 = reshape %0 : f32[1,1]\n%3 = broadcast %1 : f32[1,1]\n%4 = add %2, %3 : f32[1,1]\nreturn %4';
  const reshapes = rules.filter(({ name }) => name.startsWith('map of reshapes'));
  expect(evaluate(rewrite(parse(text), reshapes), { x: [1], y: [2] })).toEqual([Float64Array.of(3)]);
});

test.for(edges)('%s', ([, program, feeds]) => {
  const graph = parse(program);
  const better = optimise(graph);
  const [due = new Float64Array()] = evaluate(graph, feeds, 'stored');
  const [got = []] = evaluate(better, feeds, 'stored');
  for (const [at, value] of due.entries())
    expect(Math.abs((got[at] ?? Number.NaN) / (value || 1) - Math.abs(Math.sign(value)))).toBeLessThan(1e-6);
  // A factor is a number of the product's type, and not 0: a kernel writes it down.
  for (const { attributes, type } of better.nodes) {
    const factor = numberOf(attributes, 'alpha', 1);
    const kept = stored(type.dtype, factor);
    expect(Number.isFinite(kept) && kept !== 0 && Math.abs(kept / factor - 1) < 1e-6).toBe(true);
  }
});
