// Every operator, by class. A line here and a file beside it is all that an operator takes.
import { GraphError } from '../graph/errors.ts';
import type { Operator } from './contract.ts';
import { constant } from './sources/constant.ts';
import { iota } from './sources/iota.ts';
import { add } from './elementwise/add.ts';
import { sub } from './elementwise/sub.ts';
import { mul } from './elementwise/mul.ts';
import { div } from './elementwise/div.ts';
import { neg } from './elementwise/neg.ts';
import { abs } from './elementwise/abs.ts';
import { max } from './elementwise/max.ts';
import { min } from './elementwise/min.ts';
import { exp } from './elementwise/exp.ts';
import { log } from './elementwise/log.ts';
import { sqrt } from './elementwise/sqrt.ts';
import { rsqrt } from './elementwise/rsqrt.ts';
import { sin } from './elementwise/sin.ts';
import { cos } from './elementwise/cos.ts';
import { tanh } from './elementwise/tanh.ts';
import { sigmoid } from './elementwise/sigmoid.ts';
import { relu } from './elementwise/relu.ts';
import { gelu } from './elementwise/gelu.ts';
import { silu } from './elementwise/silu.ts';
import { erf } from './elementwise/erf.ts';
import { pow } from './elementwise/pow.ts';
import { select } from './elementwise/select.ts';
import { compare } from './elementwise/compare.ts';
import { and } from './elementwise/and.ts';
import { or } from './elementwise/or.ts';
import { not } from './elementwise/not.ts';
import { cast } from './elementwise/cast.ts';
import { barrier } from './elementwise/barrier.ts';
import { detach } from './elementwise/detach.ts';
import { reduceSum } from './reductions/reduce-sum.ts';
import { reduceMax } from './reductions/reduce-max.ts';
import { reduceMin } from './reductions/reduce-min.ts';
import { transpose } from './views/transpose.ts';
import { reshape } from './views/reshape.ts';
import { broadcast } from './views/broadcast.ts';
import { slice } from './views/slice.ts';
import { reverse } from './views/reverse.ts';
import { windows } from './views/windows.ts';
import { matmul } from './opaque/matmul.ts';
import { conv2d } from './opaque/conv2d.ts';
import { concat } from './opaque/concat.ts';
import { gather } from './opaque/gather.ts';
import { scatterAdd } from './opaque/scatter-add.ts';
import { pad } from './opaque/pad.ts';
import { foldWindows } from './opaque/fold-windows.ts';

/** The operators, in the order in which the README lists them. */
export const operators: readonly Operator[] = [
  // Sources
  constant,
  iota,
  // Elementwise
  add,
  sub,
  mul,
  div,
  neg,
  abs,
  max,
  min,
  exp,
  log,
  sqrt,
  rsqrt,
  sin,
  cos,
  tanh,
  sigmoid,
  relu,
  gelu,
  silu,
  erf,
  pow,
  select,
  compare,
  and,
  or,
  not,
  cast,
  detach,
  barrier,
  // Reductions
  reduceSum,
  reduceMax,
  reduceMin,
  // Views
  transpose,
  reshape,
  broadcast,
  slice,
  reverse,
  windows,
  // Opaque
  matmul,
  conv2d,
  concat,
  gather,
  scatterAdd,
  pad,
  foldWindows,
];

const byName: ReadonlyMap<string, Operator> = new Map(operators.map((operator) => [operator.name, operator]));

/** The operator of that name. Throws an UnknownOperator that lists them all. */
export function operatorOf(name: string): Operator {
  const found = byName.get(name);
  if (found) return found;
  const known = [...byName.keys()].join(', ');
  throw new GraphError('UnknownOperator', `there is no operator ${name}; there are ${known}`);
}
