// What becomes of a NaN and of an infinity, in every rung of floats: the row of C that they belong to, and nothing else. WGSL promises
// neither, so that devices are observed; the emulator keeps to IEEE 754, and shows what the kernels themselves do.
import { createRandom, planFor } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatePlan } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { hopper } from '../fixtures/hopper.ts';
import { edgeCases } from './awkward.ts';
import type { GemmCase } from './cases.ts';
import { family } from './family.ts';
import { createInputs } from './inputs.ts';
import { createOracle } from './oracle/oracle.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const special = edgeCases.find(({ set }) => set === 'EC-NAN')?.cases ?? [];

// ReLU as max(x, 0): WGSL lets max leave a NaN out, and does not let through what is below zero.
function due({ fill, epilogue }: GemmCase): string {
  if (epilogue !== 'bias-relu') return 'its row';
  return fill === 'nan' ? 'ignored' : 'part of its row';
}

const rungs = family.variants.filter(({ name }) => name !== 'dot4');

test.for(rungs)('a NaN and an infinity show where they belong in $name', (variant) => {
  const met = special.flatMap((params) => {
    const plan = planFor(variant, params, hopper);
    if ('skip' in plan) return [];
    const inputs = createInputs(params, createRandom(1));
    const outputs = family.outputs(params);
    const { outputs: got, hazards } = emulatePlan({ plan, inputs, outputs, load, subgroupSize: 32 });
    const { observed } = createOracle(params, inputs).verify(got, plan);
    expect({ params, observed, hazards }).toEqual({ params, observed: due(params), hazards: [] });
    return [params.fill];
  });
  expect(new Set(met)).toEqual(new Set(['nan', 'inf']));
});
