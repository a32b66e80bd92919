// Real searches: a reduction's workgroups on the software adapter, each candidate checked by the family's oracle before it is timed.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { edit } from '../../harness/src/index.ts';
import type { Family, Tuning, Variant } from '../../harness/src/index.ts';
import { tune } from '../../harness/src/run.ts';
import { useTestGpu } from '../../harness/src/testing/test-gpu.ts';
import { fileLoader } from '../../harness/src/process/loader.ts';
import { family as reduce } from '../../kernel-reduce/src/family.ts';
import type { ReduceCase } from '../../kernel-reduce/src/cases/kinds.ts';
import { parseTuningTable } from '../../schema/src/index.ts';
import type { TuneEvent, TuneJob, TuneJournal, TuningEntry } from '../../schema/src/index.ts';
import { run } from '../../schema/src/testing.ts';
import { search } from './index.ts';
import { noisy, tileLandscape } from './landscapes.ts';

const gpu = useTestGpu();
const load = fileLoader(new URL('../../kernel-reduce/src/kernels/', import.meta.url));
const wishes: TuneJob = {
  rung: 'optimized',
  cases: ['n=4096,f32'],
  entries: [],
  journal: {},
  versions: { commit: 'test' },
};
const key = 'optimized n=4096,sum,f32';

const rung = reduce.variants.find(({ name }) => name === 'optimized')!;
const tuning = rung.tuning!;

// The real rung with few workgroups to choose from.
function familyWith(
  change: (own: Tuning<ReduceCase>) => Partial<Tuning<ReduceCase>> = () => ({}),
): Family<ReduceCase> {
  const narrow: Tuning<ReduceCase> = {
    ...tuning,
    space: (params, device) => {
      const space = tuning.space(params, device);
      if ('skip' in space) return space;
      return { ...space, values: { workgroup: [32, 64, 128], groups: [1, 2] }, constraints: [] };
    },
  };
  const variant: Variant<ReduceCase> = { ...rung, tuning: { ...narrow, ...change(narrow) } };
  return { ...reduce, variants: [variant] };
}

async function tuned(family: Family<ReduceCase>, more: Partial<TuneJob> = {}): Promise<readonly TuneEvent[]> {
  const events: TuneEvent[] = [];
  const job = {
    gpu: { kind: 'software' as const },
    seed: 1,
    machine: run.machine,
    tune: { ...wishes, ...more },
  };
  await tune({ job, gpu: gpu(), family, load, emit: (event) => events.push(event) });
  return events;
}

function looksIn(events: readonly TuneEvent[]) {
  return events.flatMap((event) => (event.type === 'observed' ? [event.observation] : []));
}

function entryIn(events: readonly TuneEvent[]): TuningEntry {
  const found = events.find((event) => event.type === 'tuned');
  if (!found) throw new Error(JSON.stringify(events));
  return found.entry;
}

function journalOf(events: readonly TuneEvent[], looks: number): { readonly [subject: string]: TuneJournal } {
  const space = events.find((event) => event.type === 'space')!;
  return { [key]: { fingerprint: space.space.fingerprint, observations: looksIn(events).slice(0, looks) } };
}

let events: readonly TuneEvent[];
beforeAll(async () => {
  events = await tuned(familyWith());
});

test('a search looks at every candidate, and its entry is one of them with its kernel’s hash', () => {
  const first = looksIn(events).filter(({ round }) => round === 0);
  expect(first.map(({ name }) => name).toSorted()).toEqual(
    [32, 64, 128]
      .flatMap((workgroup) => [1, 2].map((groups) => `workgroup=${workgroup},groups=${groups}`))
      .concat('workgroup=256,groups=4')
      .toSorted(),
  );
  expect(looksIn(events).every(({ outcome }) => outcome === 'timed')).toBe(true);
  const entry = entryIn(events);
  expect(entry).toMatchObject({
    rung: 'optimized',
    class: 'n=4096,sum,f32',
    case: 'n=4096,f32',
    usual: { workgroup: 256, groups: 4 },
  });
  expect(entry.hash).toMatch(/^[0-9a-f]{16}$/);
  expect(entry.search).toMatchObject({
    combinations: 6,
    candidates: 7,
    wrong: 0,
    failed: 0,
    looks: looksIn(events).length,
  });
  expect(entry.landscape.rows).toHaveLength(7);
});

test('the choice is the usual one unless it is clearly slower', () => {
  const { choice, usual, speed } = entryIn(events);
  const isUsual = JSON.stringify(choice) === JSON.stringify(usual);
  expect(isUsual ? speed.turns === 0 : speed.low > 1.01).toBe(true);
});

test('answers from the cache without a search', async () => {
  const again = await tuned(familyWith(), { entries: [entryIn(events)] });
  expect(looksIn(again)).toEqual([]);
  expect(again.find(({ type }) => type === 'tuned')).toMatchObject({ isKnown: true, entry: entryIn(events) });
});

test('a table of another kernel, or of other values, is no answer: the search begins anew', async () => {
  const strange = { ...entryIn(events), hash: '0'.repeat(16) };
  const budget = { budgetMs: 0 };
  const notes = async (entry: TuningEntry) =>
    (await tuned(familyWith(), { ...budget, entries: [entry] })).flatMap((event) =>
      event.type === 'note' ? [event.message] : [],
    );
  expect(await notes(strange)).toEqual([expect.stringContaining('the kernel has changed since')]);
  expect(await notes({ ...entryIn(events), space: '1'.repeat(16) })).toEqual([
    expect.stringContaining('other values may be chosen now'),
  ]);
});

test('a candidate with a mistake is fast, wrong, reported and not chosen', async () => {
  // It adds nothing up, which takes no time.
  const skip = edit('optimized.wgsl', 'trip < TRIPS;', 'trip < 0u;');
  const family = familyWith((own) => ({
    plan: (params, device, candidate) => {
      const plan = own.plan(params, device, candidate);
      return 'skip' in plan || candidate['workgroup'] === 128 ? plan : skip(plan);
    },
  }));
  const found = await tuned(family);
  const wrong = looksIn(found).filter(({ outcome }) => outcome === 'wrong');
  expect(wrong).toHaveLength(5);
  expect(wrong[0]?.message).toMatch(/^result\[0\] is /);
  expect(wrong.every(({ round, ns }) => round === 0 && ns! > 0)).toBe(true);
  const entry = entryIn(found);
  expect(entry.choice).toMatchObject({ workgroup: 128 });
  // The usual choice was wrong too: a choice beside itself is no faster.
  expect(entry.speed).toEqual({ ratio: 1, low: 1, high: 1, turns: 0 });
  expect(entry.search).toMatchObject({ wrong: 5 });
});

test('where no candidate is right nothing is chosen', async () => {
  const skip = edit('optimized.wgsl', 'trip < TRIPS;', 'trip < 0u;');
  const family = familyWith((own) => ({
    plan: (params, device, candidate) => {
      const plan = own.plan(params, device, candidate);
      return 'skip' in plan ? plan : skip(plan);
    },
  }));
  expect(await tuned(family)).toContainEqual({ type: 'untuned', key, why: 'none-right' });
});

test('a candidate that does not compile has failed, with the compiler’s words', async () => {
  const broken = edit('optimized.wgsl', 'trip < TRIPS;', 'trip < nothing;');
  const family = familyWith((own) => ({
    plan: (params, device, candidate) => {
      const plan = own.plan(params, device, candidate);
      return 'skip' in plan || candidate['workgroup'] !== 64 ? plan : broken(plan);
    },
  }));
  const found = await tuned(family);
  const failed = looksIn(found).filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ name }) => name)).toEqual(expect.arrayContaining(['workgroup=64,groups=1']));
  expect(failed[0]?.message).toContain('nothing');
  expect(entryIn(found).search.failed).toBe(2);
});

test('a search without budget looks at nothing, and goes on from what it had', async () => {
  const short = await tuned(familyWith(), { budgetMs: 0, journal: journalOf(events, 4) });
  expect(looksIn(short)).toEqual([]);
  expect(short.at(-1)).toEqual({ type: 'untuned', key, why: 'budget' });
  const rest = await tuned(familyWith(), { journal: journalOf(events, 4) });
  const known = new Set(
    looksIn(events)
      .slice(0, 4)
      .map(({ name, round }) => `${name} ${round}`),
  );
  expect(looksIn(rest).some(({ name, round }) => known.has(`${name} ${round}`))).toBe(false);
  expect(looksIn(rest).filter(({ round }) => round === 0)).toHaveLength(3);
  expect(entryIn(rest).search.candidates).toBe(7);
});

test('a journal of another search is not taken over', async () => {
  const other = { [key]: { ...journalOf(events, 4)[key]!, fingerprint: '0'.repeat(16) } };
  const begun = await tuned(familyWith(), { budgetMs: 0, journal: other });
  expect(begun).toContainEqual({ type: 'note', message: expect.stringContaining('of another search') });
});

test('what cannot be tuned is said: another rung, a case without a choice, a case that is held out', async () => {
  await expect(tuned(reduce, { rung: 'naive' })).rejects.toThrow(
    'reduce has no rung naive that can be tuned: it has optimized',
  );
  await expect(tuned(reduce, { cases: ['n=4096,op=argmax,f32'] })).rejects.toThrow(
    'there is a choice only where one vector gives a value',
  );
  await expect(tuned(reduce, { cases: ['n=4096,f32', 'm=*'] })).rejects.toThrow(
    'no case of reduce is "m=*": `bench list \'reduce/*\'` names them',
  );
  const heldOut = reduce.cases['held-out']!.find(({ dtype }) => dtype === 'f32')!;
  await expect(tuned(reduce, { cases: [`n=${heldOut.n},f32`] })).rejects.toThrow('held out from tuning');
});

test('measures its winner again within five per cent', () => {
  // Of times that vary by two per cent, and some by a half.
  const landscape = tileLandscape(4096);
  const sampleOf = (name: string, seed: number, count: number) =>
    Array.from({ length: count }, (_, at) => noisy(landscape.get(name)!, seed, at)).toSorted(
      (one, other) => one - other,
    )[Math.floor(count / 2)]!;
  const spec = { names: [...landscape.keys()], seed: 1, budget: 5 * 5 * landscape.size };
  for (const seed of [1, 2, 3]) {
    const { ranking } = search({ ...spec, seed }, ({ name, round, samples }) => ({
      name,
      round,
      outcome: 'timed',
      ns: sampleOf(name, seed + round, samples),
      compileMs: 0,
      spentMs: 0,
    }));
    const [winner] = ranking;
    expect(Math.abs(sampleOf(winner!.name, seed + 100, 10) / winner!.ns - 1)).toBeLessThan(0.05);
  }
});

const tables = globSync('../../*/tuning/*.json', { cwd: fileURLToPath(new URL('.', import.meta.url)) });

test.runIf(tables.length > 0).for(tables)(
  'the recorded table %s: each choice as fast again, within five per cent, and none slower than the usual one',
  (file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    const { entries } = parseTuningTable(file, JSON.parse(text));
    for (const {
      tunedNs,
      speed,
      search: { foundNs },
    } of entries) {
      expect(Math.abs(tunedNs / foundNs - 1)).toBeLessThan(0.05);
      expect(speed.low).toBeGreaterThanOrEqual(1);
    }
  },
);
