// What a large GPU is given, without one: the default model compiles in seconds, its kernels are sound WGSL, and none of them reads
// one part of a buffer and writes another, which WebGPU refuses.
import { compile, exp, graphOf, input } from '@kernel-ladder/fusion';
import type { Program } from '@kernel-ladder/fusion';
import { shaderText } from '@kernel-ladder/harness';
import { emulatedDevice, validateWgsl } from '@kernel-ladder/harness/testing';
import type { TrainWishes } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { slopeName } from '../graphs.ts';
import { settingsOf, specOf } from '../settings.ts';
import { planTraining } from './plan.ts';

const plain = emulatedDevice(32);
const device = {
  ...plain,
  name: 'NVIDIA H200',
  features: new Set([...plain.features, 'shader-f16']),
};

const noFile = (file: string): never => {
  throw new Error(`${file}: a compiled program carries its own texts`);
};

// The kernels that read some of these results and write others.
function bindsBothWays({ plan }: Program, names: readonly string[]): readonly string[] {
  return plan.passes.flatMap(({ wgsl, bindings }) => {
    const text = shaderText(wgsl, noFile);
    const ways = bindings.flatMap((bound, at) => {
      const [, way] = new RegExp(`@binding\\(${at}\\)\\s+var<storage, (\\w+)>`).exec(text) ?? [];
      return typeof bound === 'string' && names.includes(bound) ? [way] : [];
    });
    return new Set(ways).size > 1 ? [bindings.join(' ')] : [];
  });
}

const wished: readonly TrainWishes[] = [
  {},
  { recompute: true, head: 'separate', accumulate: 2 },
  { precision: 'mixed', optimiser: 'sgd' },
];

test.for(wished)('%j', async (wishes) => {
  const plan = planTraining(specOf(settingsOf(wishes, false)), device);
  const passes = Object.values(plan.programs).flatMap((program) => program.plan.passes);
  const faults: string[] = [];
  for (const text of new Set(passes.map(({ wgsl }) => shaderText(wgsl, noFile))))
    faults.push(...(await validateWgsl(text)));
  expect(faults).toEqual([]);
  const slopes = plan.packing.places.map(({ name }) => slopeName(name));
  expect(bindsBothWays(plan.programs.gradients, slopes)).toEqual([]);
  // A kernel for each operator of each layer would be thousands.
  expect(passes.length).toBeLessThan(400);
});

test('a result that is read for another one is found', () => {
  const value = exp(input('x', 'f32', [8]));
  const program = compile(graphOf([value, value]), device, { outputs: ['a', 'b'], fuse: false });
  expect(bindsBothWays(program, ['a', 'b'])).toHaveLength(1);
});
