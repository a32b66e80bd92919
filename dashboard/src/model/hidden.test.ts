import { expect, test } from 'vitest';
import { familyWithPeers } from '../testing.ts';
import { hiddenVariants } from './hidden.ts';
import { naturalScale, trendOver } from './trend.ts';

const { series } = familyWithPeers;
const metric = { metric: 'medianNs', machine: null } as const;

test('leaves out the rows of the host, which stretch the axis of all others', () => {
  const hidden = hiddenVariants(familyWithPeers, series, null);
  expect(hidden).toEqual(['cpu-1']);
  const shown = series.filter(({ variant }) => !hidden.includes(variant));
  const [all, left] = [series, shown].map((own) => naturalScale(trendOver(familyWithPeers, own, metric)));
  expect([all, left]).toEqual(['log', 'linear']);
});

test('leaves out what the reader says instead, also nothing', () => {
  expect(hiddenVariants(familyWithPeers, series, [])).toEqual([]);
  expect(hiddenVariants(familyWithPeers, series, ['naive'])).toEqual(['naive']);
});

test('shows the rows of the host where nothing else was timed', () => {
  const hosts = series.filter(({ variant }) => variant === 'cpu-1' || variant === 'subgroup');
  expect(hiddenVariants(familyWithPeers, hosts, null)).toEqual([]);
});
