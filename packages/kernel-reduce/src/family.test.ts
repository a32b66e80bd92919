import { testFamily } from '@kernel-ladder/harness/testing';
import { strayFaults } from '@kernel-ladder/kernel-kit';
import { expect, test } from 'vitest';
import { family } from './family.ts';
import { argFaults, argTable } from './wrong/arg.ts';
import { axesFaults, axesTable } from './wrong/axes.ts';
import { segmentsFaults, segmentsTable } from './wrong/segments.ts';
import { vectorFaults, vectorTable } from './wrong/vector.ts';

testFamily(family, new URL('./kernels/', import.meta.url));

test('every fault has its class, and every class its faults or a reason', () => {
  expect(strayFaults(vectorTable, vectorFaults)).toEqual([]);
  expect(strayFaults(argTable, argFaults)).toEqual([]);
  expect(strayFaults(axesTable, axesFaults)).toEqual([]);
  expect(strayFaults(segmentsTable, segmentsFaults)).toEqual([]);
});
