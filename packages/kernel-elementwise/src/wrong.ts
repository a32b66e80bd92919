// Faults of the rungs, which the check must reject.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import { oddTiles } from './cases.ts';
import type { ElementwiseCase } from './cases.ts';
import type { OperatorName } from './operators.ts';

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: ['half-stride', 'reversed-parts', 'another-round'],
  bound: ['dropped-tail', 'dropped-first', 'past-end', 'past-last-tile'],
  terms: ['lost-operand'],
  start: 'nothing is added up',
  barrier: 'no thread waits for another',
  mask: 'every element counts',
  precision: ['rounded-elements', 'short-erf'],
  lookup: ['other-end', 'next-operand'],
  stale: ['dropped-tail', 'lost-round'],
  operation: ['subtracts', 'leaks-below', 'tanh-for-erf', 'logistic-for-erf', 'plain-sigmoid'],
  row: 'there is one vector',
  inclusion: 'every element stands for itself',
  carry: 'every element stands for itself',
};

const ofOperator = (op: OperatorName) => (params: ElementwiseCase) => params.op === op && params.n > 0;

/** One realistic mistake each. */
export const wrong: readonly Fault<ElementwiseCase>[] = [
  {
    name: 'dropped-tail',
    summary: 'leaves out what is behind the last whole quad',
    of: 'vec4',
    change: edit('vec4.wgsl', 'index < QUADS', 'index < N / 4u'),
    answer: 'unwritten',
    at: (index, { n }) => index >= n - (n % 4),
    takes: ({ n }) => n % 4 > 0,
  },
  {
    name: 'dropped-first',
    summary: 'begins with the second element',
    of: 'scalar',
    change: edit('scalar.wgsl', 'if (index < N)', 'if (index > 0u && index < N)'),
    answer: 'unwritten',
    at: (index) => index === 0,
    takes: ({ n }) => n > 0,
  },
  {
    name: 'past-end',
    summary: 'writes the whole of a quad of which a part is not its own',
    of: 'vec4',
    change: edit('vec4.wgsl', 'N % 4u == 0u || index < N / 4u', 'index < QUADS'),
    answer: 'out-of-bounds',
    takes: ({ n }) => n % 4 > 0,
  },
  {
    name: 'past-last-tile',
    summary: 'takes the tiles of every round for whole ones where those of the vector are',
    of: 'grid-stride',
    change: edit(
      'grid-stride.wgsl',
      `if (WHOLE || index < QUADS) {
    store`,
      `if (N % (4u * TILE) == 0u || index < QUADS) {
    store`,
    ),
    answer: 'out-of-bounds',
    takes: ({ n }) => oddTiles.includes(n / 4096),
  },
  {
    name: 'half-stride',
    summary: 'begins a tile in the middle of the one before',
    of: 'unrolled',
    change: edit('unrolled.wgsl', 'GRID_X + group.x) * TILE', 'GRID_X + group.x) * (TILE / 2u)'),
    answer: 'unwritten',
    takes: ({ n }) => n > 8192,
  },
  {
    name: 'another-round',
    summary: 'steps on by a tile, not by the tiles of all workgroups',
    of: 'grid-stride',
    change: edit('grid-stride.wgsl', 'trip * GROUPS + group.x', 'trip + group.x'),
    answer: 'unwritten',
    takes: ({ n }) => n > 16_384,
  },
  {
    name: 'lost-round',
    summary: 'leaves the last round of tiles out',
    of: 'grid-stride',
    change: edit('grid-stride.wgsl', 'trip < TRIPS', 'trip + 1u < TRIPS'),
    answer: 'unwritten',
    takes: ({ n }) => n > 0,
  },
  {
    name: 'reversed-parts',
    summary: 'writes the elements of a quad last to first',
    of: 'vec4',
    change: edit('vec4.wgsl', 'vec4<Out>(quad)', 'vec4<Out>(quad.wzyx)'),
    answer: 'wrong-value',
    takes: ({ n }) => n >= 4,
  },
  {
    name: 'lost-operand',
    summary: 'copies the first operand where it should add the second',
    of: 'scalar',
    change: edit('scalar.wgsl', 'return x + y;', 'return x;'),
    answer: 'wrong-value',
    takes: ofOperator('add'),
  },
  {
    name: 'next-operand',
    summary: 'adds the element behind the one that is due',
    of: 'scalar',
    change: edit('scalar.wgsl', 'b[index]', 'b[index + 1u]'),
    answer: 'wrong-value',
    takes: ofOperator('add'),
  },
  {
    name: 'subtracts',
    summary: 'takes off what it should add',
    of: 'grid-stride',
    change: edit('grid-stride.wgsl', 'fma(Float(FACTOR), x, y)', 'fma(Float(FACTOR), x, -y)'),
    answer: 'wrong-value',
    takes: ofOperator('saxpy'),
  },
  {
    name: 'rounded-elements',
    summary: 'reads elements as half precision',
    of: 'unrolled',
    change: edit('unrolled.wgsl', 'return FACTOR * x;', 'return FACTOR * quantizeToF16(x);'),
    answer: 'wrong-value',
    takes: ({ op, fill, n }) => op === 'scale' && fill === 'uniform' && n > 0,
  },
  {
    name: 'leaks-below',
    summary: 'lets a hundredth of what is negative through',
    of: 'vec4',
    change: edit('vec4.wgsl', 'max(x, Float(0))', 'max(x, 0.01 * x)'),
    answer: 'wrong-value',
    takes: ofOperator('relu'),
  },
  {
    name: 'other-end',
    summary: 'clamps between the negative of the upper end and the upper end',
    of: 'vec4',
    change: edit('vec4.wgsl', 'clamp(x, Float(LOW), Float(HIGH))', 'clamp(x, Float(-HIGH), Float(HIGH))'),
    answer: 'wrong-value',
    takes: ofOperator('clamp'),
  },
  {
    name: 'tanh-for-erf',
    summary: 'takes the tanh form where the exact one is asked for',
    of: 'vec4',
    change: edit('vec4.wgsl', '0.5 * x * (Float(1) + erf(0.70710678 * x))', 'x * tanh_share(x)'),
    answer: 'wrong-value',
    takes: ofOperator('gelu'),
  },
  {
    name: 'logistic-for-erf',
    summary: 'takes x·sigmoid(1.702·x), which is off by a hundredth',
    of: 'unrolled',
    change: edit('unrolled.wgsl', 'x * tanh_share(x)', 'x * sigmoid(1.702 * x)'),
    answer: 'wrong-value',
    takes: ofOperator('gelu-tanh'),
  },
  {
    name: 'short-erf',
    summary: 'leaves the highest term of a denominator out',
    of: 'unrolled',
    change: edit('unrolled.wgsl', 'Float(3.8918573e-5)', 'Float(0)'),
    answer: 'wrong-value',
    takes: ofOperator('gelu'),
  },
  {
    name: 'plain-sigmoid',
    summary: 'gives the share without the number that it is a share of',
    of: 'grid-stride',
    change: edit('grid-stride.wgsl', 'return x * sigmoid(x);', 'return sigmoid(x);'),
    answer: 'wrong-value',
    takes: ofOperator('silu'),
  },
];
