// The guide of configurations, on a made-up table of the machine that a run is of.
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { readArtefact } from '@kernel-ladder/curriculum';
import type { TuningEntry, TuningTable } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { allReports } from './all.ts';
import { configGuide } from './config-guide.ts';

const shapes = Array.from({ length: 8 }, (_, at) => `m=${2 ** (at + 3)},n=8,k=8,f32`);

function entryOf(shape: string, changes: Partial<TuningEntry> = {}): TuningEntry {
  return {
    rung: 'tuned',
    class: shape,
    case: shape,
    choice: { bm: 64, bn: 32 },
    usual: { bm: 32, bn: 32 },
    tunedNs: 1000,
    usualNs: 1250,
    speed: { ratio: 1.25, low: 1.2, high: 1.3, turns: 10 },
    compileMs: 1,
    hash: '0'.repeat(16),
    space: '0'.repeat(16),
    search: {
      seed: 1,
      combinations: 30,
      candidates: 22,
      looks: 30,
      samples: 100,
      wrong: 1,
      failed: 1,
      seconds: 3,
      foundNs: 1000,
    },
    versions: {},
    at: '2026-01-01T00:00:00Z',
    landscape: {
      parameters: ['bm'],
      rows: Array.from({ length: 22 }, (_, at) => ({
        values: [at],
        round: 0,
        ns: at < 2 ? null : 1000 + at,
      })),
    },
    ...changes,
  };
}

const { space, at } = entryOf('');
const results = shapes.map((shape) => ({
  ...passed({ id: `gemm/tuned/${shape}`, us: 1 }),
  tuned: { rung: 'tuned', class: shape, choice: { bm: 64, bn: 32 }, space, at },
}));
const run = runOf('1', results);
const input = { families: [], runs: [run] };
const tableOf = (entries: readonly TuningEntry[]): TuningTable => ({
  schemaVersion: 1,
  machine: run.machine.key,
  family: 'gemm',
  entries,
});

test('has an entry a shape with the result that ran with it, and the shapes of which many were tried', () => {
  const report = configGuide(input, [tableOf(shapes.map((shape) => entryOf(shape)))])!;
  expect(readArtefact(report.path, report.text)).toMatchObject({ rows: 16, missing: 0, intact: true });
  expect(report.text).toMatch(
    /\| m=8,n=8,k=8,f32 \| tuned \| bm=64 bn=32 \| 1\.25 × \(1\.2 to 1\.3\) \| [^|]+ \| `gemm\/tuned\/m=8,n=8,k=8,f32` \|/,
  );
  expect(report.text).toContain('| m=8,n=8,k=8,f32 | 20 | 2 | tuned bm=64 bn=32 | 1.000 |');
});

test('a choice that no result ran with is missing, and a shape with few right pairs is no sweep', () => {
  const [first = '', ...others] = shapes;
  const other = entryOf(first, { choice: { bm: 128, bn: 32 } });
  const few = entryOf(others[0] ?? '', {
    landscape: { parameters: ['bm'], rows: [{ values: [1], round: 0, ns: 1 }] },
  });
  const report = configGuide(input, [
    tableOf([other, few, ...others.slice(1).map((shape) => entryOf(shape))]),
  ])!;
  expect(report.missing).toEqual([
    `\`gemm/tuned/${first}\` with the choice of the table: \`bench run\``,
    'shapes with a choice: 7 of 8: `bench tune gemm --case …`',
  ]);
  expect(report.text).not.toContain('| m=16,n=8,k=8,f32 | 1 |');
});

test('there is no page without a table of the machine', () => {
  const elsewhere = { ...tableOf([]), machine: 'elsewhere' };
  expect(configGuide(input, [elsewhere])).toBeNull();
  expect(allReports([run]).map(({ path }) => path)).not.toContain('docs/reports/gemm-config-guide.md');
});
