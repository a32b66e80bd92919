// Graphs at the edges of what there is to compile: results that are no nodes, operands by the dozen, folds of very much and of nothing.
import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import {
  concat,
  matmul,
  maximum,
  minimum,
  pad,
  reverse,
  scatterAdd,
  slice,
  sum,
  transpose,
} from './arrays.ts';
import { compile } from './compile/index.ts';
import { evaluate } from './evaluate.ts';
import { add, cast, constant, div, exp, iota, less, log, min, mul, neg, sub } from './expression.ts';
import { graphOf, inputNode } from './graph/build.ts';
import type { Expression } from './graph/expression.ts';
import { emulateProgram, furthest } from './testing/emulated.ts';
import { feedsOf } from './testing/index.ts';

const x = (name: string, ...shape: readonly number[]) => inputNode(name, { dtype: 'f32', shape });
const [a, m] = [x('a', 5, 4), x('m', 4, 6)];
const shared = exp(a);

// One number a row from a product, and one made of it and of a sum: no thread may overwrite what all of the row read.
const ofRows = mul(sum(x('wide', 5, 64), { axes: [1], keep: true }), matmul(a, x('column', 4, 1)));

// A row that no thread holds, swept once for each stage: what is stored in one must not lie where the next one reads.
const swept = concat([x('left', 1, 16_386), x('right', 1, 16_386)], 1);
const lowered = sub(swept, maximum(swept, { axes: [1], keep: true }));

// Stored by the first stage, while the second has still to read another operand of that size.
const [early, late] = [exp(x('b', 10, 4)), concat([a, a], 0)];

const whole = inputNode('whole', { dtype: 'i32', shape: [3] });

const first = iota([1], 0);

const odd: { readonly [name: string]: readonly Expression[] } = {
  'an input as a result': [a, exp(a)],
  'one value as two results': [shared, shared, mul(shared, 2)],
  'constants as results': [constant([1, 2, 3], [3]), constant(7, [2, 2]), iota([3, 2], 0)],
  'numbers that WGSL has no literal of': [add(a, constant(Number.NEGATIVE_INFINITY, [5, 4]))],
  'a factor that is a constant': [
    matmul(a, constant(0.5, [4, 3])),
    matmul(a, constant([1, 2, 3, 4], [4, 1])),
  ],
  'nine operands of one operator': [
    concat(
      Array.from({ length: 9 }, (_, at) => mul(a, at)),
      0,
    ),
  ],
  'a sum of very many': [sum(x('long', 2, 131_072), { axes: [1] })],
  'a sum down very many rows': [sum(x('tall', 4096, 3), { axes: [0] })],
  'sums over axes apart': [sum(x('cube', 3, 5, 7), { axes: [0, 2] }), maximum(x('cube', 3, 5, 7))],
  'a fold of nothing': [sum(x('empty', 3, 0), { axes: [1] })],
  'nothing at all': [exp(x('empty', 3, 0))],
  'a product of nothing': [add(matmul(x('thin', 3, 0), x('flat', 0, 2)), 1)],
  'numbers of rows in place of others': [matmul(ofRows, x('row', 1, 3))],
  'a swept row and what others read of it': [
    mul(lowered, sum(exp(lowered), { axes: [1], keep: true })),
    reverse(concat([lowered, lowered], 0), [0]),
  ],
  'what a later stage reads': [mul(sum(early, { axes: [1], keep: true }), late), matmul(early, m)],
  'products of what is turned around': [
    matmul(reverse(a, [0]), reverse(m, [1])),
    matmul(transpose(reverse(a, [1])), a),
  ],
  'batches of nothing': [
    matmul(x('stack', 2, 3, 0), x('flat', 0, 2)),
    matmul(x('none', 0, 2, 3), x('one', 1, 3, 4)),
  ],
  'numbers that no constant expression may come to': [
    add(a, exp(constant(1000, [5, 4]))),
    min(a, log(constant(0, [5, 4]))),
    div(whole, 0),
    add(whole, div(iota([3], 0), constant(0, [3], 'i32'))),
  ],
  'what has no elements, made on the way': [
    pad(exp(x('empty', 0, 4)), [2, 1], [1, 0]),
    concat([exp(x('empty', 0, 4)), a], 0),
    scatterAdd(a, cast(x('none', 0), 'i32'), exp(x('empty', 0, 4))),
    matmul(exp(x('slim', 5, 0)), exp(x('empty', 0, 4))),
  ],
  'a divisor that is one place of a count': [
    concat([div(first, first), iota([2], 0)], 0),
    concat([div(slice(whole, [0], [1]), slice(iota([4], 0), [0], [1])), whole], 0),
  ],
  'halves that only a text has': [less(constant(1, [3], 'f16'), cast(iota([3], 0), 'f16'))],
  'infinities around': [pad(a, [1, 0], [0, 2], Number.NEGATIVE_INFINITY)],
  'a chain longer than a call stack is deep': [
    Array.from({ length: 1200 }).reduce<Expression>((value) => neg(value), x('long ago', 2)),
  ],
  'a product and what it is made of': [matmul(a, m), add(matmul(a, m), exp(matmul(a, m)))],
};

test.for(Object.entries(odd))('%s', async ([, outputs]) => {
  const graph = graphOf(outputs);
  const feeds = feedsOf(graph, createRandom(2));
  const due = evaluate(graph, feeds);
  for (const fuse of [true, false]) {
    const program = compile(graph, emulatedDevice(32), { fuse });
    // A chain that is not fused has one text a thousand times.
    const texts = new Set(program.plan.passes.map(({ wgsl }) => ('text' in wgsl ? wgsl.text : '')));
    for (const text of texts) expect(await validateWgsl(text)).toEqual([]);
    const ran = emulateProgram(program, feeds, 32);
    expect(ran.hazards).toEqual([]);
    const finite = due.map((values) => values.map((value) => Math.min(Math.max(value, -1e30), 1e30)));
    const got = ran.outputs.map((values) =>
      Array.from(values, (value) => Math.min(Math.max(value, -1e30), 1e30)),
    );
    expect(furthest(got, finite)).toBeLessThan(1e-4);
  }
});

test.for([
  ['rows', [3, 40], 1],
  ['rows by parts', [1, 65_536], 1],
  ['columns', [40, 3], 0],
] as const)('the greatest of nothing but −∞ is −∞, by %s', ([, shape, axis]) => {
  const low = x('low', ...shape);
  const graph = graphOf([maximum(low, { axes: [axis] }), minimum(neg(low), { axes: [axis] })]);
  const feeds = { low: Array.from({ length: shape[0] * shape[1] }, () => -Infinity) };
  const due = evaluate(graph, feeds);
  for (const device of [emulatedDevice(32), { ...emulatedDevice(32), features: new Set<string>() }]) {
    const { outputs, hazards } = emulateProgram(compile(graph, device), feeds, 32);
    expect(hazards).toEqual([]);
    expect(outputs.map((values) => Array.from(values))).toEqual(due.map((values) => [...values]));
  }
});

test('sums of halves are f32 between two kernels', () => {
  // 1024 parts of 64: one in two comes to 1024.25, which no half is, and the next to −1024.
  const values = Array.from({ length: 65_536 }, (_, at) =>
    at % 128 >= 64 ? -16 : at % 64 === 0 ? 16.25 : 16,
  );
  const graph = graphOf([sum(cast(x('many', 65_536), 'f16'))]);
  const program = compile(graph, emulatedDevice(32));
  expect(program.kernels.length).toBeGreaterThan(1);
  expect(emulateProgram(program, { many: values }, 32).outputs.map((each) => Array.from(each))).toEqual([
    [128],
  ]);
});
