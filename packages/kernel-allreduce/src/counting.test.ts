// The passes that are timed, with a counter put in: what every step moves on the GPU is what the closed forms say.
import { closedForm } from '@kernel-ladder/collectives';
import { createLaunch, inputsOf, mutate, readBuffer, submitPasses } from '@kernel-ladder/harness';
import type { Pass } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { uploaded } from '@kernel-ladder/kernel-kit';
import { expect, test } from 'vitest';
import { shapeOf, stepAlgorithms } from './plans/algorithms.ts';
import type { StepAlgorithm } from './plans/algorithms.ts';
import { allreduceCase } from './cases.ts';
import { family } from './family.ts';
import type { AllreduceCase } from './cases/kind.ts';
import { strideOf } from './cases/kind.ts';
import { planOf } from './plans.ts';
import { tableOf } from './plans/table.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

// What steps count apart is bound apart: a text of its own for each step would be one to compile.
const tallyBytes = 256;

// Counts what a move brings in; a copy that only the simulation needs has no step and sends nothing.
function counting(pass: Pass, step: number | null): Pass {
  if (step === null) return pass;
  const declared = mutate(
    pass.wgsl,
    '@compute',
    '@group(0) @binding(3) var<storage, read_write> tally: atomic<u32>;\n\n@compute',
  );
  const messages = '(max(terms, 2u) - 1u) * min(count - 4u * quad, 4u)';
  const stored = 'store(result + quad';
  const counted = mutate(declared, stored, `atomicAdd(&tally, ${messages});\n    ${stored}`);
  const tally = { buffer: 'tallies', offset: tallyBytes * step, bytes: 4 };
  return { ...pass, wgsl: counted, bindings: [...pass.bindings, tally] };
}

const cases = [
  allreduceCase(1003, 2),
  allreduceCase(1003, 8, { place: 'in' }),
  allreduceCase(333, 12, { nodes: 3 }),
  allreduceCase(50, 7, { nodes: 1 }),
];

test.for([...stepAlgorithms])('%s moves per step, and in all, what its schedule says', async (name) => {
  for (const params of cases) {
    const { moved } = await run(name, params);
    const sent = moved.reduce((sum, elements) => sum + elements, 0);
    const counted = { steps: moved.filter((elements) => elements > 0).length, sentElements: sent };
    const { ranks, n } = params;
    const expected =
      name === 'naive' ? { steps: 2, sentElements: 2 * (ranks - 1) * n } : closedForm(name, shapeOf(params));
    expect(counted).toEqual(expected);
  }
});

test('a step of a ring moves one vector in all, shared evenly', async () => {
  const { moved } = await run('ring', allreduceCase(1024, 8));
  expect(moved).toEqual(Array(14).fill(1024));
});

// Long vectors take the path with several quads a thread and more than one row of a grid.
test('long vectors come out right', async () => {
  const params = allreduceCase(2 ** 20 + 5, 2, { op: 'mean' });
  const { moved, report } = await run('tree', params);
  expect(report).toMatchObject({ passed: true });
  expect(moved).toEqual([params.n, params.n]);
});

async function run(name: StepAlgorithm, params: AllreduceCase) {
  const inputs = inputsOf(family, params, 1);
  const buffers = new Map(
    Object.entries(inputs).map(([key, array]) => [key, uploaded(gpu(), array as Float32Array)]),
  );
  const placed = tableOf(params).programs.get(name)!;
  const plan = planOf(params, placed, gpu().facts);
  const { program } = placed;
  const steps = Math.max(...program.dispatches.map(({ step }) => (step ?? -1) + 1));
  const launch = await createLaunch(gpu(), {
    family,
    params,
    plan: {
      ...plan,
      passes: plan.passes.map((pass, index) => counting(pass, program.dispatches[index]?.step ?? null)),
      scratch: { ...plan.scratch, tallies: tallyBytes * steps },
    },
    data: { buffers },
    load,
  });
  const tallies = launch.scratch.get('tallies')!;
  gpu().device.queue.writeBuffer(tallies, 0, new Uint32Array((tallyBytes / 4) * steps));
  await submitPasses(gpu(), [launch.encode(0)]);
  const words = new Uint32Array(await readBuffer(gpu(), tallies, { offset: 0, bytes: tallyBytes * steps }));
  const moved = Array.from({ length: steps }, (_, step) => words[(tallyBytes / 4) * step] ?? 0);
  const bytes = 4 * params.ranks * strideOf(params);
  const output = new Float32Array(
    await readBuffer(gpu(), launch.outputs.get('output')!, { offset: 0, bytes }),
  );
  const report = family.oracle(params, inputs).verify({ output }, { longestSum: plan.longestSum });
  launch.free();
  for (const buffer of buffers.values()) buffer.destroy();
  return { moved, report };
}
