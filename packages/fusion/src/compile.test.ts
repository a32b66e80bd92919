import { bytesNeeded, compile, CompileError, execute, instantiate } from './index.ts';
import { useTestGpu, emulatedDevice, validateWgsl } from '@kernel-ladder/harness/testing';
import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { matmul, reshape, sum, transpose } from './arrays.ts';
import { evaluate } from './evaluate.ts';
import { add, broadcastTo, cast, constant, exp, gelu, mul, relu } from './expression.ts';
import { graphOf, inputNode } from './graph/build.ts';
import type { Expression } from './graph/expression.ts';
import type { Graph } from './graph/types.ts';
import { attention, layerNorm, softmax } from './layers.ts';
import { arraysOf, emulateProgram, furthest } from './testing/emulated.ts';
import { feedsOf, randomProgram } from './testing/index.ts';
import { strayPrograms, ways } from './testing/compiled.ts';

const gpu = useTestGpu();
const device = emulatedDevice(32);
const x = (name: string, ...shape: readonly number[]) => inputNode(name, { dtype: 'f32', shape });

function mlp(rows: number, width: number): Graph {
  const hidden = gelu(add(matmul(x('x', rows, width), x('w1', width, 2 * width)), x('b1', 2 * width)));
  return graphOf([add(matmul(hidden, x('w2', 2 * width, width)), x('b2', width))]);
}

const half = (name: string, ...shape: readonly number[]) => cast(x(name, ...shape), 'f16');

// [tokens, width] to [heads, tokens, width of a head].
function heads(each: Expression, count: number): Expression {
  const [tokens = 1, width = 1] = each.type.shape;
  return transpose(reshape(each, [tokens, count, width / count]), [1, 0, 2]);
}

function block(tokens: number, width: number): Graph {
  const h = x('h', tokens, width);
  const normed = layerNorm(h, x('g1', width), x('c1', width));
  const [q, k, v] = ['wq', 'wk', 'wv'].map((name) => heads(matmul(normed, x(name, width, width)), 2));
  const seen = attention(q ?? h, k ?? h, v ?? h, true);
  const merged = reshape(transpose(seen, [1, 0, 2]), [tokens, width]);
  const middle = add(h, matmul(merged, x('wo', width, width)));
  const inner = relu(matmul(layerNorm(middle, x('g2', width), x('c2', width)), x('w3', width, 2 * width)));
  return graphOf([add(middle, matmul(inner, x('w4', 2 * width, width)))]);
}

// On the emulator: forty pipelines of a software adapter are more than a test of results needs.
function emulatedBothWays(graph: Graph) {
  const feeds = feedsOf(graph, createRandom(7));
  const due = evaluate(graph, feeds);
  const [fused, eager] = [
    compile(graph, emulatedDevice(4)),
    compile(graph, emulatedDevice(4), { fuse: false }),
  ];
  const [one, other] = [emulateProgram(fused, feeds, 4), emulateProgram(eager, feeds, 4)];
  expect([...one.hazards, ...other.hazards]).toEqual([]);
  const errors = [
    furthest(one.outputs, due),
    furthest(other.outputs, due),
    furthest(one.outputs, other.outputs),
  ];
  return { fused, eager, feeds, due, errors };
}

test('an MLP is what the eager one is', async () => {
  const { fused, eager, feeds, due, errors } = emulatedBothWays(mlp(6, 16));
  expect(Math.max(...errors)).toBeLessThan(1e-5);
  expect(fused.kernels.map(({ kind }) => kind)).toEqual(['opaque', 'opaque']);
  expect(eager.plan.passes).toHaveLength(5);
  expect(fused.plan.implBytes).toBeLessThan(eager.plan.implBytes);
  const program = compile(mlp(6, 16), gpu().facts);
  const { result = [] } = await execute(gpu(), program, arraysOf(program, feeds));
  expect(furthest([result], due)).toBeLessThan(1e-5);
});

test('a transformer block is what the eager one is', () => {
  const { fused, eager, errors } = emulatedBothWays(block(5, 8));
  expect(Math.max(...errors)).toBeLessThan(1e-4);
  // Two norms and a softmax found in rows, the rest in products, one of which merges the heads as it stores.
  const count = (kind: string) => fused.kernels.filter((kernel) => kernel.kind === kind).length;
  expect([count('rows'), count('opaque'), fused.kernels.length]).toEqual([3, 8, 11]);
  expect(eager.plan.passes.length).toBeGreaterThan(3 * fused.plan.passes.length);
});

const shares = (name: string) => graphOf([exp(sum(softmax(x(name, 6, 8)), { axes: [0] }))]);

test('a warm run makes no pipeline', async () => {
  const graph = shares('x');
  const { device: adapter } = gpu();
  let made = 0;
  const create = adapter.createComputePipelineAsync.bind(adapter);
  adapter.createComputePipelineAsync = (descriptor) => {
    made++;
    return create(descriptor);
  };
  const run = async (each: Graph) => {
    const program = compile(each, gpu().facts);
    made = 0;
    await execute(gpu(), program, arraysOf(program, feedsOf(each, createRandom(1))));
    return made;
  };
  expect(await run(graph)).toBe(2);
  expect(await run(graph)).toBe(0);
  // Another graph of the same structure.
  expect(await run(shares('y'))).toBe(0);
  adapter.createComputePipelineAsync = create;
});

test('kernels of one structure are one text, whatever their values are called', () => {
  const layer = (name: string, input: Expression) =>
    relu(add(matmul(input, x(`w ${name}`, 8, 8)), x(`bias ${name}`, 8)));
  const tower = graphOf([layer('third', layer('second', layer('first', x('tokens', 4, 8))))]);
  const { passes } = compile(tower, device).plan;
  const texts = passes.map(({ wgsl }) => ('text' in wgsl ? wgsl.text : ''));
  // But for what they bind to be written as well: the first reads an input.
  const unbound = texts.map((text) => text.replaceAll('read_write', 'read'));
  expect([passes.length, new Set(unbound).size]).toEqual([3, 1]);
});

test.for(ways)('random programs are what the reference says, without a hazard: %o', (way) => {
  expect(strayPrograms(way, { from: 1, to: 25 })).toEqual([]);
});

test('random programs take no more passes fused, and fewer bytes between them', () => {
  for (let seed = 100; seed < 120; seed++) {
    const { graph } = randomProgram({ seed, operations: 14 });
    const [fused, eager] = [compile(graph, device), compile(graph, device, { fuse: false })];
    expect(fused.plan.passes.length).toBeLessThanOrEqual(eager.plan.passes.length);
    expect(fused.memory.separateBytes).toBeLessThanOrEqual(eager.memory.separateBytes);
  }
});

const shapes = {
  'a softmax of short rows': graphOf([softmax(x('x', 40, 33))]),
  'a softmax of rows in registers': graphOf([softmax(mul(x('x', 3, 1024), 0.5))]),
  'a softmax of rows that are swept': graphOf([softmax(x('x', 2, 40_004))]),
  'a layer norm of a sum': graphOf([
    layerNorm(add(x('x', 3, 640), x('y', 3, 640)), x('g', 640), x('b', 640)),
  ]),
  'a sum of columns': graphOf([mul(sum(mul(x('x', 50, 40), x('y', 50, 40)), { axes: [0] }), 3)]),
  'a product of turned factors': graphOf([
    exp(matmul(x('x', 2, 7, 5), x('w', 2, 9, 7), { transposeA: true, transposeB: true })),
  ]),
};

test.for(Object.entries(shapes))('%s is one kernel, valid and right', async ([, graph]) => {
  const feeds = feedsOf(graph, createRandom(3));
  const program = compile(graph, device);
  expect(program.plan.passes).toHaveLength(1);
  for (const { wgsl } of program.plan.passes)
    expect(await validateWgsl('text' in wgsl ? wgsl.text : '')).toEqual([]);
  const { outputs, hazards } = emulateProgram(program, feeds, 32);
  expect(hazards).toEqual([]);
  expect(furthest(outputs, evaluate(graph, feeds))).toBeLessThan(5e-5);
});

test('halves are computed where the device has them, and refused by name where it has not', () => {
  const graph = graphOf([
    softmax(add(half('x', 3, 36), half('y', 36))),
    matmul(half('x', 3, 36), half('w', 36, 8)),
  ]);
  const program = compile(graph, device);
  const feeds = feedsOf(graph, createRandom(5));
  const { outputs, hazards } = emulateProgram(program, feeds, 32);
  expect(hazards).toEqual([]);
  expect(furthest(outputs, evaluate(graph, feeds, 'stored'))).toBeLessThan(1e-2);
  expect(() => compile(graph, { ...device, features: new Set() })).toThrow(
    expect.objectContaining({ code: 'feature:shader-f16' }),
  );
});

test('no buffer has the name of another', () => {
  const named = (name: string) => {
    const square = matmul(x(name, 4, 4), x(name, 4, 4));
    return graphOf([add(matmul(square, square), constant([1, 2, 3, 4], [4]))]);
  };
  for (const name of ['arena_0', 'constant_3', 'constant_4', 'constant_5', 'x']) {
    const graph = named(name);
    const feeds = feedsOf(graph, createRandom(1));
    const { outputs, hazards } = emulateProgram(compile(graph, device), feeds, 32);
    expect(hazards).toEqual([]);
    expect(furthest(outputs, evaluate(graph, feeds)), `${name}`).toBeLessThan(1e-5);
  }
  const clash = 'an output is called result, as an input or another output is: name the outputs';
  expect(() => compile(named('result'), device)).toThrow(clash);
  expect(compile(named('result'), device, { outputs: ['sum'] }).outputs[0]?.name).toBe('sum');
  const twice = graphOf([exp(x('x', 4)), relu(x('x', 4))]);
  expect(() => compile(twice, device, { outputs: ['result', 'result'] })).toThrow(clash);
});

test('more elements than a u32 counts are refused, where nobody stores them too', () => {
  const many = broadcastTo(x('x', 1), [2 ** 32]);
  expect(() => compile(graphOf([sum(many, { axes: [0] })]), device)).toThrow(
    expect.objectContaining({ code: 'limit:elements' }),
  );
});

test('says what is too large, and what a run needs before anything is made', async () => {
  const large = graphOf([relu(x('x', 2 ** 20, 2 ** 10))]);
  expect(() =>
    compile(large, { ...device, limits: { ...device.limits, maxStorageBufferBindingSize: 2 ** 28 } }),
  ).toThrow(
    new CompileError(
      'limit:maxStorageBufferBindingSize',
      'f32[1048576,1024] takes 4294967296 bytes, the device binds 268435456: %0: f32[1048576,1024] = x',
    ),
  );
  const program = compile(graphOf([exp(x('x', 1000))]), gpu().facts);
  expect(bytesNeeded(program)).toBe(8000);
  await expect(instantiate({ ...gpu(), memoryCapBytes: 7999 }, program)).rejects.toThrow(
    'the program needs 8000 bytes, 0 of them between its kernels',
  );
});
