import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';
import { readRun } from '../files/files.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

describe('a kernel that is taken apart', () => {
  const file = join(root, 'why.json');
  let outcome: Outcome;
  beforeAll(async () => {
    const flags = ['--software', '--suite', 'right', '--effort', 'quick', '--out', file];
    outcome = await bench(root, ['why', ...flags, 'faults/right/n=64,f32']);
  });

  test('keeps its own time, and has the times of what is left of it beside', () => {
    expect(outcome.code).toBe(0);
    const [result] = readRun(file).results;
    expect(result).toMatchObject({ status: 'passed', timing: { cache: 'hot' } });
    const kinds = result?.perturbations?.timed.map(({ kind }) => kind);
    expect(kinds).toEqual(['no-loads', 'no-stores', 'no-arithmetic', 'twice-arithmetic', 'empty']);
  });

  test('is the only result: what is wrong by construction is none', () => {
    expect(readRun(file).results.map(({ id }) => id)).toEqual(['faults/right/n=64,f32']);
  });

  test('is told with what holds it back, and what could not be taken from it', () => {
    expect(outcome.err).toMatch(/kernel +held back by +own +without loads +without stores/);
    expect(outcome.err).toContain('without barriers: it has no barriers (faults/right/n=64,f32)');
  });

  test('says in its run that it was asked for, so that a resumed run goes on so', () => {
    expect(readRun(file).run.argv).toContain('--why');
  });
});
