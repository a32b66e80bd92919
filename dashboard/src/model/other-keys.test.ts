import type { SiteIndex } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { machineOf, sampleFamily } from '../testing.ts';
import { joinKeys, otherKeys } from './other-keys.ts';
import { trendOf } from './trend.ts';

const entry = (key: string, more = {}, families = ['reduce']) => ({
  machine: { ...machineOf(key, false), ...more },
  families,
  runs: 1,
});
const own = entry('gpu-vulkan-11111111');
const index = (...machines: readonly ReturnType<typeof entry>[]) =>
  ({ machines: [own, ...machines] }) as unknown as SiteIndex;

test('finds the same device under other keys, and no other device', () => {
  const driver = entry('gpu-vulkan-22222222', { driver: '1.3' });
  const found = (...machines: readonly ReturnType<typeof entry>[]) =>
    otherKeys(index(...machines), own.machine, 'reduce').map(({ machine }) => machine.key);
  expect(found(driver)).toEqual(['gpu-vulkan-22222222']);
  expect(found(entry('gpu-d3d12-22222222', { backend: 'd3d12' }))).toEqual([]);
  expect(found(entry('cpu-vulkan-22222222', { software: true }))).toEqual([]);
  expect(found(entry('gpu-vulkan-22222222', {}, ['scan']))).toEqual([]);
});

const later = trendOf({ ...sampleFamily, machineKey: 'gpu-vulkan-22222222' }, 'n=1000,f32', 'medianNs');
const earlier = trendOf(
  {
    ...sampleFamily,
    machineKey: 'gpu-vulkan-11111111',
    runs: sampleFamily.runs.map((run) => ({ ...run, startedAt: '2026-01-01T00:00:00Z' })),
  },
  'n=1000,f32',
  'medianNs',
);

test('puts the earlier key first, says where the other begins, and joins no line over it', () => {
  const { trend, breaks } = joinKeys(later, [earlier]);
  expect(trend.columns.map(({ machineKey }) => machineKey.slice(-1))).toEqual([...'111222']);
  expect(breaks).toEqual([{ column: 3, text: 'machine key 22222222' }]);
  const filled = trend.lines.map(({ name, points }) => [
    name,
    points.map((point) => (point === null ? '·' : 'x')).join(''),
  ]);
  expect(filled).toEqual([
    ['naive at 11111111', 'xxx···'],
    ['tree at 11111111', '·xx···'],
    ['subgroup at 11111111', '··x···'],
    ['naive', '···xxx'],
    ['tree', '····xx'],
    ['subgroup', '·····x'],
  ]);
  expect(new Set(trend.lines.map(({ id }) => id)).size).toBe(6);
});

test('a key alone stays as it is', () => {
  expect(joinKeys(later, [])).toEqual({ trend: later, breaks: [] });
});
