import { expect, test } from 'vitest';
import { lastLevelCache, peaksOf } from './devices.ts';

test.for([
  ['NVIDIA H200', 'NVIDIA H200 SXM'],
  ['NVIDIA H100 80GB HBM3', 'NVIDIA H100 SXM'],
  ['NVIDIA A100-SXM4-80GB', 'NVIDIA A100 80GB SXM'],
  ['NVIDIA GeForce RTX 4090', 'NVIDIA GeForce RTX 4090'],
] as const)('%s is the %s of the datasheet', ([adapter, sheet]) => {
  expect(peaksOf(adapter)?.name).toBe(sheet);
});

test.for(['NVIDIA H100 PCIe', 'NVIDIA GeForce RTX 4090 Laptop GPU', 'NVIDIA GB200', 'Apple M3', ''])(
  '"%s" is in no datasheet, rather than in a neighbour’s',
  (adapter) => {
    expect(peaksOf(adapter)).toBeNull();
  },
);

test('an H200 moves 4.8 TB/s at most and caches 60 MiB', () => {
  expect(peaksOf('NVIDIA H200')?.gbps).toBe(4800);
  expect(lastLevelCache('NVIDIA H200', false)).toEqual({ bytes: 60 * 2 ** 20, source: 'table' });
});

test('an unknown device is taken to have a cache larger than most', () => {
  expect(lastLevelCache('Apple M3', false)).toEqual({ bytes: 2 ** 27, source: 'default' });
  expect(lastLevelCache('SwiftShader', true)).toEqual({ bytes: 2 ** 25, source: 'default' });
});
