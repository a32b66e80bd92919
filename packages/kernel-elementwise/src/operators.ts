// What each operator makes of an element in double precision, and how far f32 may be off.
import { unitRoundoff } from '@kernel-ladder/harness';
import { erf } from './oracle/erf.ts';

/** One operator: what it takes, what it counts as, what is right. */
export interface Operator {
  /** 2 where it has a second operand. */
  readonly operands: 1 | 2;
  /** Operations an element; a function such as exp counts as one. */
  readonly flops: number;
  /** The value of finite numbers, exact or in f64. */
  readonly of: (x: number, y: number) => number;
  /** How far a result may be off where no number is subnormal; 0 where the value is what rounding to the nearest gives. */
  readonly bound: (x: number, y: number, value: number) => number;
}

const u = unitRoundoff.f32;

/** The factor of `scale` and `saxpy`, as f32: a product by it is rounded. */
export const factor = Math.fround(1.7);
/** The ends of `clamp`, which are no inputs' ends. */
export const [low, high] = [-0.5, 1.25];

// exp(a) is off by 3 + 2·|a| units in the last place and a quotient by 2.5 (WGSL); a sum and a product are rounded. What is known of
// the exponent is known but for `steps` roundings. A result below 2^-126, and one whose exponential is, may become 0.
const sigmoidBound = (value: number, exponent: number, steps: number) =>
  Math.abs(value) * u * (14 + (4 + steps) * Math.abs(exponent)) + 2 ** -119;

/** The argument of the sigmoid that the tanh form comes to: (1 + tanh t) / 2 is the sigmoid of 2t. */
const tanhExponent = (x: number) => 2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3);

const sigmoid = (t: number) => 1 / (1 + Math.exp(-t));
// Where the sigmoid is 0, the product with an infinity would be none.
const gated = (x: number, share: number) => (share === 0 ? 0 : x * share);

const table = {
  add: { operands: 2, flops: 1, of: (x, y) => Math.fround(x + y), bound: () => 0 },
  scale: { operands: 1, flops: 1, of: (x) => Math.fround(factor * x), bound: () => 0 },
  saxpy: {
    operands: 2,
    flops: 2,
    of: (x, y) => factor * x + y,
    // Rounded twice, or once where product and sum are fused.
    bound: (x, _, value) => u * (Math.abs(factor * x) + Math.abs(value)) * (1 + u),
  },
  relu: { operands: 1, flops: 1, of: (x) => Math.max(x, 0), bound: () => 0 },
  clamp: { operands: 1, flops: 2, of: (x) => Math.min(Math.max(x, low), high), bound: () => 0 },
  gelu: {
    operands: 1,
    flops: 5,
    of: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
    // 1 + erf cancels where x is low: what is known of erf, some units at 1, is known of the result as a share of x.
    bound: (x) => 10 * u * Math.abs(x) + 2 ** -125,
  },
  'gelu-tanh': {
    operands: 1,
    flops: 8,
    of: (x) => gated(x, sigmoid(tanhExponent(x))),
    bound: (x, _, value) => sigmoidBound(value, value === 0 ? 0 : tanhExponent(x), 6),
  },
  silu: {
    operands: 1,
    flops: 3,
    of: (x) => gated(x, sigmoid(x)),
    bound: (x, _, value) => sigmoidBound(value, value === 0 ? 0 : x, 0),
  },
  cast: { operands: 1, flops: 1, of: (x) => x, bound: () => 0 },
} as const satisfies { readonly [name: string]: Operator };

/** Every operator by its name. */
export type OperatorName = keyof typeof table;

/** The operators, in the order in which kernels number them. */
export const operatorNames = Object.keys(table) as readonly OperatorName[];

/** The operator of that name. */
export function operatorOf(name: OperatorName): Operator {
  return table[name];
}
