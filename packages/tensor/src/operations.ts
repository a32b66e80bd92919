// Everything that is done with tensors: the functions of expressions that fusion has, lifted to tensors. What they check and how types
// meet is said there, once.
import * as fusion from '@kernel-ladder/fusion';
import type { Expression } from '@kernel-ladder/fusion';
import { refuseStrangers, Tensor } from './tensor.ts';

/** A function of expressions as one of tensors: numbers, axes and attributes stay what they are. */
type Lifted<F> = F extends (...given: infer Given) => Expression
  ? (...given: { [Index in keyof Given]: LiftedValue<Given[Index]> }) => Tensor
  : never;

type LiftedValue<Given> = Given extends Expression
  ? Tensor
  : Given extends readonly Expression[]
    ? readonly Tensor[]
    : Given;

function lift<F extends (...given: never[]) => Expression>(name: string, of: F): Lifted<F> {
  const lifted = (...given: readonly unknown[]): Tensor => {
    const tensors = given.flat().filter((each) => each instanceof Tensor);
    const [first] = tensors;
    if (!first) throw new TypeError(`${name} takes a tensor`);
    refuseStrangers(name, first, tensors);
    const operands = given.map((each) => (Array.isArray(each) ? each.map(lowered) : lowered(each)));
    return first.device.apply(name, of(...(operands as never[]))); // As `Lifted` says.
  };
  return lifted as Lifted<F>;
}

function lowered(given: unknown): unknown {
  return given instanceof Tensor ? given.value.expression : given;
}

// Element by element; shapes broadcast, types are promoted, a number is an operand like any other.
export const add = lift('add', fusion.add);
export const sub = lift('sub', fusion.sub);
export const mul = lift('mul', fusion.mul);
export const div = lift('div', fusion.div);
export const max = lift('max', fusion.max);
export const min = lift('min', fusion.min);
export const pow = lift('pow', fusion.pow);
export const neg = lift('neg', fusion.neg);
export const abs = lift('abs', fusion.abs);
export const relu = lift('relu', fusion.relu);
export const exp = lift('exp', fusion.exp);
export const log = lift('log', fusion.log);
export const sqrt = lift('sqrt', fusion.sqrt);
export const rsqrt = lift('rsqrt', fusion.rsqrt);
export const sin = lift('sin', fusion.sin);
export const cos = lift('cos', fusion.cos);
export const tanh = lift('tanh', fusion.tanh);
export const sigmoid = lift('sigmoid', fusion.sigmoid);
export const gelu = lift('gelu', fusion.gelu);
export const silu = lift('silu', fusion.silu);
export const erf = lift('erf', fusion.erf);

// Comparisons give bools; `select` takes x where they hold.
export const less = lift('less', fusion.less);
export const lessEqual = lift('lessEqual', fusion.lessEqual);
export const equal = lift('equal', fusion.equal);
export const notEqual = lift('notEqual', fusion.notEqual);
export const greaterEqual = lift('greaterEqual', fusion.greaterEqual);
export const greater = lift('greater', fusion.greater);
export const and = lift('and', fusion.and);
export const or = lift('or', fusion.or);
export const not = lift('not', fusion.not);
export const select = lift('select', fusion.select);

// The same elements in another type, shape or order: views, but for `cast`.
export const cast = lift('cast', fusion.cast);
export const broadcastTo = lift('broadcastTo', fusion.broadcastTo);
export const reshape = lift('reshape', fusion.reshape);
export const transpose = lift('transpose', fusion.transpose);
export const slice = lift('slice', fusion.slice);
export const reverse = lift('reverse', fusion.reverse);
export const windows = lift('windows', fusion.windows);

// Folds over axes, which go unless they are kept.
export const sum = lift('sum', fusion.sum);
export const maximum = lift('maximum', fusion.maximum);
export const minimum = lift('minimum', fusion.minimum);
export const mean = lift('mean', fusion.mean);

// Products, and what copies elements by a rule.
export const matmul = lift('matmul', fusion.matmul);
export const conv2d = lift('conv2d', fusion.conv2d);
export const pad = lift('pad', fusion.pad);
export const concat = lift('concat', fusion.concat);
export const gather = lift('gather', fusion.gather);
export const scatterAdd = lift('scatterAdd', fusion.scatterAdd);
export const embedding = lift('embedding', fusion.embedding);

// What networks are made of, in operators.
export const softmax = lift('softmax', fusion.softmax);
export const logSoftmax = lift('logSoftmax', fusion.logSoftmax);
export const layerNorm = lift('layerNorm', fusion.layerNorm);
export const rmsNorm = lift('rmsNorm', fusion.rmsNorm);
export const attention = lift('attention', fusion.attention);
export const crossEntropy = lift('crossEntropy', fusion.crossEntropy);
export const meanSquaredError = lift('meanSquaredError', fusion.meanSquaredError);
export const maxPool = lift('maxPool', fusion.maxPool);
export const meanPool = lift('meanPool', fusion.meanPool);
