// How many workgroups share a vector, and how many threads and trips they have.
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { reduceCase } from '../cases/vector.ts';
import { twoDispatches } from './two-dispatches.ts';

const h200 = { ...emulatedDevice(32), name: 'NVIDIA H200' };

function launch(n: number, device: DeviceFacts = h200) {
  const plan = twoDispatches('optimized', 'optimized.wgsl').plan({ ...reduceCase(n), op: 'sum' }, device);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return plan.passes.map(({ wgsl: text, workgroups }) => {
    const { WORKGROUP, TRIPS } = ('constants' in text ? text.constants : undefined) ?? {};
    return [workgroups[0], WORKGROUP, TRIPS];
  });
}

test('long vectors are of two workgroups of 1024 threads a multiprocessor, with whole trips', () => {
  const fold = [1, 32, 1];
  expect(launch(2 ** 26)).toEqual([[256, 1024, 16], fold]);
  expect(launch(2 ** 28)).toEqual([[256, 1024, 64], fold]);
});

test('shorter ones are of four of 256, and one workgroup needs no second dispatch, nor does an empty vector', () => {
  expect(launch(2 ** 24)).toEqual([
    [512, 256, 8],
    [1, 32, 1],
  ]);
  for (const n of [0, 1, 4096]) expect(launch(n)).toEqual([[1, 256, 1]]);
});

test('trips that do not come out even are as few as there can be', () => {
  expect(launch(2 ** 28 + 1)[0]).toEqual([261, 1024, 63]);
});

test('a device with small workgroups, or in software, has those', () => {
  expect(launch(2 ** 26, { ...h200, software: true })[0]).toEqual([512, 256, 32]);
  expect(launch(2 ** 26, emulatedDevice(8))[0]).toEqual([256, 256, 64]);
});
