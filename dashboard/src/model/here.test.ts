// A run in the browser as it grows, told from a recorded run: its machine as a browser would show it, its results one by one.
import { readFileSync } from 'node:fs';
import { machineKey, parseRun, validateRun } from '@kernel-ladder/schema';
import type { FamilyListing, ListedId, Machine, Run, Suite } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import type { Ending, Seen, Told } from '../here/words.ts';
import { parseHash } from '../state.ts';
import { choiceOf, familyKey } from './here-choice.ts';
import { finishedRun, goingFor, heard, kernelLines, nothingSeen, roughSeconds, secondsLeft } from './here.ts';
import type { Going, HereState } from './here.ts';
import { newestOf, rowsOf } from './here-rows.ts';

const file = new URL('../../history/nvidia-h200-vulkan-f683e31d/2026-11-22-b9b7deb4.json', import.meta.url);
const recorded = parseRun('recorded', JSON.parse(readFileSync(file, 'utf8')));
const results = recorded.results.filter(({ peer }) => peer === undefined).slice(0, 6);

const { card: _, ...native } = recorded.machine;
const browser = { name: 'Google Chrome', version: '153', system: 'Windows' };
const parts: Machine = { ...native, backend: 'browser', driver: '', toggles: [], browser };
const machine: Machine = { ...parts, key: machineKey(parts, { platform: '', arch: '' }) };

const ids: readonly ListedId[] = results.map(({ id, family, variant, case: name, params, dtype, work }) => ({
  id,
  family,
  variant,
  case: name,
  params,
  dtype,
  work,
  sizes: ['tiny'],
  status: 'runnable',
}));
const listings: readonly FamilyListing[] = (recorded.families ?? []).map((ladder) => ({
  ...ladder,
  ids: ids.filter(({ family }) => family === ladder.name),
}));
const suite: Suite = {
  schemaVersion: 1,
  name: 'smoke',
  select: ['**'],
  effort: 'quick',
  cases: { hardware: ['tiny'], software: ['tiny'] },
};
const seen: Seen = { name: 'nvidia hopper', software: false, timestamps: true, listings };

const ruler = (at: 'start' | 'middle' | 'end', fmaNs: number): Told => ({
  type: 'ruler',
  ruler: { at, copyNs: 1000, fmaNs, spread: 0.001 },
});
const ended = (how: Ending['how'], message = ''): Told => ({ type: 'ended', ending: { how, message } });
const told = results.map((result): Told => ({ type: 'event', event: { type: 'result', result } }));

function after(...all: readonly Told[]): HereState {
  const wishes = { suite, globs: ['!scan'], seed: 7 };
  const begun: Told = { type: 'begun', machine, listings, ids };
  const going = goingFor(wishes, recorded.run.commit, 0);
  const start: HereState = { ...nothingSeen, seen, going };
  return [begun, ...all].reduce((state, one, at) => heard(state, one, 1000 * (1 + at)), start);
}

const goingAfter = (...all: readonly Told[]): Going => after(...all).going!;

function fileOf(...all: readonly Told[]): Run {
  const run = JSON.parse(JSON.stringify(finishedRun(goingAfter(...all))));
  return validateRun('run', parseRun('run', run), Date.now() + 1000);
}

test('what has finished is a run of the site’s commit, by the rules of every run', () => {
  const run = fileOf(
    ruler('start', 1000),
    ...told,
    ruler('middle', 1000),
    ruler('end', 1001),
    ended('finished'),
  );
  expect(run.run).toMatchObject({
    commit: recorded.run.commit,
    suite: 'smoke',
    argv: ['--suite', 'smoke', '--select', '!scan'],
    seed: 7,
    interrupted: false,
  });
  expect(run.machine.key).toMatch(/^browser-nvidia-google-chrome-[0-9a-f]{8}$/);
  expect(run.sessions).toMatchObject([{ stable: true, reasons: [] }]);
  expect(run.sessions[0]!.rulers.map(({ at }) => at)).toEqual(['start', 'middle', 'end']);
  expect(run.results).toEqual(results);
});

test('rulers that moved keep every timing from comparison', () => {
  const run = fileOf(ruler('start', 1000), ...told, ruler('end', 1100), ended('finished'));
  expect(run.sessions[0]).toMatchObject({ stable: false, reasons: ['drift:fma +10.0 %'] });
  const timed = run.results.filter(({ timing }) => timing);
  expect(timed.length).toBeGreaterThan(0);
  expect(timed.every(({ comparableReasons }) => comparableReasons.includes('unstable-session'))).toBe(true);
});

test.for(['stopped', 'lost', 'failed'] as const)(
  'what is %s keeps what had finished, as an interrupted run',
  (how) => {
    const run = fileOf(ruler('start', 1000), ...told.slice(0, 2), ended(how, 'why'));
    expect(run.run.interrupted).toBe(true);
    expect(run.results).toHaveLength(2);
    expect(run.sessions[0]!.reasons).toEqual(['interrupted', 'drift:end-unknown']);
  },
);

test('without a result there is no file', () => {
  expect(finishedRun(goingAfter(ended('failed', 'no memory')))).toBeNull();
});

test('who was ended says no more, and a check belongs to the run that has ended', () => {
  const late = after(...told.slice(0, 1), ended('stopped'), ...told);
  expect(late.going?.results).toHaveLength(1);
  const early = after({ type: 'checked', fault: 'of the run before' }, ...told.slice(0, 1));
  expect(early.going?.fault).toBeUndefined();
  expect(after(...told, ended('stopped'), { type: 'checked', fault: null }).going?.fault).toBeNull();
});

test('tells how long the rest takes from what has finished', () => {
  expect(secondsLeft(goingAfter())).toBeNull();
  expect(secondsLeft(goingAfter(...told.slice(0, 2)))).toBeCloseTo(4);
  expect(roughSeconds(10, suite, true)).toBeLessThan(roughSeconds(10, suite, false));
});

test('each text of a kernel is one line', () => {
  const kernel = { schemaVersion: 1 as const, hash: 'a', passes: [] };
  expect(
    kernelLines([kernel, kernel, { ...kernel, hash: 'b' }])
      .trim()
      .split('\n'),
  ).toHaveLength(2);
});

test('rows stand beside the newest time of their id, the last result first', () => {
  const [first] = results;
  const point = { run: 0, status: 'passed' as const, timing: first!.timing!, comparable: true };
  const rows = rowsOf(results, {
    machine,
    ladders: recorded.families ?? [],
    tracked: new Map([
      [first!.id, { ...point, timing: { ...point.timing, medianNs: 2 * point.timing.medianNs } }],
    ]),
  });
  expect(rows.map(({ id }) => id)).toEqual(results.map(({ id }) => id).toReversed());
  expect(rows.at(-1)).toMatchObject({ id: first!.id, ratio: 2, medianNs: first!.timing!.medianNs });
  expect(rows.at(-1)?.share?.value).toBe(first!.metrics!.pctOfRoof);
  expect(rows[0]).toMatchObject({ trackedNs: null, ratio: null });
  expect(newestOf([], false).size).toBe(0);
});

test('an address chooses suite, families and ids, as the flags of a command do', () => {
  const names = listings.map(({ name }) => name);
  const family = ids[0]!.family;
  const all = choiceOf(parseHash('#page=here'), [suite], seen);
  expect([all.ids.length, all.globs]).toEqual([ids.length, []]);
  const one = choiceOf(parseHash(`#family=${family}`), [suite], seen);
  expect(one.globs).toEqual(names.filter((name) => name !== family).map((name) => `!${name}`));
  expect(one.ids.every((id) => id.family === family)).toBe(true);
  expect(choiceOf(parseHash('#family=none'), [suite], seen).ids).toEqual([]);
  expect(choiceOf(parseHash('#q=nothing/**'), [suite], seen).stray).toBe('nothing/**');
  expect(familyKey(names, new Set(names), { name: names[0]!, isTaken: false })).toBe(names.slice(1).join());
  expect(familyKey(names, new Set(names.slice(1)), { name: names[0]!, isTaken: true })).toBeNull();
  expect(familyKey(['a'], new Set(['a']), { name: 'a', isTaken: false })).toBe('none');
});
