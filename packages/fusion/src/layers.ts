// What networks are made of, written in operators and nothing else. No kernel is named here: a compiler that fuses finds the softmax
// and the norms again, and their gradients come by the rules of the operators.
import { align, castTo } from './align.ts';
import type { Operand } from './align.ts';
import { gather, matmul, maximum, mean, reshape, sum, windows } from './arrays.ts';
import {
  add,
  detach,
  div,
  equal,
  exp,
  greaterEqual,
  iota,
  log,
  mul,
  neg,
  rsqrt,
  select,
  sub,
} from './expression.ts';
import type { Expression } from './graph/expression.ts';
import { sameShape } from './graph/types.ts';
import type { Shape } from './graph/types.ts';
import { dtypeError, isInteger, shapeError } from './operators/rules.ts';

const lastAxis = { axes: [-1], keep: true } as const;

/** Shares of each row (the last axis) that add up to 1. Its maximum is subtracted: no exponential overflows, and it cancels in the slope. */
export function softmax(x: Expression): Expression {
  const powers = exp(sub(x, detach(maximum(x, lastAxis))));
  return div(powers, sum(powers, lastAxis));
}

/** The logarithm of the softmax, without the rounding of both. */
export function logSoftmax(x: Expression): Expression {
  const shifted = sub(x, detach(maximum(x, lastAxis)));
  return sub(shifted, log(sum(exp(shifted), lastAxis)));
}

/** Rows with mean 0 and variance 1, times `gain`, plus `bias`. */
export function layerNorm(x: Expression, gain: Operand, bias: Operand, epsilon = 1e-5): Expression {
  const centred = sub(x, mean(x, lastAxis));
  const variance = mean(mul(centred, centred), lastAxis);
  return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gain), bias);
}

/** Rows divided by the root of the mean of their squares, times `gain`. */
export function rmsNorm(x: Expression, gain: Operand, epsilon = 1e-5): Expression {
  return mul(mul(x, rsqrt(add(mean(mul(x, x), lastAxis), epsilon))), gain);
}

/**
 * softmax(Q·Kᵀ/√D)·V over the last two axes [tokens, D]. `isCausal`: a query sees the keys up to its own place, both counted from
 * the end, so that the last query sees all keys.
 */
export function attention(
  queries: Expression,
  keys: Expression,
  values: Expression,
  isCausal = false,
): Expression {
  const width = queries.type.shape.at(-1) ?? 1;
  const scores = mul(matmul(queries, keys, { transposeB: true }), 1 / Math.sqrt(width));
  return matmul(softmax(isCausal ? hideLater(scores) : scores), values);
}

// The lowest f16 is low enough: e to it is 0 in f32 too, unless every visible score is as low.
function hideLater(scores: Expression): Expression {
  const square = scores.type.shape.slice(-2);
  const [queries = 1, keys = 1] = square;
  const isVisible = greaterEqual(add(iota(square, 0), keys - queries), iota(square, 1));
  return select(isVisible, scores, -65504);
}

/**
 * The mean over rows of −log softmax(logits) at the label: logits […, classes], labels of integers […]. A scalar. A row whose label is no
 * class adds 0. Throws a ShapeError unless there is a label for each row, and a DtypeError where labels are no integers.
 */
export function crossEntropy(logits: Expression, labels: Expression): Expression {
  const { shape } = logits.type;
  if (!sameShape(labels.type.shape, shape.slice(0, -1)))
    throw shapeError('cross-entropy takes a label for each row of logits', [logits.type, labels.type]);
  if (!isInteger(labels.type.dtype))
    throw dtypeError('cross-entropy takes labels of integers', [labels.type], 'cast first');
  const isLabel = equal(
    iota(shape, shape.length - 1),
    reshape(castTo(labels, 'i32'), [...labels.type.shape, 1]),
  );
  const picked = sum(select(isLabel, logSoftmax(logits), 0), { axes: [-1] });
  return neg(mean(picked));
}

/** The mean of squares of differences. A scalar. */
export function meanSquaredError(x: Operand, y: Operand): Expression {
  const [one, other] = align(x, y);
  const difference = sub(one ?? x, other ?? y);
  return mean(mul(difference, difference));
}

/** Rows of a table [words, width] by index: the shape of the indices, then the width. */
export function embedding(table: Expression, indices: Expression): Expression {
  return gather(table, indices);
}

/** The greatest of each window of `size` over the last two axes; windows are `stride` apart, which is their size unless said. */
export function maxPool(x: Expression, size: Shape, stride: Shape = size): Expression {
  return pooled(maximum, x, size, stride);
}

/** The mean of each window of `size` over the last two axes. */
export function meanPool(x: Expression, size: Shape, stride: Shape = size): Expression {
  return pooled(mean, x, size, stride);
}

function pooled(fold: typeof mean, x: Expression, size: Shape, stride: Shape): Expression {
  return fold(windows(x, size, stride), { axes: [-2, -1] });
}
