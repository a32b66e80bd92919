// Runs of families that hang or lie, and of suites that time or select nothing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRun } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

// Alone: a kernel that hangs keeps a processor busy until it is ended, and what is measured beside it may take longer than that.
test('a kernel that hangs is ended', async () => {
  const file = join(root, 'hangs.json');
  const alone = ['--select', 'faults/hangs/n=64,f32', '--timeout', '1', '--out', file];
  const { code } = await bench(root, ['--software', '--suite', 'faults', ...alone]);
  const reasons = readRun(file).results.map(({ reason }) => reason);
  expect({ code, reasons }).toEqual({
    code: 1,
    reasons: [{ code: 'timeout', message: expect.stringContaining('no result within 1 s') }],
  });
});

test('times nothing where the suite says so, checks the awkward cases all the same, says nothing with --quiet and writes under results/', async () => {
  const suite = JSON.parse(readFileSync(join(root, 'suites', 'right.json'), 'utf8'));
  writeFileSync(join(root, 'check.json'), JSON.stringify({ ...suite, timing: false }));
  const folder = join(root, 'results');
  const runs = () => readdirSync(folder).filter((name) => name.endsWith('.json'));
  const before = new Set(runs());
  const { code, err } = await bench(root, ['--software', '--suite', 'check.json', '--quiet']);
  const [name = '', ...others] = runs().filter((each) => !before.has(each));
  const { results, sessions } = readRun(join(folder, name));
  expect({ code, err, name, others }).toEqual({
    code: 0,
    err: '',
    name: expect.stringMatching(/^\d{4}-.*-00000000\.json$/),
    others: [],
  });
  expect([results.length, sessions.length]).toEqual([5, 1]);
  for (const { status, timing, coverage, check } of results)
    expect([status, timing, check?.post, coverage[0]?.set]).toEqual(['passed', undefined, false, 'EC-1D']);
});

describe('a family that breaks the protocol', () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await bench(root, ['--software', '--suite', 'liar', '--json', '--no-progress']);
  });

  test.for([
    { variant: 'not-json', says: 'not JSON' },
    { variant: 'no-status', says: 'must have required property' },
    { variant: 'stray', says: 'which nobody had asked' },
    { variant: 'silent', says: 'the process ended with code 0' },
  ])('blames $variant for its own fault', ({ variant, says }) => {
    const run = parseRun('stdout', JSON.parse(outcome.out));
    const result = run.results.find((candidate) => candidate.variant === variant);
    expect(result?.reason).toEqual({ code: 'crashed', message: expect.stringContaining(says) });
  });

  test('is told on when it leaves buffers alive', () => {
    expect(outcome.err).toContain('warning: liar left 2 GPU buffers alive');
  });
});

test.for([
  { select: ['**'], says: 'suite void selects nothing here: its cases.software names no size' },
  {
    select: ['nowhere'],
    says: /suite void selects nothing here: no family under .* matches its select nowhere/,
  },
])('refuses a selection of $select that is empty on this machine', async ({ select, says }) => {
  const cases = { hardware: [], software: [] };
  const suite = { schemaVersion: 1, name: 'void', select, effort: 'quick', cases };
  writeFileSync(join(root, 'void.json'), JSON.stringify(suite));
  const { code, err } = await bench(root, ['--software', '--suite', 'void.json']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(says) });
});
