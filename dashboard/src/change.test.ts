import { expect, test } from 'vitest';
import { changed, pinned } from './change.ts';
import { parseHash } from './state.ts';

const emptyState = parseHash('');

test('a change is of the address as it is now: two quick choices are both kept', () => {
  const first = changed(emptyState, (now) => ({ series: [...now.series, 'a'] }));
  const second = changed(first, (now) => ({ series: [...now.series, 'b'] }));
  expect(second.series).toEqual(['a', 'b']);
  expect(changed(second, { query: 'x' })).toEqual({ ...emptyState, series: ['a', 'b'], query: 'x' });
});

test('defaults are written out, but for what was chosen since', () => {
  const settled = { ...emptyState, machine: 'm', family: 'scan', case: 'n=1', metric: 'gbps' as const };
  expect(pinned(emptyState, emptyState, settled)).toEqual(settled);
  const now = { ...emptyState, family: 'gemm' };
  expect(pinned(now, emptyState, settled)).toEqual({ ...settled, family: 'gemm' });
});
