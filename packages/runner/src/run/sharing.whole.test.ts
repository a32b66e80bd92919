// Real processes on one device: what is timed has it alone, and whoever falls takes nobody along.
import { fileURLToPath } from 'node:url';
import type { Phase, Result } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { createIo, createWorkspace } from '../../fixtures/testing.ts';
import { ask, findFamilies } from '../process/families.ts';
import { listFamilies } from '../process/survey.ts';
import { readProfile } from './plan.ts';
import { timeStretches } from './stretch.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const gpu = { kind: 'software' } as const;
const { io } = createIo(root);
const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const families = [
  ...findFamilies(repository).filter(({ name }) => ['norm', 'reduce', 'scan'].includes(name)),
  ...findFamilies(root).filter(({ name }) => name === 'faults'),
];
const wanted = [
  'norm/two-pass',
  'norm/welford',
  'reduce/naive',
  'reduce/interleaved',
  'scan/blelloch',
  'scan/shuffle',
  'faults/right',
  'faults/crashes',
  'faults/right-again',
];

async function run(sharing: number) {
  const { machine } = readProfile(
    await ask(io, families[0]!.entry, { args: ['profile'], job: { gpu, seed: 1 } }),
  );
  const listed = (await listFamilies(io, families, gpu)).flatMap((listing) => listing.ids);
  const ids = wanted.flatMap((rung) => {
    const own = listed.filter((id) => `${id.family}/${id.variant}` === rung && id.sizes.includes('tiny'));
    return own.slice(0, 1);
  });
  const results: Result[] = [];
  const phases: { readonly process: number; readonly phase: Phase }[] = [];
  await timeStretches(io, {
    families,
    stretches: [ids],
    sharing,
    measureRulers: async () => null,
    spec: {
      job: { gpu, seed: 1, effort: 'quick', machine, edgeCases: false },
      timeoutMs: 60_000,
      onPhase: (_, phase, __, process = 0) => phases.push({ process, phase }),
      onResult: (result) => results.push(result),
    },
  });
  const told = results.map(({ id, status, reason }) => `${id} ${status} ${reason?.code ?? ''}`);
  return { told: told.toSorted(), phases };
}

test('three processes on a device come to what one comes to', { timeout: 120_000 }, async () => {
  const shared = await run(3);
  expect(shared.told).toHaveLength(wanted.length);
  expect(shared.told.filter((line) => !line.endsWith(' passed '))).toEqual([
    expect.stringMatching(/^faults\/crashes\/.* failed crashed$/),
  ]);
  expect((await run(1)).told).toEqual(shared.told);
  // From its first warm-up to its proof nobody else has the device; inputs are made without.
  const meanwhile = shared.phases.filter(({ process, phase }, at) => {
    const before = shared.phases.slice(0, at).findLast((event) => event.process !== process);
    return phase !== 'inputs' && before && ['warm-up', 'sample', 'host'].includes(before.phase);
  });
  expect(meanwhile).toEqual([]);
  const onDevice = shared.phases.filter(({ phase }) => phase === 'check' || phase === 'sample');
  const turns = onDevice.filter(({ process }, at) => onDevice[at - 1]?.process !== process);
  expect(turns.length).toBeGreaterThan(4);
});
