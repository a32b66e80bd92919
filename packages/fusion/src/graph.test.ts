// Graphs: what they consist of, how they are written, what is refused.
import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { matmul, reshape, transpose } from './arrays.ts';
import { add, input, relu } from './expression.ts';
import { evaluate } from './evaluate.ts';
import { graphOf } from './graph/build.ts';
import { GraphError } from './graph/errors.ts';
import { verify } from './graph/verify.ts';
import { crossEntropy, layerNorm, maxPool, softmax } from './layers.ts';
import { malformed, misfits } from './testing/malformed.ts';
import { inferType } from './operators/infer.ts';
import { operators } from './operators/table.ts';
import { randomProgram } from './testing/index.ts';
import { TextError } from './text/fault.ts';
import { parse } from './text/parse.ts';
import { print } from './text/print.ts';

const program = `%0 = input x : f32[2,3]
%1 = input "the weights" : f32[3,4]
%2 = constant {value = 0.5} : f32[2,4]
%3 = matmul %0, %1 {alpha = 0.125} : f32[2,4]
%4 = mul %3, %2 : f32[2,4]
%5 = reduce-sum %4 {axes = [1]} : f32[2,1]
%6 = reshape %5 : f32[2]
%7 = compare %6, %6 {how = "<="} : bool[2]
%8 = cast %7 : i32[2]
return %8, %6, %8
`;

test('has twelve operations or more, each with a verifier of shapes', () => {
  const names = new Set(operators.map(({ name }) => name));
  expect(names.size).toBe(operators.length);
  expect(operators.filter(({ class: kind }) => kind !== 'source').length).toBeGreaterThanOrEqual(12);
  for (const [op, shapes, attributes = {}] of misfits) {
    const isLogic = op === 'and' || op === 'or';
    const types = shapes.map((shape) => ({ dtype: isLogic ? 'bool' : 'f32', shape }) as const);
    const refusal = failure(() => inferType(op, types, { ...attributes }));
    expect(refusal, `${op}`).toMatchObject({ name: expect.stringMatching(/^(?:Shape|Attribute)Error$/) });
    // Two operands that do not fit are both named.
    for (const { dtype, shape } of types.length === 2 ? types : [])
      expect(refusal.message, `${op}`).toContain(`${dtype}[${shape.join(',')}]`);
  }
});

test('prints and parses back the same graph', () => {
  expect(print(parse(program))).toBe(program);
  for (let seed = 1; seed <= 100; seed++) {
    const { graph } = randomProgram({ seed, operations: 12 });
    expect(parse(print(graph)), `seed ${seed}`).toEqual(graph);
  }
});

test('numbers that JSON cannot write come back', () => {
  const values = [0, -0, 1e-45, 3.4028234663852886e38, Infinity, -Infinity, Number.NaN, 1e21];
  const text = `%0 = constant {value = [0, -0, 1e-45, 3.4028234663852886e+38, inf, -inf, nan, 1e+21]} : f32[8]\nreturn %0\n`;
  expect(parse(text).nodes[0]?.attributes['value']).toEqual(values);
  expect(print(parse(text))).toBe(text);
});

test('values may have other numbers, and lines comments', () => {
  const text = '// twice\n\n%07 = input x : f32[2] // a vector\n%3 = add %07, %07 : f32[2]\n\nreturn %3';
  expect(print(parse(text))).toBe('%0 = input x : f32[2]\n%1 = add %0, %0 : f32[2]\nreturn %1\n');
});

test('a product of integers keeps the low bits of its sum', () => {
  const [a, b] = [input('a', 'i32', [1, 3]), input('b', 'i32', [3, 1])];
  const [large, near] = [2 ** 31 - 1, 2 ** 31 - 3];
  const graph = graphOf([matmul(a, b), matmul(a, b, { alpha: 3 })]);
  // (2³¹ − 1)² + (2³¹ − 1)(2³¹ − 3) + 15 is 2⁶³ − 6·2³¹ + 4 + 15.
  expect(evaluate(graph, { a: [large, large, 5], b: [large, near, 3] }).map(([sum]) => sum)).toEqual([
    19, 57,
  ]);
});

test('refuses a malformed graph by name', () => {
  for (const [name, text, message] of malformed) {
    const error = failure(() => parse(text));
    expect(error.name, `${message}`).toBe(name);
    expect(error.message.split('\n')[0]).toContain(message);
  }
  expect(failure(() => parse('%0 = input x : f32[2]\n%1 = plus %0 : f32[2]')).message).toMatch(
    /\n {2}%1 = plus %0 : f32\[2\]\n {7}\^$/,
  );
});

test('the caret stands under a length that is none', () => {
  const { message } = failure(() => parse('%0 = input x : f32[9007199254740993]\nreturn %0'));
  expect(message).toMatch(/\n {2}%0 = input x : f32\[9007199254740993\]\n {17}\^$/);
});

test('a value that no memory holds is refused with its name and bytes', () => {
  const graph = parse('%0 = iota {axis = 0} : i32[1000000,1000000]\nreturn %0');
  expect(failure(() => evaluate(graph, {}))).toMatchObject({
    name: 'SizeError',
    message: '%0 = iota: i32[1000000,1000000] takes 8000000000000 bytes in f64, for which there is no room',
  });
});

test('a text of any kind is a graph or is refused by name', () => {
  const random = createRandom(5);
  const errors = Array.from({ length: 600 }, () => attempt(() => parse(damaged(program, random.next))));
  expect(errors.filter((error) => error !== null && !isNamed(error))).toEqual([]);
  expect(errors.filter(isNamed).length).toBeGreaterThan(300);
});

test('a verifier names the node and both shapes', () => {
  const graph = parse(
    '%0 = input x : f32[2,3]\n%1 = transpose %0 {permutation = [1, 0]} : f32[3,2]\n%2 = neg %0 : f32[2,3]\nreturn %2',
  );
  const [first, second] = graph.nodes;
  if (!first || !second) throw new Error('two nodes');
  const swapped = { ...second, op: 'add', operands: [0, 1] };
  expect(() => verify({ ...graph, nodes: [first, swapped] })).toThrow(
    '%2 = add: add takes operands of one shape, not f32[2,3] and f32[3,2]',
  );
  expect(() => verify({ ...graph, nodes: [first, { ...second, operands: [2] }] })).toThrow(
    '%2 = neg: there is no value %2 before it',
  );
  expect(() =>
    verify({ ...graph, nodes: [first, { ...second, type: { dtype: 'f32', shape: [6] } }] }),
  ).toThrow('%2 = neg: its type is f32[2,3], not f32[6]');
  expect(() => verify({ ...graph, outputs: [3] })).toThrow('return %3: there is no such value');
});

test('a network is a graph of operators', () => {
  const images = input('images', 'f32', [2, 1, 4, 4]);
  const flat = reshape(maxPool(images, [2, 2]), [2, 4]);
  const hidden = relu(add(matmul(flat, input('weights', 'f32', [4, 3])), input('bias', 'f32', [3])));
  const loss = crossEntropy(layerNorm(hidden, 1, 0), input('labels', 'i32', [2]));
  const graph = verify(graphOf([loss]));
  const [value] = evaluate(graph, {
    images: Array.from({ length: 32 }, (_, index) => Math.sin(index)),
    weights: Array.from({ length: 12 }, (_, index) => Math.cos(index)),
    bias: [0.1, 0.2, 0.3],
    labels: [2, 0],
  });
  expect(value?.[0]).toBeGreaterThan(0);
  expect(print(graphOf([softmax(transpose(input('x', 'f32', [3, 2])))]))).toMatchInlineSnapshot(`
    "%0 = input x : f32[3,2]
    %1 = transpose %0 {permutation = [1, 0]} : f32[2,3]
    %2 = reduce-max %1 {axes = [1]} : f32[2,1]
    %3 = detach %2 : f32[2,1]
    %4 = broadcast %3 : f32[2,3]
    %5 = sub %1, %4 : f32[2,3]
    %6 = exp %5 : f32[2,3]
    %7 = reduce-sum %6 {axes = [1]} : f32[2,1]
    %8 = broadcast %7 : f32[2,3]
    %9 = div %6, %8 : f32[2,3]
    return %9
    "
  `);
});

function isNamed(error: unknown): boolean {
  return error instanceof TextError || error instanceof GraphError;
}

// A text with a stretch of it cut out, doubled, or replaced by a sign.
function damaged(text: string, next: () => number): string {
  const [at, length] = [next() % text.length, next() % 6];
  const signs = [
    '',
    text.slice(at, at + length * 3),
    '%',
    '[',
    '{',
    '"',
    '-',
    'inf',
    '99999999999',
    '\n',
    '\\',
  ];
  return text.slice(0, at) + (signs[next() % signs.length] ?? '') + text.slice(at + length);
}

function failure(work: () => unknown): Error {
  const error = attempt(work);
  if (error instanceof Error) return error;
  throw new Error('nothing was refused');
}

function attempt(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}
