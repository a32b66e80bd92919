import { suiteSpeeds } from '@kernel-ladder/publish';
import { runOfSpeed, wiggle } from '@kernel-ladder/publish/testing';
import type { Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { speedText } from './speed-text.ts';

const textOf = (runs: readonly Run[]) => speedText(suiteSpeeds(runs)[0] ?? null);
const steady = wiggle.map((off, day) => runOfSpeed(day, 25_000 + 100 * off));

test('says how long the suite took, for how many ids, and what share of it the host had', () => {
  expect(textOf([runOfSpeed(0, 25_040)])).toBe('quick: 25.0 s for 2 ids, 13 s each, 50 % of it the host’s\n');
  expect(textOf([runOfSpeed(0, 900, ['--peers'])])).toMatch(
    /^quick with peers: 0\.9 s for 2 ids, 0\.45 s each/,
  );
  expect(speedText(null)).toBe('');
});

test('puts the runs before beside it', () => {
  expect(textOf(steady.slice(0, 2))).toMatch(/; the run before took 25\.0 s\n$/);
  expect(textOf(steady)).toMatch(/; the 5 runs before took 24\.8 s to 25\.2 s\n$/);
});

test('suspects a suite that got slower', () => {
  expect(textOf([...steady, runOfSpeed(20, 40_000)])).toMatch(
    /\nSUSPECT {2}the whole suite: \+\d+\.\d % against the runs before \(q <0\.001\)\nSUSPECT {2}one id of the suite: .*\n$/,
  );
  expect(textOf([...steady, runOfSpeed(20, 20_000)])).not.toContain('SUSPECT');
});
