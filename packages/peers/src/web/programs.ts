// The problems of the fusion family as a user of a library writes them: in its own softmax and norms where it has some.
import { byKind, heads, linksOf } from '@kernel-ladder/kernel-fusion';
import type { ChainCase, FusionCase, Link, OpCase } from '@kernel-ladder/kernel-fusion';

/** The operators of one library on values of its own; operands are read, never used up. */
export interface Operators<Value> {
  readonly add: (a: Value, b: Value | number) => Value;
  readonly mul: (a: Value, b: Value | number) => Value;
  readonly abs: (a: Value) => Value;
  readonly atLeast: (a: Value, least: number) => Value;
  readonly relu: (a: Value) => Value;
  readonly gelu: (a: Value) => Value;
  readonly silu: (a: Value) => Value;
  readonly matmul: (a: Value, b: Value) => Value;
  /** Of each row. */
  readonly softmax: (a: Value) => Value;
  readonly layerNorm: (a: Value, gain: Value, shift: Value) => Value;
  /** Causal, of [tokens, features] with so many heads side by side among the features. */
  readonly attention: (queries: Value, keys: Value, values: Value, count: number) => Value;
}

/** What a case computes, by a library's operators from its inputs by name. */
export function programOf<Value>(params: FusionCase): Program<Value> {
  return byKind<Program<Value>>(params, {
    op: ({ op }) => operation(op),
    chain: (own) => chain(own),
    graph: ({ graph }) => (graph === 'mlp' ? mlp : block),
  });
}

/** Computes a result from inputs by name. */
export type Program<Value> = (on: Operators<Value>, input: (name: string) => Value) => Value;

function operation<Value>(op: OpCase['op']): Program<Value> {
  const programs: { readonly [Name in OpCase['op']]: Program<Value> } = {
    'matmul-bias-relu': (on, at) => on.relu(on.add(on.matmul(at('x'), at('w')), at('bias'))),
    'bias-gelu': (on, at) => on.gelu(on.add(at('x'), at('bias'))),
    'residual-layernorm': (on, at) => on.layerNorm(on.add(at('x'), at('residual')), at('gain'), at('shift')),
    'scale-mask-softmax': (on, at) => on.softmax(on.add(on.mul(at('x'), 0.125), at('mask'))),
    layernorm: (on, at) => on.layerNorm(at('x'), at('gain'), at('shift')),
    softmax: (on, at) => on.softmax(at('x')),
    add: (on, at) => on.add(at('x'), at('residual')),
  };
  return programs[op];
}

function chain<Value>({ length }: ChainCase): Program<Value> {
  return (on, at) => {
    let y = at('x');
    for (const link of linksOf(length)) y = linked(on, { y, link, bias: () => at('bias') });
    return y;
  };
}

interface Linking<Value> {
  readonly y: Value;
  readonly link: Link;
  readonly bias: () => Value;
}

function linked<Value>(on: Operators<Value>, { y, link, bias }: Linking<Value>): Value {
  const { op, by = 0 } = link;
  const other = by === 'bias' ? bias() : by;
  switch (op) {
    case 'add':
      return on.add(y, other);
    case 'sub':
      return on.add(y, -Number(by));
    case 'mul':
      return on.mul(y, other);
    case 'max':
      return on.atLeast(y, Number(by));
    case 'abs':
      return on.abs(y);
    case 'silu':
      return on.silu(y);
    default:
      return op satisfies never;
  }
}

function dense<Value>(on: Operators<Value>, x: Value, [w, bias]: readonly [Value, Value]): Value {
  return on.add(on.matmul(x, w), bias);
}

function mlp<Value>(on: Operators<Value>, at: (name: string) => Value): Value {
  const hidden = on.gelu(dense(on, at('x'), [at('w1'), at('b1')]));
  return dense(on, hidden, [at('w2'), at('b2')]);
}

function block<Value>(on: Operators<Value>, at: (name: string) => Value): Value {
  const normed = on.layerNorm(at('x'), at('gain1'), at('shift1'));
  const project = (name: string) => on.matmul(normed, at(name));
  const seen = on.attention(project('w_q'), project('w_k'), project('w_v'), heads);
  const middle = on.add(at('x'), on.matmul(seen, at('w_o')));
  const hidden = on.gelu(dense(on, on.layerNorm(middle, at('gain2'), at('shift2')), [at('w1'), at('b1')]));
  return on.add(middle, dense(on, hidden, [at('w2'), at('b2')]));
}
