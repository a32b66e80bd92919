import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { bench, createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';
import { writtenCases } from './suites.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const id = 'faults/right/n=77,f32';

describe('an id whose case no family lists', () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await bench(root, [
      id,
      '--software',
      '--suite',
      'right',
      '--effort',
      'quick',
      '--out',
      'run.json',
    ]);
  });

  test('is checked and timed like any other, and marked', () => {
    expect(outcome.code).toBe(0);
    const { results } = readRun(join(root, 'run.json'));
    expect(results).toMatchObject([{ id, status: 'passed', unlisted: true, params: { n: 77 } }]);
    expect(results[0]?.timing?.medianNs).toBeGreaterThan(0);
  });

  test('stands in the table of its family', () => {
    expect(outcome.err).toMatch(/^n=77,f32 +right +right, 4 of 4 +\d/m);
    expect(outcome.err).toContain('1 passed, 0 failed, 0 skipped');
  });
});

test('list and show take such an id, and a glob of rungs that claim the case', async () => {
  const list = async (glob: string) =>
    (await bench(root, ['list', glob, '--software'])).out.trim().split('\n');
  const [, , ...rungs] = await list('faults/*/n=77,f32');
  expect(rungs).toEqual([expect.stringMatching(/^faults\/right\/n=77,f32 +unlisted +runnable$/)]);
  const [, , ...hangs] = await list('faults/hangs/n=77,f32');
  expect(hangs).toEqual([
    expect.stringMatching(/unlisted +skipped \(not-applicable: a fault needs one case\)$/),
  ]);
  expect((await bench(root, ['show', id, '--software'])).out).toContain('const N = 77u;');
});

test.for([
  { text: 'faults/right/n=0,f32', says: 'faults: n=0: n takes a whole number from 1 to 1099511627776' },
  { text: 'faults/right/m=1,f32', says: 'faults: unknown parameter "m" in "m=1,f32"; did you mean "n"?' },
  { text: 'faults/right/f32', says: 'faults: "f32" has no n: add n=…, a whole number' },
  { text: 'faults/right/n=1', says: 'faults: "n=1" has no dtype: end it with f32' },
  { text: 'faults/right/n=1,f16', says: 'faults: unknown dtype "f16"' },
  { text: 'faults/rigth/n=77,f32', says: 'unknown rung "faults/rigth"; did you mean "faults/right"?' },
])('run, list and show refuse $text', async ({ text, says }) => {
  const suite = ['--suite', 'right'];
  for (const argv of [
    [text, ...suite],
    ['run', ...suite, '--select', text],
    ['list', text],
    ['show', text],
  ]) {
    const { code, err } = await bench(root, [...argv, '--software']);
    expect({ argv, code, err }).toEqual({ argv, code: 2, err: expect.stringContaining(says) });
  }
});

test('aa keeps no noise of it', async () => {
  const { code, err } = await bench(root, ['aa', id, '--out', 'aa.json', '--software']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`lists, and ${id} is none`) });
});

test.for([
  {
    globs: ['gemm/naive/m=1,f32', 'scan/naive/n=1,f32', 'gemm/*/m=2,f32'],
    cases: { gemm: ['m=1,f32', 'm=2,f32'], scan: ['n=1,f32'] },
  },
  { globs: ['gemm', 'gemm/naive', 'gemm/naive/*', 'gemm/naive/{a,b}', '*/naive/m=1,f32', '**'], cases: {} },
])('$globs write out $cases', ({ globs, cases }) => {
  expect(writtenCases(globs)).toEqual(cases);
});

function recorded(history: string): readonly string[] {
  const folder = join(root, history, 'test-gpu-vulkan-01234567');
  const runs = readdirSync(folder).map((file) => readRun(join(folder, file)));
  return runs.flatMap(({ results }) => results.map(({ variant }) => variant));
}

function record(name: string, results: readonly Result[], ...flags: string[]): Promise<Outcome> {
  writeFileSync(join(root, `${name}.json`), JSON.stringify(sampleRun({ id: name, results })));
  return bench(root, ['record', `${name}.json`, '--history', name, ...flags]);
}

describe('in the history', () => {
  const listed = sampleResult('naive', 2000);
  const unlisted: Result = { ...sampleResult('tree', 900), unlisted: true };

  test('such a result is left out, and that is said', async () => {
    const { code, err } = await record('both', [listed, unlisted]);
    expect(code).toBe(0);
    expect(err).toContain('left out 1 result of cases that no family lists (--unlisted records them)');
    expect(recorded('both')).toEqual(['naive']);
  });

  test('it is there when it was asked for', async () => {
    expect((await record('asked', [listed, unlisted], '--unlisted')).code).toBe(0);
    expect(recorded('asked')).toEqual(['naive', 'tree']);
  });

  test('a run of nothing else is not recorded', async () => {
    const { code, err } = await record('alone', [unlisted]);
    expect(code).toBe(2);
    expect(err).toContain('alone.json has nothing but 1 result of cases that no family lists');
  });
});
