// The roof behind a stored share, of recorded results as of made ones.
import { expect, test } from 'vitest';
import { memoryRoof, roofOf } from './roofline.ts';
import type { UnderRoof } from './roofline.ts';
import type { Roofs, Timing } from './types.generated.ts';

const roofs: Roofs = {
  copyGBps: 3900,
  readGBps: 4500,
  gflops: { f32: 62_900, f16: 64_600, i32: 32_300, 'tensor:f16-f32': 630_000 },
};
const timing = { medianNs: 10_000 } as Timing;

function result(flops: number, minBytes: number, floorNs: number, more: Partial<UnderRoof> = {}): UnderRoof {
  return {
    work: { flops, minBytes, implBytes: minBytes },
    dtype: { in: 'f32', acc: 'f32', out: 'f32' },
    timing,
    metrics: { pctOfRoof: (100 * floorNs) / timing.medianNs },
    ...more,
  };
}

test('a share follows from memory or from one kind of arithmetic', () => {
  expect(roofOf(result(1000, 4.5e6, 1000), roofs)).toBe(memoryRoof);
  expect(roofOf(result(62.9e6, 45_000, 1000), roofs)).toBe('f32');
  expect(roofOf(result(630e6, 45_000, 1000), roofs)).toBe('tensor:f16-f32');
});

test('where two kinds are as fast, it is that of the sums; never one of other numbers', () => {
  const alike = { ...roofs, gflops: { i32: 32_300, u32: 32_300, f32: 32_300 } };
  const words = { dtype: { in: 'u32', acc: 'u32', out: 'u32' } } as const;
  expect(roofOf(result(32.3e6, 45_000, 1000, words), alike)).toBe('u32');
  expect(roofOf(result(32.3e6, 45_000, 1000), alike)).toBe('f32');
  expect(roofOf(result(32.3e6, 45_000, 1000), roofs)).toBeNull();
});

test('no roof is named without a share, or for a share that none of them explains', () => {
  expect(roofOf(result(1000, 4.5e6, 1000, { metrics: {} }), roofs)).toBeNull();
  expect(roofOf(result(1000, 4.5e6, 1000, { timing: undefined }), roofs)).toBeNull();
  expect(roofOf(result(1000, 4.5e6, 2000), roofs)).toBeNull();
});
