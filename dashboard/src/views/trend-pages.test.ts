import { expect, test } from 'vitest';
import { trendOf } from '../model/trend.ts';
import { sampleFamily } from '../testing.ts';
import { columnAddress } from './trend-pages.ts';

const { columns } = trendOf(sampleFamily, 'n=1000,f32', 'medianNs');

test('a column leads to its commit, and to its run where no commit holds the code that ran', () => {
  expect(columns.map(columnAddress)).toEqual([
    `#page=commit&machine=gpu-vulkan-12345678&commit=${'a'.repeat(40)}`,
    '#page=run&machine=gpu-vulkan-12345678&run=b',
    '#page=run&machine=gpu-vulkan-12345678&run=c',
  ]);
  expect(columnAddress(undefined)).toBeNull();
});
