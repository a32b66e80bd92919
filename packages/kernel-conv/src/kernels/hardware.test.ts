// What a large device runs and no software adapter is given: every tile of the product on the emulator.
import { inputsOf, planFor } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { edgeCases } from '../awkward.ts';
import { convCase } from '../cases.ts';
import { family } from '../family.ts';
import { geometryOf } from '../geometry.ts';
import { productPass } from '../plans/lowered.ts';
import { productTiles } from '../plans/tiles.ts';

const load = fileLoader(new URL('./', import.meta.url));
const emulated = emulatedDevice(32);
const large: DeviceFacts = { ...emulated, name: 'NVIDIA H200', software: false };

// Windows of an image in whole vec4s or not; rows and columns that overhang every tile; more slices than one.
const shapes = [convCase([2, 5, 7, 3], { filters: 9 }), convCase([1, 3, 8, 5], { filters: 68, stride: 2 })];

test.for(
  Object.entries(productTiles).flatMap(([name, { tile }]) =>
    shapes.map((params) => ({ name, tile, params })),
  ),
)('gathers windows by the $name tile: $params.size pixels', ({ tile, params }) => {
  const geometry = geometryOf(params);
  const plan = { passes: [productPass(geometry, 'gather', tile)], implBytes: 0, longestSum: geometry.terms };
  const inputs = inputsOf(family, params, 1);
  const launch = { plan, inputs, outputs: family.outputs(params), load, subgroupSize: 32 };
  const { outputs, hazards } = emulatePlan(launch);
  expect(hazards).toEqual([]);
  expect(family.oracle(params, inputs).verify(outputs, plan)).toMatchObject({ passed: true });
});

test('every awkward case has a plan on a large device', () => {
  const refused = edgeCases
    .flatMap(({ cases }) => cases)
    .filter((params) => family.variants.every((variant) => 'skip' in planFor(variant, params, large)));
  expect(refused).toEqual([]);
});
