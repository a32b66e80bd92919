import { createHash } from 'node:crypto';
import { parseMachine } from '@kernel-ladder/schema';
import type { Machine } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import { nodeHost } from '../process/host.ts';
import { useSoftwareGpu } from '../testing/software-gpu.ts';
import { sha256 } from '../launch/digest.ts';
import { machineKey, profileMachine } from './profile.ts';
import { measureArithmetic } from './roofs.ts';

const gpu = useSoftwareGpu();
const host = nodeHost();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), host);
});

test('profiles a software machine with roofs, timer and CPU, and no datasheet', () => {
  expect(parseMachine('profile', machine)).toMatchObject({
    software: true,
    peaks: null,
    cpu: expect.any(String),
  });
  expect(machine.roofs.copyGBps).toBeGreaterThan(0);
  expect(machine.roofs.gflops).toEqual({});
});

test('the kernels behind the arithmetic roofs run', async () => {
  const roofs = await measureArithmetic(gpu(), 2 ** 20);
  expect(Object.keys(roofs)).toEqual(['f32', 'i32', 'u32', 'dot4:i8-i32']);
  for (const gflops of Object.values(roofs)) expect(gflops).toBeGreaterThan(0);
});

test('the key is device, backend and hash', async () => {
  expect(machine.key).toMatch(/^swiftshader-device-subzero-vulkan-[0-9a-f]{8}$/);
  expect(await machineKey(machine, host)).toBe(machine.key);
});

test.for<[string, Partial<Machine>]>([
  ['driver', { driver: 'SwiftShader driver 6.0.0' }],
  ['toggles', { toggles: ['disable_robustness'] }],
  ['backend', { backend: 'metal' }],
  ['version of Dawn', { webgpu: '9.9.9' }],
  ['CPU', { cpu: 'Another CPU' }],
])('another %s is another machine', async ([, change]) => {
  expect(await machineKey({ ...machine, ...change }, host)).not.toBe(machine.key);
});

test.for<[string, Partial<Machine>]>([
  ['Node', { node: 'v99.0.0' }],
  ['kernel of the system', { os: 'Linux 99' }],
  ['measured roof', { roofs: { copyGBps: 1, readGBps: 1, gflops: {} } }],
  ['timer', { timer: { tickNs: 9, quantized: true, passOverheadNs: 9, dispatchNs: 9 } }],
])('another %s is the same machine', async ([, change]) => {
  expect(await machineKey({ ...machine, ...change }, host)).toBe(machine.key);
});

const h200 = {
  adapter: {
    vendor: 'nvidia',
    architecture: '',
    device: 'nvidia-h200',
    description: 'NVIDIA: 580.159.04 580.159.4.0',
    name: 'NVIDIA H200',
  },
  backend: 'vulkan',
  driver: 'NVIDIA: 580.159.04 580.159.4.0',
  webgpu: '0.6.2',
  toggles: ['allow_unsafe_apis', 'vulkan_enable_f16_on_nvidia', '-timestamp_quantization'],
};

test('the key of a recorded machine is the one under which its history lies', async () => {
  expect(await machineKey(h200, { platform: 'linux', arch: 'x64' })).toBe('nvidia-h200-vulkan-f683e31d');
});

test.for(['', 'abc', 'µs → ns', 'x'.repeat(1000)])('hashes %j as Node does', async (text) => {
  expect(await sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
});

test('roofs that are known are not measured again', async () => {
  const roofs = { copyGBps: 1, readGBps: 2, gflops: {} };
  expect((await profileMachine(gpu(), host, roofs)).roofs).toBe(roofs);
});
