import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { bench, createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import { gateOf } from './gate.ts';
import { unknownNoise } from './noise.ts';

const wiggle = [0, 2, -3, 1, -1, 3, -2, 0, 1, -1, 2, -2];

function runAt(day: number, medians: { readonly [variant: string]: number }): Run {
  const sha = (day + 10).toString(16).padStart(2, '0').repeat(20);
  const results = Object.entries(medians).map(([variant, ns]) => sampleResult(variant, ns));
  const date = `2026-01-${String(day + 1).padStart(2, '0')}T00:00:00Z`;
  return sampleRun({ id: `run-${day}`, sha, date, startedAt: date, results });
}

const history = wiggle.map((off, day) => runAt(day, { one: 100_000 + 100 * off, two: 50_000 - 50 * off }));
const asked = (run: Run): Run => ({
  ...run,
  results: run.results.map((result) => ({ ...result, unlisted: true as const })),
});
const slower = runAt(20, { one: 105_000, two: 50_010, fresh: 7000 });

test('suspects what got slower than its level, and only that', () => {
  const gate = gateOf([...history, slower], unknownNoise);
  expect(gate).toMatchObject({
    sha: slower.run.commit.sha,
    before: history.at(-1)!.run.commit.sha,
    judged: 2,
  });
  expect(gate!.suspects.map(({ id }) => id)).toEqual(['reduce/one/n=1024,f32']);
  expect(gate!.suspects[0]!.effect).toBeCloseTo(0.05, 2);
  expect(gateOf([...history, runAt(20, { one: 95_000, two: 50_000 })], unknownNoise)!.suspects).toEqual([]);
});

test('takes further runs of the newest commit for launches of it', () => {
  const again = { ...slower, run: { ...slower.run, id: 'again' }, results: [sampleResult('one', 100_000)] };
  const [once, twice] = [[slower], [again, slower]].map((own) => gateOf([...history, ...own], unknownNoise)!);
  expect(once!.suspects[0]!.effect).toBeCloseTo(0.05, 3);
  expect(twice!.suspects[0]?.effect ?? 0.0247).toBeCloseTo(0.0247, 3);
});

test('leaves out cases that no family lists, recorded or not', () => {
  expect(gateOf([...history, slower].map(asked), unknownNoise)).toMatchObject({ judged: 0, suspects: [] });
});

test('compares with the level that is in force, not with the one before', () => {
  const later = wiggle.map((off, at) => runAt(at + 30, { one: 120_000 + 100 * off }));
  const gate = (ns: number) => gateOf([...history, ...later, runAt(60, { one: ns })], unknownNoise)!;
  expect(gate(120_000).suspects).toEqual([]);
  expect(gate(127_000).suspects).toHaveLength(1);
});

test('judges no timing of a session whose rulers moved, and says why', () => {
  const results = slower.results.map((result) => ({ ...result, comparable: false }));
  const sessions = [{ rulers: [], stable: false, reasons: ['throttle:fma +9.0 %'] }];
  const gate = gateOf([...history, { ...slower, results, sessions }], unknownNoise);
  expect(gate).toMatchObject({ judged: 0, suspects: [], withheld: ['throttle:fma +9.0 %'] });
});

test('never mixes machines', () => {
  const elsewhere = { ...slower, machine: { ...slower.machine, key: 'other-gpu-01234567' } };
  expect(() => gateOf([...history, elsewhere], unknownNoise)).toThrow('the gate judges one machine');
  expect(gateOf([], unknownNoise)).toBeNull();
});

test('speaks up when a run joins the history, and fails nothing', async () => {
  const { root, remove } = createWorkspace();
  afterAll(remove);
  const folder = join(root, 'history', slower.machine.key);
  mkdirSync(folder, { recursive: true });
  for (const run of history)
    writeFileSync(
      join(folder, `${run.run.commit.date.slice(0, 10)}-${run.run.commit.sha.slice(0, 8)}.json`),
      JSON.stringify(run),
    );
  writeFileSync(join(root, 'slower.json'), JSON.stringify(slower));
  const { code, err } = await bench(root, ['record', 'slower.json', '--history', 'history']);
  expect(code).toBe(0);
  expect(err).toMatch(/SUSPECT {2}reduce\/one\/n=1024,f32: \+[45]\.\d % \(q <0\.001\)/);
  expect(err).toContain(`pnpm bench ab 15151515 --select 'reduce/one/n=1024,f32'`);
});
