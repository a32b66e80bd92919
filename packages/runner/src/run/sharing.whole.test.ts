// Real processes on one device: what is timed has it alone, and whoever falls takes nobody along.
import { fileURLToPath } from 'node:url';
import type { DeviceUse, Phase, Result, TraceEvent } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { createIo, createWorkspace, watched } from '../../fixtures/testing.ts';
import { ask, findFamilies } from '../process/families.ts';
import { listFamilies } from '../process/survey.ts';
import { coverProcess } from '../process/cover.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { beginCoverage } from './coverage.ts';
import { readProfile } from './plan.ts';
import { createSessionTrace } from '../text/session-trace.ts';
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

interface Wish {
  readonly sharing: number;
  /** Whether processes of their own check awkward cases; nobody does when left out. */
  readonly edgeCases?: boolean;
  /** Families; all when left out. */
  readonly among?: readonly string[];
}

async function run({ sharing, edgeCases = false, among }: Wish) {
  const { machine } = readProfile(
    await ask(io, families[0]!.entry, { args: ['profile'], job: { gpu, seed: 1 } }),
  );
  const listed = (await listFamilies(io, families, gpu)).flatMap((listing) => listing.ids);
  const rungs = wanted.filter((rung) => among?.includes(rung.split('/')[0]!) ?? true);
  const ids = rungs.flatMap((rung) => {
    const own = listed.filter((id) => `${id.family}/${id.variant}` === rung && id.sizes.includes('tiny'));
    return own.slice(0, 1);
  });
  const spec = { job: { gpu, seed: 1, effort: 'quick' as const, machine, edgeCases }, timeoutMs: 60_000 };
  const asked: DeviceUse[] = [];
  const results: Result[] = [];
  const phases: { readonly process: number; readonly phase: Phase }[] = [];
  const own: MeasureSpec = {
    ...spec,
    onPhase: (_, phase, __, process = 0) => phases.push({ process, phase }),
    onResult: (result) => results.push(result),
  };
  const trace = createSessionTrace();
  await timeStretches(io, {
    families,
    watch: trace.watch,
    stretches: [ids],
    sharing,
    measureRulers: async () => null,
    spec: own,
    cover: (order, gate) =>
      beginCoverage(
        io,
        { families: order, ids, spec: own },
        { width: 2, gate: gate && watched(gate, asked) },
      ),
  });
  const told = results.map(({ id, status, reason }) => `${id} ${status} ${reason?.code ?? ''}`);
  const covered = results.filter(({ coverage }) => coverage.some(({ passed }) => passed > 0));
  return { told: told.toSorted(), covered: covered.length, phases, asked, uses: usesIn(trace.read()) };
}

// Who had the device, when, and how; in whole microseconds, of which one may be rounded away.
function usesIn(events: readonly TraceEvent[]) {
  return events.flatMap(({ ph, name, tid, ts = 0, dur = 0 }) =>
    ph === 'X' && !name.startsWith('waits') ? [{ tid, name, from: ts, to: ts + dur - 1 }] : [],
  );
}

type Uses = ReturnType<typeof usesIn>;

// Each use that goes on beside somebody who has the device alone.
function besideAlone(uses: Uses): Uses {
  const owners = uses.filter(({ name }) => name === 'alone');
  return uses.filter((use) =>
    owners.some(({ tid, from, to }) => tid !== use.tid && use.from < to && from < use.to),
  );
}

// From its first warm-up to its proof nobody else has the device; inputs are made without.
function meanwhile({ phases }: Awaited<ReturnType<typeof run>>) {
  return phases.filter(({ process, phase }, at) => {
    const before = phases.slice(0, at).findLast((event) => event.process !== process);
    return phase !== 'inputs' && before && ['warm-up', 'sample', 'host'].includes(before.phase);
  });
}

test('three processes on a device come to what one comes to', async () => {
  const shared = await run({ sharing: 3 });
  expect(shared.told).toHaveLength(wanted.length);
  expect(shared.told.filter((line) => !line.endsWith(' passed '))).toEqual([
    expect.stringMatching(/^faults\/crashes\/.* failed crashed$/),
  ]);
  const one = await run({ sharing: 1 });
  expect(one.told).toEqual(shared.told);
  expect(one.uses).toEqual([]);
  expect(new Set(shared.uses.map(({ name }) => name))).toEqual(new Set(['shared', 'alone']));
  expect(besideAlone(shared.uses)).toEqual([]);
  expect(meanwhile(shared)).toEqual([]);
  const onDevice = shared.phases.filter(({ phase }) => phase === 'check' || phase === 'sample');
  const turns = onDevice.filter(({ process }, at) => onDevice[at - 1]?.process !== process);
  expect(turns.length).toBeGreaterThan(4);
});

test('awkward cases of one family are checked while another is timed, but beside nothing that is', async () => {
  const shared = await run({ sharing: 2, edgeCases: true, among: ['norm', 'scan', 'faults'] });
  const fell = shared.told.filter((line) => !line.endsWith(' passed '));
  expect(fell).toEqual([expect.stringMatching(/^faults\/crashes\/.* failed crashed$/)]);
  expect(shared.covered).toBe(shared.told.length - 1);
  expect(meanwhile(shared)).toEqual([]);
  expect(besideAlone(shared.uses)).toEqual([]);
  const firstTimed = shared.phases.findIndex(({ phase }) => phase === 'sample');
  expect(shared.phases.slice(firstTimed).some(({ process }) => process === coverProcess)).toBe(true);
  // For each case anew.
  const cases = shared.phases.filter(({ process }) => process === coverProcess).length;
  expect(shared.asked.filter((use) => use === 'yielding').length).toBeGreaterThan(cases);
  expect(new Set(shared.asked)).toEqual(new Set(['yielding', 'none']));
});
