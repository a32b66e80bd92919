// The problems as expressions of operators.
import {
  abs,
  add,
  attention,
  gelu,
  greaterEqual,
  inputNode,
  iota,
  layerNorm,
  matmul,
  max,
  mul,
  relu,
  reshape,
  select,
  silu,
  softmax,
  sub,
  transpose,
} from '@kernel-ladder/fusion';
import type { Expression } from '@kernel-ladder/fusion';
import { byKind, heads, linksOf, rowsOf, sizeOf } from './problem.ts';
import type { FusionCase, GraphCase, Link, Op } from './problem.ts';

/** Rows of a problem, all of them where nothing is said: an oracle evaluates some. */
export interface Size {
  readonly rows?: number;
}

/** The result of a case. */
export function resultOf(params: FusionCase, { rows }: Size = {}): Expression {
  return byKind(params, {
    op: (own) => operations[own.op](rows ?? rowsOf(own), own.n),
    chain: ({ n, length }) => chain(rows ?? n, length),
    graph: (own) => (own.graph === 'mlp' ? mlp(rows ?? sizeOf(own).rows, own) : block(own, rows)),
  });
}

const f32 = (name: string, ...shape: readonly number[]) => inputNode(name, { dtype: 'f32', shape });

const operations: { readonly [Name in Op]: (rows: number, n: number) => Expression } = {
  'matmul-bias-relu': (rows, n) => relu(add(matmul(f32('x', rows, n), f32('w', n, n)), f32('bias', n))),
  'bias-gelu': (rows, n) => gelu(add(f32('x', rows, n), f32('bias', n))),
  'residual-layernorm': (rows, n) =>
    layerNorm(add(f32('x', rows, n), f32('residual', rows, n)), f32('gain', n), f32('shift', n)),
  'scale-mask-softmax': (rows, n) => softmax(add(mul(f32('x', rows, n), 0.125), f32('mask', n))),
  layernorm: (rows, n) => layerNorm(f32('x', rows, n), f32('gain', n), f32('shift', n)),
  softmax: (rows, n) => softmax(f32('x', rows, n)),
  add: (rows, n) => add(f32('x', rows, n), f32('residual', rows, n)),
};

const maps: { readonly [Name in Link['op']]: (y: Expression, other: Expression | number) => Expression } = {
  add,
  sub,
  mul,
  max,
  abs: (y) => abs(y),
  silu: (y) => silu(y),
};

function chain(n: number, length: number): Expression {
  const bias = f32('bias', n);
  let y = f32('x', n);
  for (const { op, by = 0 } of linksOf(length)) y = maps[op](y, by === 'bias' ? bias : by);
  return y;
}

function mlp(rows: number, params: GraphCase): Expression {
  const { width } = sizeOf(params);
  const hidden = gelu(add(matmul(f32('x', rows, width), f32('w1', width, 4 * width)), f32('b1', 4 * width)));
  return add(matmul(hidden, f32('w2', 4 * width, width)), f32('b2', width));
}

function byHeads(each: Expression, width: number): Expression {
  return transpose(reshape(each, [each.type.shape[0] ?? 1, heads, width / heads]), [1, 0, 2]);
}

// A block with norms in front (Xiong et al., 2020): causal attention, then an MLP, each added to what goes past it. With `drawn`, only
// so many of its rows, whose features and places are inputs: keys and values are still those of all tokens.
function block(params: GraphCase, drawn?: number): Expression {
  const { rows, width } = sizeOf(params);
  const norm = (each: Expression, at: number) =>
    layerNorm(each, f32(`gain${at}`, width), f32(`shift${at}`, width));
  const project = (each: Expression, name: string) => byHeads(matmul(each, f32(name, width, width)), width);
  const x = f32('x', rows, width);
  const normed = norm(x, 1);
  const [keys, values] = [project(normed, 'w_k'), project(normed, 'w_v')];
  const past = drawn === undefined ? x : f32('drawn', drawn, width);
  const queries = project(drawn === undefined ? normed : norm(past, 1), 'w_q');
  const seen =
    drawn === undefined
      ? attention(queries, keys, values, true)
      : attendFrom(inputNode('places', { dtype: 'i32', shape: [drawn, 1] }), queries, { keys, values });
  const merged = reshape(transpose(seen, [1, 0, 2]), past.type.shape);
  const middle = add(past, matmul(merged, f32('w_o', width, width)));
  const hidden = gelu(add(matmul(norm(middle, 2), f32('w1', width, 4 * width)), f32('b1', 4 * width)));
  return add(middle, add(matmul(hidden, f32('w2', 4 * width, width)), f32('b2', width)));
}

// Causal attention of queries that lie at other places than their row.
function attendFrom(
  places: Expression,
  queries: Expression,
  { keys, values }: { readonly keys: Expression; readonly values: Expression },
): Expression {
  const width = queries.type.shape.at(-1) ?? 1;
  const scores = mul(matmul(queries, keys, { transposeB: true }), 1 / Math.sqrt(width));
  const isVisible = greaterEqual(places, iota(scores.type.shape.slice(-2), 1));
  return matmul(softmax(select(isVisible, scores, -65504)), values);
}
