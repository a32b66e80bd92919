// The cost model: its fit finds the parameters that made the times, and a wrong winner is told as a loss.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Result } from '@kernel-ladder/schema';
import { historyFiles, readRuns } from '@kernel-ladder/schema/node';
import { takeSnapshot } from '@kernel-ladder/curriculum';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { allreduceModel, fit, gammaOf, predictedNs } from './allreduce-model.ts';

const [passNs, gbps] = [2000, 4000];

function timed(variant: string, n: number, passes: number, { copies = 1, us = Number.NaN } = {}): Result {
  const implBytes = copies * n * 32;
  const modelled = (passes * passNs + implBytes / gbps) / 1e3;
  return passed({
    id: `allreduce/${variant}/n=${n},ranks=8,f32`,
    us: Number.isNaN(us) ? modelled : us,
    more: {
      work: { flops: n, minBytes: n, implBytes },
      dispatch: { passes, workgroups: 1, workgroupSize: 64, sharedBytes: 0 },
    },
  });
}

const rowsOf = (...results: readonly Result[]) => {
  const { run, machine } = runOf('1', results);
  return results.map((result) => ({ result, run, machine }));
};
const results = [1000, 1_000_000, 100_000_000].flatMap((n) => [
  timed('one-shot', n, 1, { copies: 8 }),
  timed('two-shot', n, 2, { copies: 2 }),
  timed('fused', n, 1),
]);

test('the fit finds the parameters that times were made from', () => {
  const rows = rowsOf(...results);
  const model = fit(rows)!;
  expect(model.passNs).toBeCloseTo(passNs, 3);
  expect(model.gbps).toBeCloseTo(gbps, 3);
  // By hand: two passes, and 2 · 1e6 · 32 bytes at 4000 GB/s.
  expect(predictedNs(rows[4]!, model)).toBeCloseTo(4000 + 16_000, 3);
});

test('there is no fit where times do not tell passes from bytes', () => {
  expect(fit(rowsOf(timed('one-shot', 1000, 1)))).toBeNull();
  expect(fit([])).toBeNull();
});

test('the winner changes with the size, as predicted and as measured', () => {
  const { text } = allreduceModel({ families: [], runs: [runOf('1', results)] });
  const winners = text.split('\n').filter((line) => line.startsWith('| 8 |') && line.includes('nothing'));
  expect(winners.map((line) => [line.split(' | ')[3], line.split(' | ')[6]])).toEqual([
    ['one-shot', 'one-shot'],
    ['two-shot', 'two-shot'],
    ['two-shot', 'two-shot'],
  ]);
  expect(text).toContain('| winner predicted | 3 of 3 |');
});

test('a prediction that picks the slower one says what it loses', () => {
  const surprising = results.map((result) =>
    result.id === 'allreduce/one-shot/n=1000,ranks=8,f32'
      ? timed('one-shot', 1000, 1, { us: 8.032 })
      : result,
  );
  const { text } = allreduceModel({ families: [], runs: [runOf('1', surprising)] });
  expect(text).toContain('| winner predicted | 2 of 3 |');
  expect(text).toMatch(/\| 8 \| 1\u202f000 \| 2 \| one-shot \|.*\| two-shot \|.*\| 2 × \|/);
});

// Of the recorded history: what the topology was given for the rate of combining is what a kernel on that device combines at.
test('γ of the H200’s topology is the rate at which a recorded kernel combines', () => {
  const root = new URL('../../../', import.meta.url);
  const topology: { readonly reduceGBps: { readonly value: number } } = JSON.parse(
    readFileSync(new URL('suites/topologies/h200-nvswitch-8.json', root), 'utf8'),
  );
  const { runs } = readRuns(historyFiles(fileURLToPath(new URL('dashboard/history/', root))));
  const { machines } = takeSnapshot({ runs, tests: [], artefacts: [] });
  const h200 = machines.find(({ machine }) => machine.adapter.device === 'nvidia-h200');
  const [row] = h200?.past.get('allreduce/fused/n=33554432,ranks=8,f32') ?? [];
  expect(gammaOf(row!) / topology.reduceGBps.value).toBeGreaterThan(0.9);
  expect(gammaOf(row!) / topology.reduceGBps.value).toBeLessThan(1.1);
});
