import { testFamily } from '@kernel-ladder/harness/testing';
import { strayFaults } from '@kernel-ladder/kernel-kit';
import { expect, test } from 'vitest';
import { family } from './family.ts';
import { faultTable, wrong } from './wrong.ts';

testFamily(family, new URL('./kernels/', import.meta.url));

test('every fault has its class, and every class its faults or a reason', () => {
  expect(strayFaults(faultTable, wrong)).toEqual([]);
});
