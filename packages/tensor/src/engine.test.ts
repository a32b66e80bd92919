// Graphs on several providers at once: a CPU, a GPU operator by operator, and a GPU whose neighbours are compiled into kernels.
import {
  add,
  attention,
  conv2d,
  evaluate,
  gather,
  graphOf,
  input,
  layerNorm,
  matmul,
  maxPool,
  mul,
  relu,
  softmax,
  typeOf,
} from '@kernel-ladder/fusion';
import type { Graph } from '@kernel-ladder/fusion';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuBackend } from './backends/cpu.ts';
import { webgpuBackend } from './backends/webgpu/backend.ts';
import { hostBytes, toElements } from './arrays.ts';
import type { Backend } from './backend.ts';
import { kernels, partition, runOn } from './index.ts';
import type { CostModel, Provider } from './index.ts';
import { randomWords } from './random.ts';
import { errorOf } from './testing.ts';

const gpu = useTestGpu();
let webgpu: Backend;
const cpu = cpuBackend(kernels);
beforeAll(() => {
  webgpu = webgpuBackend(gpu(), kernels);
});
afterAll(() => webgpu.close());

// Slow arithmetic beside slow transfers: what is large is worth the way.
const onCpu: CostModel = { call: 1000, perByte: 1, perFlop: 10, transfer: 5000, perTransferredByte: 0.2 };
const onGpu: CostModel = {
  call: 5000,
  perByte: 0.01,
  perFlop: 0.001,
  transfer: 5000,
  perTransferredByte: 0.2,
};

const simple = ['add', 'mul', 'relu', 'max', 'reshape', 'broadcast', 'constant'];

function providers(): readonly Provider[] {
  return [
    { name: 'cpu', backend: cpu, costs: onCpu, isCompiled: false },
    // One operator at a time costs the host more, and is known for products only.
    {
      name: 'eager',
      backend: webgpu,
      costs: { ...onGpu, call: 8000 },
      isCompiled: false,
      takes: (op) => op === 'matmul',
    },
    { name: 'compiled', backend: webgpu, costs: onGpu, isCompiled: true, takes: (op) => simple.includes(op) },
  ];
}

const x = input('x', 'f32', [24, 32]);
const w = input('w', 'f32', [32, 40]);
const table = input('table', 'f32', [9, 32]);
const indices = input('indices', 'i32', [24]);
const images = input('images', 'f32', [4, 2, 18, 18]);
const filters = input('filters', 'f32', [3, 2, 3, 3]);

const graphs: { readonly [name: string]: Graph } = {
  perceptron: graphOf([softmax(relu(add(mul(matmul(x, w), 0.1), 0.5)))]),
  attention: graphOf([layerNorm(add(attention(gather(table, indices), x, x), x), 1, 0)]),
  convolution: graphOf([maxPool(relu(add(conv2d(images, filters), 0.25)), [2, 2])]),
};

function inputsOf({ inputs }: Graph) {
  return inputs.map(({ name, type: { dtype, shape } }) => {
    const count = shape.reduce((product, length) => product * length, 1);
    const draw = (place: number) => randomWords(name.length, place)[0];
    const element = (place: number) => (dtype === 'i32' ? draw(place) % 9 : draw(place) / 2 ** 31 - 1);
    return toElements(
      dtype,
      Array.from({ length: count }, (_, place) => element(place)),
    );
  });
}

test.for(Object.entries(graphs))(
  'three graphs over several providers give what one gives: %s',
  async ([, graph]) => {
    const inputs = inputsOf(graph);
    const mixed = await runOn(providers(), graph, inputs);
    const alone = await runOn(providers().slice(0, 1), graph, inputs);
    const feeds = Object.fromEntries(graph.inputs.map(({ name }, index) => [name, inputs[index] ?? []]));
    const [due = []] = evaluate(graph, feeds);
    expect(errorOf(alone.outputs[0] ?? [], due)).toBeLessThan(1e-6);
    expect(errorOf(mixed.outputs[0] ?? [], due)).toBeLessThan(1e-5);
    expect(new Set(mixed.decisions.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(2);
    expect(alone.transferBytes).toBe(0);
    expect([...cpu.ledger.live(), ...webgpu.ledger.live()]).toEqual([]);
  },
);

test('every decision of the partition is logged, with what the others would have cost', async () => {
  for (const graph of Object.values(graphs)) {
    const { decisions } = await runOn(providers(), graph, inputsOf(graph));
    expect(decisions.map(({ id }) => id)).toEqual(graph.nodes.map(({ id }) => id));
    for (const { provider, costs } of decisions) {
      const offered = Object.values(costs).filter((cost) => cost !== null);
      expect(costs[provider]).toBe(Math.min(...offered));
    }
  }
  const product = (
    await runOn(providers(), graphs['perceptron'] as Graph, inputsOf(graphs['perceptron'] as Graph))
  ).decisions[0];
  // On the CPU ten nanoseconds for each of its 61 440 operations; on the GPU the way of both operands.
  expect(product).toMatchObject({ provider: 'eager', costs: { cpu: 627_432, compiled: null } });
});

test('what has been brought once is not charged again', () => {
  const { decisions } = partition(
    graphOf([matmul(x, w), matmul(x, input('v', 'f32', [32, 40]))]),
    providers(),
  );
  const [first = Number.NaN, second = Number.NaN] = decisions.map(
    ({ costs }) => costs['eager'] ?? Number.NaN,
  );
  expect(first - second).toBeCloseTo(onGpu.transfer + onGpu.perTransferredByte * hostBytes(x.type), 6);
});

test('counts the bytes of transfers', async () => {
  for (const graph of Object.values(graphs)) {
    const { transfers, transferBytes } = await runOn(providers(), graph, inputsOf(graph));
    for (const { id, bytes, from, to } of transfers) {
      expect(bytes).toBe(hostBytes(typeOf(graph, id)));
      expect(from).not.toBe(to);
    }
    // No value goes the same way twice.
    expect(new Set(transfers.map(({ id, to }) => `${id} ${to}`)).size).toBe(transfers.length);
    expect(transferBytes).toBe(transfers.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(transferBytes).toBeGreaterThan(0);
  }
});

test('says which node nobody runs', async () => {
  const products: Provider = {
    name: 'products',
    backend: cpu,
    costs: onCpu,
    isCompiled: false,
    takes: (op) => op === 'matmul',
  };
  const graph = graphs['convolution'] as Graph;
  await expect(runOn([products], graph, inputsOf(graph))).rejects.toThrow(
    'no provider of products runs %2 = conv2d',
  );
  expect(cpu.ledger.live()).toEqual([]);
});
