// One step of a random program: an operation on values that are there. null where none of them fits.
import { concat, matmul, maximum, minimum, reshape, reverse, slice, sum, transpose } from '../arrays.ts';
import * as to from '../expression.ts';
import type { Expression } from '../graph/expression.ts';
import type { Shape } from '../graph/types.ts';
import { draw, drawBeside, numbers, oneOf } from './draws.ts';
import type { Pool } from './draws.ts';

/** An operation drawn at random. */
export type Step = (pool: Pool) => Expression | null;

const onAny = (work: (x: Expression, pool: Pool) => Expression | null, rank = 0): Step => {
  return (pool) => {
    const x = draw(pool, oneOf(pool.random, ['f32', 'f32', 'f32', 'i32'] as const), rank);
    return x && work(x, pool);
  };
};

const onFloat = (work: (x: Expression, pool: Pool) => Expression, rank = 0): Step => {
  return (pool) => {
    const x = draw(pool, 'f32', rank);
    return x && work(x, pool);
  };
};

const arithmetic = [to.add, to.sub, to.mul, to.max, to.min] as const;
const smooth = [to.tanh, to.sigmoid, to.silu, to.gelu, to.relu, to.abs, to.neg, to.sin, to.erf] as const;
const folds = [sum, maximum, minimum] as const;

/** Maps and broadcasts: what fuses into one kernel. */
export const elementwiseSteps: readonly Step[] = [
  onAny((x, pool) => withOther(x, pool)),
  onAny((x, { random }) => oneOf(random, arithmetic)(x, whole(x, oneOf(random, numbers)))),
  onFloat((x, { random }) => oneOf(random, smooth)(x)),
  onFloat((x, { random }) => to.div(x, oneOf(random, [1, 2, -4, 3, 0.5]))),
  onFloat((x) => to.exp(to.min(x, 2))),
  onFloat((x, { random }) => to.pow(to.add(to.abs(x), 0.5), oneOf(random, [2, 1, 0, 0.5, -1, 3]))),
  onFloat((x, { random }) => to.div(oneOf(random, [1, -2]), to.sqrt(to.add(to.mul(x, x), 1)))),
  onAny((x) => to.neg(x)),
  (pool) => chosen(pool),
  onAny((x, { random }) => to.cast(to.detach(x), oneOf(random, ['f32', x.type.dtype] as const))),
];

/** The same elements at other places. */
export const viewSteps: readonly Step[] = [
  onAny((x) => transpose(x), 2),
  onAny((x, { random }) => transpose(x, oneOf(random, permutations(x.type.shape.length)))),
  onAny((x) => reshape(x, [-1])),
  onAny((x, { random }) => reshape(x, oneOf(random, [[1, ...x.type.shape], x.type.shape, [-1, 1]]))),
  onAny((x, { random }) => reverse(x, [random.integer(0, x.type.shape.length - 1)]), 1),
  onAny((x, pool) => part(x, pool), 1),
  onAny((x) => (x.type.shape.length < 3 ? to.broadcastTo(x, [2, ...x.type.shape]) : null)),
];

/** Folds, products and joins. */
export const wholeSteps: readonly Step[] = [
  onAny((x, { random }) => {
    const axes = [random.integer(0, x.type.shape.length - 1)];
    return oneOf(random, folds)(x, { axes, keep: random.integer(0, 1) === 1 });
  }, 1),
  onFloat((x) => {
    const shares = to.exp(to.min(x, 2));
    return to.div(shares, sum(shares, { axes: [-1], keep: true }));
  }, 1),
  onFloat((x) => to.mul(matmul(x, transpose(x)), 0.25), 2),
  onFloat((x) => to.add(matmul(transpose(x), x), sum(x, { axes: [-2], keep: true })), 2),
  onAny((x, { random }) => concat([x, oneOf(random, [x, to.neg(x)])], -1), 1),
];

function withOther(x: Expression, pool: Pool): Expression | null {
  const y = drawBeside(pool, x);
  return y && oneOf(pool.random, arithmetic)(x, y);
}

// Inputs are compared, not results: a rounding must not choose the other value.
function chosen(pool: Pool): Expression | null {
  const [x, input] = [
    draw(pool, 'f32'),
    pool.values.find(({ op, type }) => op === 'input' && type.dtype === 'f32'),
  ];
  const y = x && drawBeside(pool, x);
  if (!x || !y || !input || drawBeside({ ...pool, values: [to.add(x, y)] }, input) === null) return null;
  return to.select(to.less(input, 0.25), x, y);
}

function whole(x: Expression, value: number): number {
  return x.type.dtype === 'f32' ? value : Math.trunc(value);
}

function part(x: Expression, { random }: Pool): Expression {
  const starts = x.type.shape.map((length) => random.integer(0, length - 1));
  const stops = x.type.shape.map((length, axis) => random.integer((starts[axis] ?? 0) + 1, length));
  return slice(x, starts, stops, random.integer(0, 2) === 0 ? x.type.shape.map(() => 2) : undefined);
}

function permutations(rank: number): readonly Shape[] {
  const table: readonly (readonly Shape[])[] = [
    [[]],
    [[0]],
    [
      [0, 1],
      [1, 0],
    ],
    [
      [1, 0, 2],
      [2, 0, 1],
      [1, 2, 0],
    ],
  ];
  return table[rank] ?? [[...Array(rank).keys()]];
}
