import { failed, passed, runOf } from '@kernel-ladder/curriculum/testing';
import type { FamilyLadder, Result } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { mainMachine } from './data.ts';
import { measuredSection } from './measured.ts';
import { withSection } from './section.ts';

const scan: FamilyLadder = {
  name: 'scan',
  title: 'Prefix sums',
  headline: { cache: 'cold', metric: 'gbps', cases: [] },
  rungs: [
    { name: 'slow', summary: 'first', kind: 'gpu' },
    { name: 'fast', summary: 'second', kind: 'gpu' },
  ],
  simulated: false,
  params: [],
  tolerance: 'exact',
};
const timed = (variant: string, us: number) => passed({ id: `scan/${variant}/n=67108864,f32`, us });

test('a row holds the first and the best rung of one run, and the commit that they are of', () => {
  const runs = [runOf('1', [timed('slow', 4000), timed('fast', 1000)])];
  const text = measuredSection({ families: [scan], runs });
  expect(text).toMatch(
    /\| inclusive scan of 2²⁶ f32 \| 4\.00 ms \| `fast`, 1\.00 ms \| .* \| 4\.00× \| .* \| `11111111` \|/,
  );
});

const doubted = (result: Result): Result => ({
  ...result,
  comparable: false,
  comparableReasons: ['unstable-session'],
});

test('a row stays that of the whole run where a newer one was interrupted', () => {
  const whole = runOf('1', [timed('slow', 4000), timed('fast', 1000)]);
  const text = measuredSection({ families: [scan], runs: [whole] });
  const both = [doubted(timed('slow', 5000)), doubted(timed('fast', 900))];
  for (const cut of [both, both.slice(0, 1), both.slice(1)])
    expect(measuredSection({ families: [scan], runs: [whole, runOf('2', cut)] })).toBe(text);
  const failing = runOf('2', [failed(timed('fast', 1000)), ...both.slice(0, 1)]);
  expect(measuredSection({ families: [scan], runs: [whole, failing] })).not.toContain('`fast`');
});

function peer(variant: string, us: number, api: 'cuda' | 'webgpu'): Result {
  const result = timed(variant, us);
  const { kernelHash: _, dispatch: __, loc: ___, ...bare } = result;
  return {
    ...bare,
    kind: 'peer',
    peer: { name: variant, version: '1', api, settings: {}, timedBy: 'events' },
  };
}

/** The cells of the peers, where others were measured in an earlier run. */
function peerCells(results: readonly Result[], earlier: readonly Result[] = []) {
  const runs = [runOf('1', earlier), runOf('2', results)];
  const lines = measuredSection({ families: [scan], runs }).split('\n');
  return lines
    .find((line) => line.includes('2²⁶'))
    ?.split(' | ')
    .slice(6, 8);
}

test('a row has the fastest peer of each group of its own run, and says where none was measured', () => {
  const rungs = [timed('slow', 4000), timed('fast', 1000)];
  const peers = [peer('torch', 900, 'cuda'), peer('cub', 800, 'cuda'), peer('tfjs', 3000, 'webgpu')];
  expect(peerCells([...rungs, ...peers])).toEqual(['`cub`, 800 µs: 0.800×', '`tfjs`, 3.00 ms: 3.00×']);
  expect(peerCells([...rungs, ...peers.slice(2)], peers)).toEqual(['not measured', '`tfjs`, 3.00 ms: 3.00×']);
  expect(peerCells(rungs, peers)).toEqual(['not measured', 'not measured']);
});

test('a peer stands beside the best rung of its own run, also where another is the best of the newest', () => {
  const earlier = [timed('slow', 900), timed('fast', 1000), peer('cub', 800, 'cuda')];
  const cells = peerCells([timed('slow', 1100), timed('fast', 1000)], earlier);
  expect(cells).toEqual(['`cub`, 800 µs: 0.889×', 'not measured']);
});

test('a rung that breaks on purpose is not the best, however fast', () => {
  const broken = { case: 'n=0', because: 'no check', message: 'NaN' };
  const coverage = [{ set: 'a', total: 1, passed: 0, skipped: 0, failed: [], expectedFailures: [broken] }];
  const unsafe = { ...timed('fast', 1000), coverage };
  const slow = timed('slow', 4000);
  const quick = runOf('2', [slow, timed('fast', 1000)]);
  for (const runs of [
    [runOf('1', [slow, unsafe])],
    [runOf('1', [slow, unsafe]), quick],
    [runOf('2', [slow, { ...timed('fast', 1000), breaks: true }])],
  ])
    expect(measuredSection({ families: [scan], runs })).toContain('| `slow`, 4.00 ms |');
  expect(measuredSection({ families: [scan], runs: [quick] })).toContain('| `fast`, 1.00 ms |');
});

test('a glance at another machine does not take the place of the one of which most is known', () => {
  const whole = runOf('1', [timed('slow', 4000), timed('fast', 1000)]);
  const glance = runOf('2', [timed('slow', 4000)]);
  const other = { ...glance, machine: { ...glance.machine, key: 'other-vulkan-01234567' } };
  expect(mainMachine({ families: [scan], runs: [whole, other] })?.machine.key).toBe(whole.machine.key);
  expect(mainMachine({ families: [scan], runs: [other] })?.machine.key).toBe(other.machine.key);
});

test('without a run on hardware there is a sentence, not a table', () => {
  expect(measuredSection({ families: [scan], runs: [] })).toBe('No run on hardware is recorded yet.');
});

test('the section changes what is between its markers and nothing else', () => {
  const page = 'a\n<!-- results:begin -->\nold\n<!-- results:end -->\nb\n';
  expect(withSection(page, 'new')).toBe('a\n<!-- results:begin -->\n\nnew\n\n<!-- results:end -->\nb\n');
  expect(withSection('no markers', 'new')).toBeNull();
  expect(withSection(`${page}${page}`, 'new')).toBeNull();
});
