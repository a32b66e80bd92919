import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chainedDurations,
  closeDevice,
  createBuffer,
  createPipeline,
  destroyBuffer,
  hasTimestamps,
  liveBuffers,
  openDevice,
  deviceMs,
  readBuffer,
  submitPasses,
  timePasses,
  writeBuffer,
} from './index.ts';
import type { Gpu } from './index.ts';
import {
  NoAdapter,
  defaultToggles,
  duplicateNames,
  listAdapters,
  openGpu,
  parseListing,
  pickAdapter,
  softwareToggles,
  toggleFlags,
  validateWgsl,
} from './node.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openGpu({ kind: 'software' });
});
afterAll(() => {
  closeDevice(gpu);
});

const double = `
@group(0) @binding(0) var<storage, read_write> values: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < 1000) { values[id.x] *= 2; }
}`;

async function doubling() {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffer = await createBuffer(gpu, { label: 'values', bytes: 4000, usage });
  writeBuffer(
    gpu,
    buffer,
    0,
    Float32Array.from({ length: 1000 }, (_, index) => index),
  );
  const { pipeline } = await createPipeline(gpu, 'double', double);
  const layout = pipeline.getBindGroupLayout(0);
  const group = gpu.device.createBindGroup({ layout, entries: [{ binding: 0, resource: { buffer } }] });
  const encode = (pass: GPUComputePassEncoder) => {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(16);
  };
  return { buffer, encode };
}

test('counts how long the device works, and not how long it is read from', async () => {
  const { buffer, encode } = await doubling();
  const before = deviceMs(gpu);
  await submitPasses(gpu, [encode]);
  const after = deviceMs(gpu);
  expect(after).toBeGreaterThan(before);
  await readBuffer(gpu, buffer, { offset: 0, bytes: 4000 });
  expect(deviceMs(gpu)).toBe(after);
  destroyBuffer(gpu, buffer);
});

test('a pair of stamps spans passes that are submitted one by one, and the host between them', async () => {
  const { buffer, encode } = await doubling();
  const [one, several] = await timePasses(gpu, [encode, [encode, encode, encode]]);
  const values = new Float32Array(await readBuffer(gpu, buffer, { offset: 0, bytes: 8 }));
  destroyBuffer(gpu, buffer);
  expect([...values]).toEqual([0, 16]);
  expect(several?.beginNs).toBeGreaterThanOrEqual(one?.endNs ?? Infinity);
  expect(several?.endNs).toBeGreaterThan(several?.beginNs ?? Infinity);
});

test('opens SwiftShader with timestamps, subgroups and the adapter’s own limits', () => {
  expect(gpu.facts.software).toBe(true);
  expect(gpu.adapter.name).toContain('SwiftShader');
  expect([...gpu.facts.features]).toEqual(expect.arrayContaining(['timestamp-query', 'subgroups']));
  expect(gpu.facts.limits['maxComputeWorkgroupStorageSize']).toBeGreaterThan(16384);
  expect(gpu.toggles).toEqual([...defaultToggles, ...softwareToggles]);
});

test('runs a kernel, reads its output back and leaves no buffer alive', async () => {
  const before = liveBuffers(gpu);
  const { buffer, encode } = await doubling();
  await submitPasses(gpu, [encode]);
  const output = new Float32Array(await readBuffer(gpu, buffer, { offset: 0, bytes: 4000 }));
  expect(output[999]).toBe(1998);
  destroyBuffer(gpu, buffer);
  expect(liveBuffers(gpu)).toEqual(before);
});

test('stamps every pass in order, unquantised', async () => {
  const { buffer, encode } = await doubling();
  const stamps = await timePasses(
    gpu,
    Array.from({ length: 50 }, () => encode),
  );
  expect(stamps).toHaveLength(50);
  const ends = stamps.map((stamp) => stamp.endNs);
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  expect(ends.some((end) => end % 65536 !== 0)).toBe(true);
  destroyBuffer(gpu, buffer);
});

test('chains ends, so that the tail of a pass is not counted twice', () => {
  const stamps = [
    { beginNs: 100, endNs: 200 },
    { beginNs: 150, endNs: 260 },
    { beginNs: 300, endNs: 290 },
  ];
  expect(chainedDurations(stamps)).toEqual([100, 60, null]);
});

test('names the line of invalid WGSL', async () => {
  await expect(createPipeline(gpu, 'broken', '\n\nfn main( {')).rejects.toMatchObject({
    code: 'invalid-wgsl',
    message: expect.stringContaining('line 3'),
  });
});

test('refuses a buffer over the device limit and over the memory cap', async () => {
  const usage = GPUBufferUsage.STORAGE;
  await expect(createBuffer(gpu, { label: 'huge', bytes: 2 ** 40, usage })).rejects.toMatchObject({
    code: 'limit:maxBufferSize',
  });
  const capped: Gpu = { ...gpu, memoryCapBytes: 1000 };
  await expect(createBuffer(capped, { label: 'big', bytes: 2000, usage })).rejects.toThrow(
    'over the cap of 1000 bytes',
  );
});

test('reports a destroyed device as lost instead of waiting for ever', async () => {
  const doomed = await openGpu({ kind: 'software' });
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
  const buffer = await createBuffer(doomed, { label: 'x', bytes: 16, usage });
  doomed.device.destroy();
  await expect(readBuffer(doomed, buffer, { offset: 0, bytes: 16 })).rejects.toMatchObject({
    code: 'device-lost',
  });
});

test('refuses an adapter without timestamps', async () => {
  const adapter = { features: new Set() } as unknown as GPUAdapter;
  const origin = { name: 'Old GPU', backend: 'vulkan', toggles: [], memoryCapBytes: 1 };
  await expect(openDevice(adapter, origin)).rejects.toThrow('Old GPU offers no timestamp-query');
});

test('a toggle takes the place of a default that is its opposite', async () => {
  const quantised = await openGpu({ kind: 'software', toggles: ['timestamp_quantization'] });
  expect(quantised.toggles).toContain('timestamp_quantization');
  expect(quantised.toggles).not.toContain('-timestamp_quantization');
  const stamps = await timePasses(quantised, [() => {}, () => {}]);
  closeDevice(quantised);
  expect(stamps.flatMap(({ beginNs, endNs }) => [beginNs % 65_536, endNs % 65_536])).toEqual([0, 0, 0, 0]);
});

test('a device without timestamps is timed by the host’s clock, each pass by itself', async () => {
  const blind = { ...gpu, facts: { ...gpu.facts, features: new Set<string>() } };
  expect([hasTimestamps(gpu), hasTimestamps(blind)]).toEqual([true, false]);
  const start = performance.now();
  const stamps = await timePasses(blind, [() => {}, [() => {}, () => {}], () => {}]);
  const wallNs = (performance.now() - start) * 1e6;
  const durations = chainedDurations(stamps).map((duration) => duration ?? -1);
  expect(durations).toHaveLength(3);
  expect(Math.min(...durations)).toBeGreaterThan(0);
  expect(durations.reduce((sum, duration) => sum + duration, 0)).toBeLessThanOrEqual(wallNs + 1000);
});

const listing = parseListing(`no suitable backends found
Available adapters:
 * backend: 'vulkan', name: 'NVIDIA H200'
 * backend: 'vulkan', name: 'NVIDIA H200'
 * backend: 'vulkan', name: 'llvmpipe (LLVM 19)'`);

test('lists adapters from Dawn’s refusal and names duplicates', () => {
  expect(listing.map((entry) => entry.software)).toEqual([false, false, true]);
  expect(duplicateNames(listing)).toEqual(['vulkan: NVIDIA H200']);
});

test('picks an adapter by part of its name, or says which there are', () => {
  expect(pickAdapter(listing, 'h200').name).toBe('NVIDIA H200');
  expect(() => pickAdapter(listing, 'radeon')).toThrow(
    'no adapter is called "radeon"; there are: "NVIDIA H200"',
  );
  expect(() => pickAdapter(listing, 'i')).toThrow('give more of the name');
});

test('an adapter that was found before is opened by its name, or none; software is looked for all the same', async () => {
  const found = { backend: 'vulkan', name: 'a card that has gone', software: false };
  await expect(openGpu({ kind: 'auto' }, { found })).rejects.toThrow('a card that has gone');
  const software = await openGpu({ kind: 'software' }, { found: { ...found, software: true } });
  expect(software.facts.software).toBe(true);
  closeDevice(software);
});

const hasHardware = (await listAdapters()).some((adapter) => !adapter.software);

test.skipIf(hasHardware)('asks for hardware in vain on a machine without it', async () => {
  await expect(openGpu({ kind: 'hardware' })).rejects.toBeInstanceOf(NoAdapter);
});

const zeros = (words: number) => `
@group(0) @binding(0) var<storage, read_write> total: array<u32>;
var<workgroup> held: array<u32, ${words}>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) lane: u32) {
  for (var at = lane; at < ${words}u; at += 64u) { if (held[at] != 0u) { total[0] = at; } held[at] = 7u; }
}`;

// A compiler that writes out a store for every word takes 200 times as long.
test('workgroup memory on the software adapter starts as zeros, and costs as little to compile when there is much of it', async () => {
  const bytes = 4;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffer = await createBuffer(gpu, { label: 'total', bytes, usage });
  const little = await createPipeline(gpu, 'little', zeros(64));
  const { pipeline, compileMs } = await createPipeline(gpu, 'much', zeros(4096));
  const layout = pipeline.getBindGroupLayout(0);
  const group = gpu.device.createBindGroup({ layout, entries: [{ binding: 0, resource: { buffer } }] });
  await submitPasses(gpu, [
    (pass) => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(8);
    },
  ]);
  const [first] = new Uint32Array(await readBuffer(gpu, buffer, { offset: 0, bytes }));
  destroyBuffer(gpu, buffer);
  expect(first).toBe(0);
  expect(compileMs).toBeLessThan(30 * little.compileMs);
});

test('splits toggles into enabled and disabled flags', () => {
  expect(toggleFlags(['a', '-b', 'c'])).toEqual(['enable-dawn-features=a,c', 'disable-dawn-features=b']);
});

test('validates kernels whose features this adapter lacks', async () => {
  expect(
    await validateWgsl('enable f16;\n@compute @workgroup_size(1) fn main() { var half = 1h; half += 1h; }'),
  ).toEqual([]);
  expect(await validateWgsl('fn main() { nonsense }')).not.toEqual([]);
});
