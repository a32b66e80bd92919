// Reverse mode over the registry: every operator that has a gradient, against central differences of its loss in f64. The gradients
// are what the kernels give that are generated for them, run by the emulator, which reports races and reads of what nobody wrote.
import { compile, evaluate, gradcheck, operators, optimise } from '@kernel-ladder/fusion';
import type { Feeds, Graph } from '@kernel-ladder/fusion';
import { emulateProgram } from '@kernel-ladder/fusion/testing/emulated.ts';
import { gradientCases, lossOf, titleOf } from '@kernel-ladder/fusion/testing/gradients.ts';
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';

const subgroupSize = 4;
const plain = emulatedDevice(subgroupSize);
const device = { ...plain, features: new Set([...plain.features, 'shader-f16']) };

function emulated(graph: Graph, feeds: Feeds): readonly ArrayLike<number>[] {
  const { outputs, hazards } = emulateProgram(compile(optimise(graph), device), feeds, subgroupSize);
  expect(hazards).toEqual([]);
  return outputs;
}

// Sums of f32 beside slopes of f64; a number that goes through f16 keeps 11 bits.
const bound = (op: string) => (op === 'cast' ? 2 ** -10 : 1e-4);

test('every differentiable operation passes gradcheck', async () => {
  const differentiable = operators.filter(({ gradient }) => gradient).map(({ name }) => name);
  const tried = new Set(gradientCases.map(({ op }) => op));
  // A detach has the slope 0 by what it is: fusion's tests hold it.
  expect(differentiable.filter((name) => !tried.has(name))).toEqual(['detach']);
  const strays: string[] = [];
  for (const each of gradientCases) {
    const { graph, feeds } = lossOf(each);
    for (const { input, error } of await gradcheck(graph, feeds, emulated))
      if (!(error < bound(each.op))) strays.push(`${titleOf(each)} along ${input}: ${error}`);
  }
  expect(strays).toEqual([]);
});

test('a gradient that is a little off is found', async () => {
  const { graph, feeds } = lossOf({ op: 'tanh', shapes: [[3]] });
  const off = await gradcheck(graph, feeds, (both, given) =>
    evaluate(both, given).map((values) => values.map((value) => 1.001 * value)),
  );
  expect(off[0]?.error).toBeGreaterThan(bound('tanh'));
});
