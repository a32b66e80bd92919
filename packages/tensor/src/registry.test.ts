// Which kernel runs an operator, and what is said where there is none.
import { operators } from '@kernel-ladder/fusion';
import type { Call } from '@kernel-ladder/fusion';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import {
  add,
  conv2d,
  cpuDevice,
  createRegistry,
  Device,
  kernels,
  matmul,
  MissingKernel,
  mul,
  rungKernels,
  softmax,
  sum,
  transpose,
  webgpuDevice,
} from './index.ts';
import type { Kernel } from './index.ts';
import type { WebgpuReport } from './backends/webgpu/backend.ts';
import { cpuBackend } from './backends/cpu.ts';
import { createPrograms } from './backends/webgpu/programs.ts';
import { webgpuBackend } from './backends/webgpu/backend.ts';
import { reference } from './kernels/reference.ts';
import { familyFiles } from './node.ts';

const gpu = useTestGpu();
const features = new Set<string>();
const vector = { dtype: 'f32', shape: [4] } as const;
const call: Call = { operands: [vector, vector], attributes: {}, type: vector };

const cpu = (name: string, changes: Partial<Kernel<'cpu'>> = {}): Kernel<'cpu'> => ({
  name,
  operator: 'add',
  backend: 'cpu',
  dtypes: ['f32'],
  priority: 0,
  run: reference,
  ...changes,
});

test('five operations or more for CPU and GPU', () => {
  for (const backend of ['cpu', 'threads', 'webgpu'] as const) {
    const known = new Set(
      kernels.kernels.filter((kernel) => kernel.backend === backend).map(({ operator }) => operator),
    );
    expect(operators.filter(({ name }) => !known.has(name))).toEqual([]);
    expect(known.size).toBeGreaterThanOrEqual(5);
  }
});

test('chooses by device, type and feature, the highest priority first', () => {
  const registry = createRegistry([
    cpu('slow'),
    cpu('fast', { priority: 5 }),
    cpu('other type', { dtypes: ['f16'], priority: 9 }),
    cpu('with a feature', { features: ['subgroups'], priority: 7 }),
    cpu('for pairs', { suits: ({ type }) => type.shape[0] === 2, priority: 8 }),
    { ...cpu('divided'), backend: 'threads', run: () => [] } satisfies Kernel<'threads'>,
  ]);
  const chosen = (of: Call, has: ReadonlySet<string> = features) =>
    registry.choose('cpu', 'add', { call: of, features: has }).name;
  const pair = { dtype: 'f32', shape: [2] } as const;
  expect(chosen(call)).toBe('fast');
  expect(chosen(call, new Set(['subgroups']))).toBe('with a feature');
  expect(chosen({ ...call, operands: [pair, pair], type: pair })).toBe('for pairs');
  expect(chosen({ ...call, type: { dtype: 'f16', shape: [4] } })).toBe('other type');
  expect(registry.choose('threads', 'add', { call, features }).name).toBe('divided');
  expect(chosen(call)).toBe(
    registry.with(cpu('later', { priority: 5 })).choose('cpu', 'add', { call, features }).name,
  );
});

test('names the kernel that is missing, and why others were passed over', () => {
  const registry = createRegistry([
    cpu('subgroups only', { features: ['subgroups'] }),
    cpu('pairs only', { suits: () => false }),
  ]);
  const choose = (operator: string) => () => registry.choose('cpu', operator, { call, features });
  expect(choose('add')).toThrow(MissingKernel);
  expect(choose('add')).toThrow(
    'cpu has no kernel for add(f32[4], f32[4]) → f32[4]: subgroups only needs subgroups; pairs only does not suit the call',
  );
  expect(choose('mul')).toThrow(
    'cpu has no kernel for mul(f32[4], f32[4]) → f32[4]: nobody has one for "mul"',
  );
  const webgpu = () => registry.choose('webgpu', 'add', { call, features });
  expect(webgpu).toThrow('subgroups only is for cpu in f32; pairs only is for cpu in f32');
});

test('a missing kernel is the error of who reads, and the next call runs', async () => {
  const only = createRegistry(kernels.kernels.filter(({ operator }) => operator !== 'matmul'));
  await using device = new Device(cpuBackend(only));
  using x = device.ones([2, 2]);
  using product = matmul(x, x);
  using total = add(x, 1);
  await expect(product.read()).rejects.toThrow('cpu has no kernel for matmul(f32[2,2], f32[2,2]) → f32[2,2]');
  expect([...(await total.read())]).toEqual([2, 2, 2, 2]);
});

test('a call that stands alone takes a rung of its family, one of several the kernels that are generated', async () => {
  const registry = kernels.with(...rungKernels(familyFiles));
  const programs = createPrograms(gpu(), registry);
  const chosen: string[] = [];
  const backend = webgpuBackend(gpu(), registry);
  await using device = new Device({
    ...backend,
    run: async (graph, inputs, options) => {
      chosen.push((await programs.ready(graph, options)).kernel);
      return backend.run(graph, inputs, options);
    },
  });
  using x = device.randn([5, 7], { seed: 1 });
  using y = device.randn([7, 3], { seed: 2 });
  using product = matmul(x, y);
  using rows = sum(x, { axes: [1] });
  using turned = device.scope(() => matmul(transpose(y), transpose(x)));
  using _both = device.fused(() => add(matmul(x, y), 1));
  // A block within a block is a part of its graph.
  using _nested = device.fused(() =>
    add(
      device.fused(() => matmul(x, y)),
      1,
    ),
  );
  const [left, right] = [Array.from(await turned.read()), Array.from(await product.read())];
  await rows.read();
  expect(left.map((_, at) => left[(at % 3) * 5 + Math.floor(at / 3)])).toEqual(
    right.map((value) => expect.closeTo(value, 5)),
  );
  await device.idle();
  expect(chosen).toEqual(['rung of gemm', 'rung of reduce', 'generated', 'generated', 'generated']);
});

test.for([
  { size: 6, window: [3, 3], options: { padding: [1, 1], stride: [2, 2] }, kernel: 'rung of conv' },
  { size: 5, window: [2, 3], options: {}, kernel: 'generated' },
] as const)('a convolution of $window takes the $kernel, and is what the reference says', async (given) => {
  const registry = kernels.with(...rungKernels(familyFiles));
  const programs = createPrograms(gpu(), registry);
  const chosen: string[] = [];
  const backend = webgpuBackend(gpu(), registry);
  await using device = new Device({
    ...backend,
    run: async (graph, inputs, options) => {
      chosen.push((await programs.ready(graph, options)).kernel);
      return backend.run(graph, inputs, options);
    },
  });
  await using host = cpuDevice();
  const convolved = async (on: Device) => {
    using images = on.randn([2, 3, given.size, given.size], { seed: 1 });
    using filters = on.randn([4, 3, ...given.window], { seed: 2 });
    using result = conv2d(images, filters, given.options);
    return Array.from(await result.read());
  };
  const [got, due] = [await convolved(device), await convolved(host)];
  expect(chosen).toEqual([given.kernel]);
  expect(got).toEqual(due.map((value) => expect.closeTo(value, 4)));
});

test('a second run of one structure compiles nothing, and takes the memory that the first gave back', async () => {
  const { device, report } = webgpuDevice(gpu());
  const reports: WebgpuReport[] = [];
  for (const seed of [1, 2]) {
    using x = device.randn([8, 16], { seed });
    using shares = device.fused(() => softmax(mul(x, 3)));
    await shares.read();
    x[Symbol.dispose]();
    shares[Symbol.dispose]();
    await device.idle();
    reports.push(report());
  }
  const [first, second] = reports;
  expect(first?.pipelines).toBeGreaterThan(0);
  expect(second).toMatchObject({
    pipelines: first?.pipelines,
    programs: 1,
    heldBytes: 0,
    peakBytes: first?.peakBytes,
  });
  expect(second?.reused).toBe(first?.given);
  await device[Symbol.asyncDispose]();
});
