import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hostKindOf, machineKey } from './machine-key.ts';
import type { MachineIdentity } from './machine-key.ts';
import { sha256 } from './sha256.ts';

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

test('the key of a recorded machine is the one under which its history lies', () => {
  expect(machineKey(h200, { platform: 'linux', arch: 'x64' })).toBe('nvidia-h200-vulkan-f683e31d');
});

const nowhere = { platform: '', arch: '' };
const chrome = { name: 'Google Chrome', version: '153', system: 'Windows' };
const inBrowser: MachineIdentity = {
  adapter: { vendor: 'nvidia', architecture: 'hopper', device: '', description: '', name: 'nvidia hopper' },
  backend: 'browser',
  driver: '',
  webgpu: 'Google Chrome/153',
  toggles: [],
  browser: chrome,
};

test('a browser has a kind of key of its own, which counts nothing of the host but what the browser says', () => {
  const key = machineKey(inBrowser, nowhere);
  expect(key).toMatch(/^browser-nvidia-hopper-google-chrome-[0-9a-f]{8}$/);
  expect(machineKey(inBrowser, { platform: 'linux', arch: 'x64' })).toBe(key);
});

test.for<[string, Partial<MachineIdentity>]>([
  ['browser', { browser: { ...chrome, name: 'Microsoft Edge' } }],
  ['version of it', { browser: { ...chrome, version: '154' } }],
  ['system', { browser: { ...chrome, system: 'Linux' } }],
  ['architecture', { adapter: { ...inBrowser.adapter, architecture: 'blackwell' } }],
])('another %s is another machine', ([, change]) => {
  expect(machineKey({ ...inBrowser, ...change }, nowhere)).not.toBe(machineKey(inBrowser, nowhere));
});

test.for([
  ['Linux 6.18.44-fc-v657-gpu x64', { platform: 'linux', arch: 'x64' }],
  ['Darwin 24.1.0 arm64', { platform: 'darwin', arch: 'arm64' }],
  ['Windows_NT 10.0.26100 x64', { platform: 'win32', arch: 'x64' }],
  ['X11; Linux x86_64', null],
  ['Linux', null],
] as const)('%s is %j', ([os, kind]) => {
  expect(hostKindOf(os)).toEqual(kind);
});

// The lengths round the end of a block, where the padding needs one more.
const texts = ['', 'abc', 'µs → ns', ...[55, 56, 63, 64, 65, 1000].map((length) => 'x'.repeat(length))];

test.for(texts)('hashes %j as Node does', (text) => {
  expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
});
