import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hostKindOf, machineKey } from './machine-key.ts';
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
