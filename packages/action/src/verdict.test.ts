import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Confirmed, ConfirmedId, Run } from '@kernel-ladder/schema';
import { readHistoryRun } from '@kernel-ladder/schema/node';
import { expect, test } from 'vitest';
import { bundle, bundleFile } from './bundle.ts';
import { effectChart, ladderCharts } from './chart.ts';
import { summaryOf } from './summary.ts';
import { fails, verdictOf } from './verdict.ts';

const history = fileURLToPath(
  new URL('../../../dashboard/history/nvidia-h200-vulkan-f683e31d', import.meta.url),
);
const [name = ''] = readdirSync(history).filter((each) => each.startsWith('2026-11-21-13c45505'));
const recorded = readHistoryRun(join(history, name));
const run: Run = { ...recorded, results: recorded.results.filter(({ status }) => status === 'passed') };

const row = (id: string, verdict: ConfirmedId['verdict'], effect = 0): ConfirmedId => ({
  id,
  verdict,
  inTurns: true,
  effect,
  ciLow: effect - 0.01,
  ciHigh: effect + 0.01,
  leastEffect: 0.02,
  reasons: [],
  baseNs: 1000,
  headNs: 1000 * (1 + effect),
  sameKernelHash: false,
});
const still = { stable: true, reasons: [] };
const confirmed = (parts: Partial<Confirmed>): Confirmed => ({
  schemaVersion: 1,
  base: 'a'.repeat(40),
  head: run.run.commit.sha,
  recorded: null,
  suite: 'full',
  machine: { key: run.machine.key, name: 'H200', driver: '1', software: false },
  session: still,
  compared: [],
  geomean: null,
  suspects: [],
  newlyFailing: [],
  stillFailing: [],
  failedOnce: [],
  fixed: [],
  added: [],
  gone: [],
  unmeasured: [],
  ...parts,
});

const failure = { id: 'scan/one/n=1', reason: { code: 'wrong-result', message: 'y[0] is 1' } } as const;

test.for([
  [{ compared: [row('a/b/c', 'REGRESSED', 0.1)], newlyFailing: [failure] }, 'FAILED', [true, true]],
  [{ compared: [row('a/b/c', 'REGRESSED', 0.1), row('a/b/d', 'SAME')] }, 'REGRESSED', [true, true]],
  [{ compared: [row('a/b/c', 'UNDECIDED')], suspects: ['a/b/c'] }, 'SUSPECT', [false, true]],
  [{ compared: [row('a/b/c', 'SAME')], failedOnce: [failure] }, 'SUSPECT', [false, true]],
  [{ compared: [row('a/b/c', 'UNDECIDED'), row('a/b/d', 'IMPROVED', -0.1)] }, 'UNDECIDED', [false, false]],
  [{ compared: [row('a/b/c', 'SAME'), row('a/b/d', 'IMPROVED', -0.1)] }, 'IMPROVED', [false, false]],
  [{ compared: [row('a/b/c', 'SAME')], stillFailing: [failure] }, 'SAME', [false, false]],
  [{ compared: [row('a/b/c', 'SAME')], gone: ['a/b/d'] }, 'UNDECIDED', [false, false]],
  [{ compared: [row('a/b/c', 'SAME')], unmeasured: ['a/b/d'] }, 'UNDECIDED', [false, false]],
  [{}, 'UNJUDGED', [false, false]],
] as const)('%s is %s', ([parts, word, [onConfirmed, onSuspect]]) => {
  const found = confirmed(parts);
  expect(verdictOf(run, found).word).toBe(word);
  expect(fails(run, found, 'confirmed')).toBe(onConfirmed);
  expect(fails(run, found, 'suspect')).toBe(onSuspect);
  expect(fails(run, found, 'never')).toBe(false);
});

test('a machine that throttled or shared its GPU is a reason, and no regression', () => {
  const reasons = ['throttle:fma +9.0 %', 'contended:fma 4.1 %'];
  const found = confirmed({ session: { stable: false, reasons }, compared: [row('a/b/c', 'UNDECIDED')] });
  expect(verdictOf(run, found)).toMatchObject({ word: 'UNDECIDED', regressions: [], reasons });
  expect(summaryOf(run, found, verdictOf(run, found))).toContain(
    'Not judged because of: `throttle:fma +9.0 %`, `contended:fma 4.1 %`.',
  );
  const alone = { ...run, sessions: [{ ...run.sessions[0]!, stable: false, reasons }] };
  expect(verdictOf(alone, null)).toMatchObject({ word: 'UNJUDGED', reasons: ['no-base', ...reasons] });
});

test('a peer that fails is told by the run, and fails no step', () => {
  const [first, ...others] = run.results;
  const peer = { ...first!, status: 'failed', kind: 'peer' } as const;
  expect(verdictOf({ ...run, results: [peer, ...others] }, null).word).toBe('UNJUDGED');
  const own = { ...first!, status: 'failed', kind: 'gpu' } as const;
  expect(verdictOf({ ...run, results: [own, ...others] }, null).failures).toEqual([own.id]);
  expect(fails({ ...run, results: [own] }, null, 'confirmed')).toBe(true);
});

test('a chart has the ids that moved most, and no text of theirs leaves its label', () => {
  const hostile = 'a/b"]\n```\n<script>alert(1)</script>/c';
  const drawn = effectChart([row('scan/two/n=1', 'SAME', 0.001), row(hostile, 'REGRESSED', 0.25)]);
  expect(drawn).toMatchInlineSnapshot(`
    "\`\`\`mermaid
    ---
    config: { xyChart: { width: 900, height: 320 } }
    ---
    xychart-beta horizontal
      title "Change of the median time in %, above 0 slower"
      x-axis ["a/b?script?alert(1)?/script?/c", "scan/two/n=1"]
      bar [25.00, 0.1000]
    \`\`\`
    "
  `);
  expect(effectChart([])).toBe('');
});

test('without verdicts the ladders of a recorded run are drawn, first rung 1', () => {
  const drawn = ladderCharts(run);
  expect(drawn.match(/xychart-beta/g)!.length).toBeGreaterThan(1);
  for (const [, bars = ''] of drawn.matchAll(/ {2}bar \[(.*)\]/g))
    expect(bars).toMatch(/^1\.000, [\d., e+-]+$/);
});

test('the bundle that GitHub runs is the one of these sources: pnpm --filter @kernel-ladder/action bundle', async () => {
  expect(await bundle()).toBe(readFileSync(bundleFile, 'utf8'));
});
