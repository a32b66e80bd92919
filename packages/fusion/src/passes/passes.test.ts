// The passes on programs that a reader can follow, and what rewrites leave alone.
import { expect, test } from 'vitest';
import { matmul } from '../arrays.ts';
import { differentiate } from '../differentiate.ts';
import { add, gelu, input, mul } from '../expression.ts';
import { graphOf } from '../graph/build.ts';
import type { Graph } from '../graph/types.ts';
import { attention, layerNorm, meanSquaredError } from '../layers.ts';
import { parse } from '../text/parse.ts';
import { print } from '../text/print.ts';
import { optimise, rules } from './all.ts';
import { shareSubexpressions } from './common-subexpressions.ts';
import { withoutDeadCode } from './dead-code.ts';
import { foldConstants } from './fold-constants.ts';
import { rewrite } from './rewrite.ts';
import { slopes } from './rules/slopes.ts';

const examples: readonly (readonly [
  title: string,
  run: (graph: Graph) => Graph,
  before: string,
  after: string,
])[] = [
  [
    'folds what is known beforehand, through views and folds',
    foldConstants,
    `%0 = input x : f32[2,2]
%1 = constant {value = 3} : f32[]
%2 = constant {value = 4} : f32[]
%3 = mul %1, %2 : f32[]
%4 = broadcast %3 : f32[2,2]
%5 = constant {value = [1, 2, 3, 4]} : f32[2,2]
%6 = reduce-sum %5 {axes = [1]} : f32[2,1]
%7 = broadcast %6 : f32[2,2]
%8 = add %0, %4 : f32[2,2]
%9 = add %8, %7 : f32[2,2]
return %9
`,
    `%0 = input x : f32[2,2]
%1 = constant {value = 12} : f32[2,2]
%2 = add %0, %1 : f32[2,2]
%3 = constant {value = [3, 3, 7, 7]} : f32[2,2]
%4 = add %2, %3 : f32[2,2]
return %4
`,
  ],
  [
    'leaves an overflow to whoever computes it',
    foldConstants,
    '%0 = constant {value = 1e+38} : f32[2]\n%1 = add %0, %0 : f32[2]\n%2 = add %1, %1 : f32[2]\nreturn %2\n',
    '%0 = constant {value = 2e+38} : f32[2]\n%1 = add %0, %0 : f32[2]\nreturn %1\n',
  ],
  [
    'computes the same value once, in either order of operands',
    shareSubexpressions,
    `%0 = input x : f32[4]
%1 = input y : f32[4]
%2 = add %0, %1 : f32[4]
%3 = add %1, %0 : f32[4]
%4 = mul %2, %3 : f32[4]
return %4, %3
`,
    `%0 = input x : f32[4]
%1 = input y : f32[4]
%2 = add %0, %1 : f32[4]
%3 = mul %2, %2 : f32[4]
return %3, %2
`,
  ],
  [
    'tells apart differences, attributes and types',
    shareSubexpressions,
    `%0 = input x : f32[2,2]
%1 = input y : f32[2,2]
%2 = sub %0, %1 : f32[2,2]
%3 = reduce-sum %2 {axes = [0]} : f32[1,2]
%4 = reduce-sum %2 {axes = [1]} : f32[2,1]
%5 = sub %1, %0 : f32[2,2]
%6 = reshape %3 : f32[2,1]
%7 = reshape %3 : f32[2]
return %3, %4, %5, %6, %7
`,
    'the same',
  ],
  [
    'drops what nobody reads, and keeps inputs',
    withoutDeadCode,
    '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = exp %0 : f32[4]\n%3 = neg %0 : f32[4]\nreturn %3\n',
    '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = neg %0 : f32[4]\nreturn %2\n',
  ],
];

test.for(examples)('%s', ([, run, before, after]) => {
  expect(print(run(parse(before)))).toBe(after === 'the same' ? before : after);
});

// Programs in which a pattern seems to stand.
const leftAlone: readonly (readonly [title: string, program: string])[] = [
  [
    'a product with an addend takes no second one',
    '%0 = input a : f32[2,2]\n%1 = input c : f32[2,2]\n%2 = matmul %0, %0, %1 : f32[2,2]\n%3 = add %2, %1 : f32[2,2]\nreturn %3\n',
  ],
  [
    'a product with an addend is not scaled: the addend would be too',
    '%0 = input a : f32[2,2]\n%1 = input c : f32[2,2]\n%2 = matmul %0, %0, %1 : f32[2,2]\n%3 = constant {value = 0.5} : f32[2,2]\n%4 = mul %2, %3 : f32[2,2]\nreturn %4\n',
  ],
  [
    'a product that is read twice is computed once',
    '%0 = input a : f32[2,2]\n%1 = matmul %0, %0 : f32[2,2]\n%2 = add %1, %0 : f32[2,2]\nreturn %2, %1\n',
  ],
  [
    'a transpose of other axes is none of matrices',
    '%0 = input a : f32[2,2,2]\n%1 = transpose %0 {permutation = [1, 0, 2]} : f32[2,2,2]\n%2 = matmul %1, %0 : f32[2,2,2]\nreturn %2\n',
  ],
  [
    'transposes that differ do not meet',
    '%0 = input x : f32[2,2,2]\n%1 = transpose %0 {permutation = [1, 0, 2]} : f32[2,2,2]\n%2 = transpose %0 {permutation = [0, 2, 1]} : f32[2,2,2]\n%3 = mul %1, %2 : f32[2,2,2]\nreturn %3\n',
  ],
  [
    'columns are not rows under another shape',
    '%0 = input x : f32[6,4]\n%1 = input y : f32[3,1]\n%2 = reshape %0 : f32[2,3,4]\n%3 = broadcast %1 : f32[2,3,4]\n%4 = add %2, %3 : f32[2,3,4]\nreturn %4\n',
  ],
  [
    'rows of another length are not rows under another shape',
    '%0 = input x : f32[2,12]\n%1 = input y : f32[4]\n%2 = reshape %0 : f32[2,3,4]\n%3 = broadcast %1 : f32[2,3,4]\n%4 = add %2, %3 : f32[2,3,4]\nreturn %4\n',
  ],
  [
    'a slice across two parts is of both',
    '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = concat %0, %1 {axis = 0} : f32[8]\n%3 = slice %2 {starts = [2], stops = [6]} : f32[4]\nreturn %3\n',
  ],
  [
    'a quotient of integers stays',
    '%0 = input x : i32[4]\n%1 = constant {value = 2} : i32[4]\n%2 = div %0, %1 : i32[4]\nreturn %2\n',
  ],
  [
    'a divisor whose reciprocal is subnormal stays',
    '%0 = input x : f32[4]\n%1 = constant {value = 1.7014118346046923e+38} : f32[4]\n%2 = div %0, %1 : f32[4]\nreturn %2\n',
  ],
  [
    'a fold of another kind is another fold',
    '%0 = input x : f32[2,2]\n%1 = reduce-max %0 {axes = [0]} : f32[1,2]\n%2 = reduce-sum %1 {axes = [1]} : f32[1,1]\nreturn %2\n',
  ],
];

test.for(leftAlone)('%s', ([, program]) => {
  expect(print(optimise(parse(program)))).toBe(program);
  expect(print(rewrite(parse(program), rules))).toBe(program);
});

test('a layer of a network is one product', () => {
  const x = input('x', 'f32', [2, 3, 4]);
  const layer = gelu(add(matmul(x, input('w', 'f32', [4, 5])), input('bias', 'f32', [5])));
  expect(print(optimise(graphOf([layer])))).toMatchInlineSnapshot(`
    "%0 = input x : f32[2,3,4]
    %1 = input w : f32[4,5]
    %2 = input bias : f32[5]
    %3 = reshape %0 : f32[6,4]
    %4 = matmul %3, %1, %2 : f32[6,5]
    %5 = gelu %4 : f32[6,5]
    %6 = reshape %5 : f32[2,3,5]
    return %6
    "
  `);
});

test('an attention has neither transposes nor a scale of its own', () => {
  const [q, k, v] = [
    input('q', 'f32', [2, 6, 8]),
    input('k', 'f32', [2, 6, 8]),
    input('v', 'f32', [2, 6, 8]),
  ];
  expect(print(optimise(graphOf([attention(q, k, v)])))).toMatchInlineSnapshot(`
    "%0 = input q : f32[2,6,8]
    %1 = input k : f32[2,6,8]
    %2 = input v : f32[2,6,8]
    %3 = matmul %0, %1 {transposeB = true, alpha = 0.35355339059327373} : f32[2,6,6]
    %4 = reduce-max %3 {axes = [2]} : f32[2,6,1]
    %5 = broadcast %4 : f32[2,6,6]
    %6 = sub %3, %5 : f32[2,6,6]
    %7 = exp %6 : f32[2,6,6]
    %8 = constant {value = 1} : f32[2,6,1]
    %9 = reduce-sum %7 {axes = [2]} : f32[2,6,1]
    %10 = div %8, %9 : f32[2,6,1]
    %11 = broadcast %10 : f32[2,6,6]
    %12 = mul %7, %11 : f32[2,6,6]
    %13 = matmul %12, %2 : f32[2,6,8]
    return %13
    "
  `);
});

test('a training step has fewer nodes', () => {
  const x = input('x', 'f32', [8, 4]);
  const hidden = gelu(add(matmul(x, input('w1', 'f32', [4, 6])), input('b1', 'f32', [6])));
  const result = matmul(layerNorm(hidden, input('gain', 'f32', [6]), 0), input('w2', 'f32', [6, 3]));
  const loss = graphOf([mul(meanSquaredError(result, input('y', 'f32', [8, 3])), 1)]);
  const step = differentiate(loss, loss.outputs[0] ?? 0, [1, 2, 3, 4]);
  const better = optimise(step);
  expect([step.nodes.length, better.nodes.length]).toMatchInlineSnapshot(`
    [
      88,
      72,
    ]
  `);
  expect(better.nodes.filter(({ op }) => op === 'transpose')).toEqual([]);
});

test('a factor that is another one in each column does not leave a sum over them', () => {
  const [{ before } = { before: '' }] = slopes;
  const program = `${before.replace('input r : f32[4,1]', 'input r : f32[1,8]')}\n`;
  expect(program).toContain('f32[1,8]');
  expect(print(optimise(parse(program)))).toBe(program);
});
