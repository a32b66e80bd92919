import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { matmul, sum } from './arrays.ts';
import { compile } from './compile/index.ts';
import { evaluate } from './evaluate.ts';
import { add, gelu, greater, mul, select } from './expression.ts';
import { graphOf, inputNode } from './graph/build.ts';
import { softmax } from './layers.ts';
import { print } from './text/print.ts';
import { trace, TraceError } from './trace.ts';
import type { Traced } from './trace.ts';

const f32 = (...shape: readonly number[]) => ({ dtype: 'f32', shape }) as const;
const types = { x: f32(3, 4), w: f32(4, 5), bias: f32(5) };

interface Layer {
  readonly x: Traced;
  readonly w: Traced;
  readonly bias: Traced;
}

// A loop over numbers that are known is unrolled: it is the function's own business.
function layers({ x, w, bias }: Layer): readonly Traced[] {
  let y = x.matmul(w).add(bias);
  for (let at = 0; at < y.shape.length; at++) y = y.gelu().mul(2);
  return [y.softmax(), y.sum({ axes: [0] })];
}

function written() {
  const [x, w, bias] = [inputNode('x', types.x), inputNode('w', types.w), inputNode('bias', types.bias)];
  const y = mul(gelu(mul(gelu(add(matmul(x, w), bias)), 2)), 2);
  return graphOf([softmax(y), sum(y, { axes: [0] })]);
}

test('a traced function is the graph that it computes', () => {
  expect(print(trace(layers, types))).toBe(print(written()));
  // A branch of the device's own.
  const kept = trace(({ x }) => x.greater(0).select(x, x.mul(0.1)), { x: types.x });
  const x = inputNode('x', types.x);
  expect(print(kept)).toBe(print(graphOf([select(greater(x, 0), x, mul(x, 0.1))])));
});

const branching = ({ x }: Pick<Layer, 'x'>) => (Number(x.sum()) > 0 ? x : x.neg());

test('refuses a branch on a traced value by name', () => {
  expect(() => trace(branching, { x: types.x })).toThrow(TraceError);
  expect(() => trace(branching, { x: types.x })).toThrow(
    'the result of sum, f32[], is compared, added or printed as if it were a number',
  );
  expect(() => trace(({ x }) => (`${String(x)}` === '' ? x : x.neg()), { x: types.x })).toThrow(
    'the input x, f32[3,4], is compared',
  );
  expect(() => trace(({ x }) => Reflect.get(x, 'cumsum')(), { x: types.x })).toThrow(
    'the input x, f32[3,4], has no cumsum',
  );
  expect(() => trace(() => ({ shape: [] }) as unknown as Traced, { x: types.x })).toThrow(
    'a traced function gives back traced values',
  );
});

test('compiles to the WGSL of the graph', () => {
  const [device, own] = [emulatedDevice(32), trace(layers, types)];
  expect(compile(own, device).plan).toEqual(compile(written(), device).plan);
  const feeds = {
    x: Array.from({ length: 12 }, (_, at) => at / 7),
    w: Array(20).fill(0.1),
    bias: [1, 2, 3, 4, 5],
  };
  expect(evaluate(own, feeds)).toEqual(evaluate(written(), feeds));
});
