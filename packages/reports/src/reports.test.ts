// Write-ups: every number is traceable, what is missing is said, and an edit shows.
import type { FamilyLadder, Result, Run } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { readArtefact } from '@kernel-ladder/curriculum';
import { passed, runOf, sha, software } from '@kernel-ladder/curriculum/testing';
import { allReports } from './all.ts';
import { headline } from './headline.ts';
import { journey } from './journey.ts';
import { portability } from './portability.ts';
import { attentionMemory } from './memory.ts';
import type { Report } from './report.ts';

const family: FamilyLadder = {
  name: 'gemm',
  title: 'Matrix product',
  simulated: false,
  params: ['m', 'n', 'k'].map((key) => ({ key })),
  headline: { cache: 'hot', metric: 'gflops', cases: [] },
  tolerance: '',
  rungs: [
    { name: 'naive', summary: 'one thread | element', kind: 'gpu' },
    { name: 'tiled', summary: 'tiles', kind: 'gpu' },
    { name: 'late', summary: 'not built', kind: 'gpu' },
  ],
};
const naive = passed({ id: 'gemm/naive/m=8,n=8,k=8,f32', us: 30 });
const tiled = passed({ id: 'gemm/tiled/m=8,n=8,k=8,f32', us: 10 });
const input = { families: [family], runs: [runOf('1', [naive, tiled])] };
const page = (report: Report) => readArtefact(report.path, report.text);

describe('a journey', () => {
  const report = journey(family, input);

  test('has a row a rung, with its change, its speed-up, its result and its commit', () => {
    const [row] = report.text.split('\n').filter((line) => line.startsWith('| tiled'));
    expect(row).toMatchInlineSnapshot(
      `"| tiled | tiles | 1 000 000 | 1 000 000 | 10 (10 to 10) | 3 × | 3 × as fast as \`naive\` | waiting: f32 10 %, memory 10 %, requests 10 % of their roofs | 100 | 10 | 8.333 | 30 | \`gemm/tiled/m=8,n=8,k=8,f32\` | 11111111 |"`,
    );
    expect(report.text).toContain('one thread \\| element');
  });

  test('says which rungs it has no result of', () => {
    expect(report.missing).toEqual(['`gemm/late`: no passed result on GPU']);
    expect(report.text).toContain('- `gemm/late`: no passed result on GPU');
    expect(page(report)).toMatchObject({ rows: 3, missing: 1, commit: sha('1'), intact: true });
  });

  test('takes all rungs from one run, the newest that has them', () => {
    const newer = runOf('2', [passed({ id: tiled.id, us: 5 })]);
    const text = journey(family, { ...input, runs: [...input.runs, newer] }).text;
    expect(text).toContain('| 10 (10 to 10) |');
    expect(text).not.toContain('| 5 (5 to 5) |');
  });

  test('shows no timing of a software adapter', () => {
    const none = journey(family, { ...input, runs: [runOf('1', [naive, tiled], software)] });
    expect(page(none)).toMatchObject({ rows: 0, missing: 3 });
  });
});

test('the headline page has every headline case, and no speed-up over a rung that must not be compared', () => {
  const [small, large] = ['m=8,n=8,k=8,f32', 'm=16,n=16,k=16,f32'];
  const headlined = { ...family, headline: { ...family.headline, cases: [small, large] } };
  const throttled = {
    ...passed({ id: `gemm/naive/${large}`, us: 90 }),
    comparable: false,
    comparableReasons: ['throttled' as const],
  };
  const late = passed({ id: `gemm/late/${large}`, us: 10 });
  const run = runOf('1', [naive, tiled, throttled, passed({ id: `gemm/tiled/${large}`, us: 20 }), late]);
  const { text, missing } = headline({ families: [headlined], runs: [run] });
  const speedUps = text
    .split('\n')
    .flatMap((line) => (line.startsWith('| gemm/') ? [line.split(' | ')[4]] : []));
  expect(speedUps).toEqual(['1 ×', '3 ×', '', '']);
  expect(missing).toEqual([`\`gemm/naive/${large}\`: throttled`]);
});

test('a text that was edited is not intact, one without an origin is no write-up', () => {
  const { path, text } = journey(family, input);
  expect(readArtefact(path, text.replace('| 10 (', '| 9 ('))?.intact).toBe(false);
  expect(readArtefact(path, '# Mine\n')).toBeNull();
});

test('attention’s buffers are shown with the order in which they grow', () => {
  const runs = [
    runOf('1', [
      lengths('naive', 128, 1e4),
      lengths('naive', 256, 4e4),
      lengths('flash', 128, 1e4),
      lengths('flash', 256, 2e4),
    ]),
  ];
  const attention: FamilyLadder = {
    ...family,
    name: 'attention',
    rungs: [
      { name: 'naive', summary: '', kind: 'gpu' },
      { name: 'flash', summary: '', kind: 'gpu' },
    ],
  };
  const { text, missing } = attentionMemory(attention, { families: [attention], runs });
  expect(text).toContain('| naive | 2 | quadratic |\n| flash | 1 | linear |');
  expect(missing).toHaveLength(8);
});

test('the same input gives the same texts, each under its own path', () => {
  const runs = input.runs.map((run) => ({ ...run, families: [family] }));
  const once = allReports(runs);
  expect(allReports(structuredClone(runs))).toEqual(once);
  expect(new Set(once.map(({ path }) => path)).size).toBe(once.length);
  for (const report of once)
    expect(page(report)).toMatchObject({ intact: true, missing: report.missing.length });
});

const paths = (runs: readonly Run[]) => allReports(runs).map(({ path }) => path);

test('runs without a ladder have write-ups all the same, with the rungs that they measured and no summaries', () => {
  expect(paths(input.runs)).toContain('docs/reports/journey-gemm.md');
  expect(paths([])).not.toContain('docs/reports/journey-gemm.md');
  const journeyText = allReports(input.runs).find(({ path }) => path.endsWith('journey-gemm.md'))?.text;
  expect(journeyText).toMatch(/^\| naive \|  \| /m);
  expect(journeyText).not.toContain('gemm/late');
});

function lengths(variant: string, tokens: number, bytes: number): Result {
  return passed({
    id: `attention/${variant}/b=4,h=16,q=${tokens},k=${tokens},d=64,f32`,
    more: { peakBufferBytes: bytes },
  });
}

test('portability names what an adapter lacks, and asks for a second one', () => {
  const skipped = {
    ...tiled,
    status: 'skipped' as const,
    reason: { code: 'feature:subgroups' as const, message: 'no' },
  };
  const one = portability(input);
  expect(one.missing).toEqual(['a second adapter: record a run of another device']);
  const both = portability({ ...input, runs: [...input.runs, runOf('2', [naive, skipped], software)] });
  expect(both.missing).toEqual([]);
  expect(both.text).toContain('| gemm/tiled | 1 passed | 0 passed, 1 skipped: `feature:subgroups` |');
  expect(both.text).toContain('| gemm/late | not run | not run |');
});
