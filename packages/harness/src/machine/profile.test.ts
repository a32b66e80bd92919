import { machineKey, parseMachine } from '@kernel-ladder/schema';
import type { Machine } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { profileMachine } from './profile.ts';
import { measureArithmetic } from './roofs.ts';

const gpu = useTestGpu();
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

test('the key is device, backend and hash', () => {
  expect(machine.key).toMatch(/^swiftshader-device-subzero-vulkan-[0-9a-f]{8}$/);
  expect(machineKey(machine, host)).toBe(machine.key);
});

test.for<[string, Partial<Machine>]>([
  ['driver', { driver: 'SwiftShader driver 6.0.0' }],
  ['toggles', { toggles: ['disable_robustness'] }],
  ['backend', { backend: 'metal' }],
  ['version of Dawn', { webgpu: '9.9.9' }],
  ['CPU', { cpu: 'Another CPU' }],
])('another %s is another machine', ([, change]) => {
  expect(machineKey({ ...machine, ...change }, host)).not.toBe(machine.key);
});

test.for<[string, Partial<Machine>]>([
  ['Node', { node: 'v99.0.0' }],
  ['kernel of the system', { os: 'Linux 99' }],
  ['measured roof', { roofs: { copyGBps: 1, readGBps: 1, gflops: {} } }],
  ['timer', { timer: { tickNs: 9, quantized: true, passOverheadNs: 9, dispatchNs: 9 } }],
])('another %s is the same machine', ([, change]) => {
  expect(machineKey({ ...machine, ...change }, host)).toBe(machine.key);
});

test('roofs that are known are not measured again', async () => {
  const roofs = { copyGBps: 1, readGBps: 2, gflops: {} };
  expect((await profileMachine(gpu(), host, roofs)).roofs).toBe(roofs);
});
