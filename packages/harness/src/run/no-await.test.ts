import { createBuffer, createPipeline, destroyBuffer, readBuffer, writeBuffer } from '@kernel-ladder/gpu';
import type { Result, VariantKind } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { doubleCase, family as doubling } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import type { Family, Given, Prepared, SelfRunVariant } from '../contract/family.ts';
import { createSharedDevice, ownDevice } from '../contract/shared-device.ts';
import { profileMachine } from '../machine/profile.ts';
import { longestRestMs } from '../measure/awaited.ts';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { execute } from './execute.ts';
import { closeWorkbench, openWorkbench } from './workbench.ts';

const gpu = useTestGpu();

// Twice each value, after a wait of some milliseconds on a software adapter.
const slow = `
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> doubled: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&doubled)) { return; }
  var spun = id.x;
  for (var step = 0u; step < 50000u; step++) { spun = spun * 1664525u + 1013904223u; }
  doubled[id.x] = 2.0 * values[id.x] + select(0.0, 1.0, spun == 1u);
}`;

type Wait = (queue: GPUQueue) => Promise<void>;

async function prepare({ inputs, gpu: lent }: Given, wait: Wait): Promise<Prepared> {
  const { device } = lent;
  const { pipeline } = await createPipeline(lent, 'slow', slow);
  const values = inputs['values'] ?? new Float32Array();
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const bytes = values.byteLength;
  const buffers = [
    await createBuffer(lent, { label: 'values', bytes, usage }),
    await createBuffer(lent, { label: 'doubled', bytes, usage }),
  ] as const;
  writeBuffer(lent, buffers[0], 0, values);
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  return {
    run: async () => {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(Math.ceil(values.length / 64));
      pass.end();
      device.queue.submit([encoder.finish()]);
      await wait(device.queue);
      return undefined;
    },
    spoil: (outputs) => writeBuffer(lent, buffers[1], 0, outputs['doubled'] ?? new Float32Array()),
    replace: (others) => writeBuffer(lent, buffers[0], 0, others['values'] ?? new Float32Array()),
    outputs: async () => ({
      doubled: new Float32Array(await readBuffer(lent, buffers[1], { offset: 0, bytes })),
    }),
    free: () => buffers.forEach((buffer) => destroyBuffer(lent, buffer)),
  };
}

async function resultOf(name: string, wait: Wait, device = ownDevice): Promise<Result> {
  const variant: SelfRunVariant<DoubleCase> = {
    name,
    summary: 'a slow launch',
    kind: 'cpu',
    peer: { name: 'a launch', version: '1', settings: {}, timedBy: 'wall time of a run' },
    clock: 'host',
    plan: ({ n }) => ({ implBytes: 8 * n, longestSum: 1 }),
    prepare: (_, given) => prepare(given, wait),
  };
  const family: Family<DoubleCase, VariantKind> = { ...doubling, variants: [variant] };
  const machine = await profileMachine(gpu(), nodeHost());
  const wishes = { effort: 'quick', edgeCases: false } as const;
  const bench = openWorkbench({ gpu: gpu(), family, load, machine, device, ...wishes });
  const result = await execute(bench, { variant, params: doubleCase(128) });
  closeWorkbench(bench);
  return result;
}

test('a timing that does not wait for the device is too short and refused', async () => {
  const waited = await resultOf('waits', (queue) => queue.onSubmittedWorkDone());
  expect(waited).toMatchObject({ status: 'passed' });
  const unawaited = await resultOf('submits', async () => {});
  expect(unawaited).toMatchObject({ status: 'failed', reason: { code: 'below-resolution' } });
  expect(unawaited.reason?.message).toMatch(/^the device works for [\d.]+ ms more after a run came back/);
  expect(unawaited.timing).toBeUndefined();
});

const granted = async () => void (await gpu().device.queue.onSubmittedWorkDone());

test('it is refused where somebody else has the device behind it, by whose end all is done', async () => {
  const device = createSharedDevice({ emit: () => {}, granted });
  const unawaited = await resultOf('submits beside others', async () => {}, device);
  expect(unawaited).toMatchObject({ status: 'failed', reason: { code: 'below-resolution' } });
});

test('a time may lack a millisecond unseen, and a long one a twentieth', () => {
  expect(longestRestMs(100e3)).toBe(1);
  expect(longestRestMs(170e6)).toBeCloseTo(8.5);
});
