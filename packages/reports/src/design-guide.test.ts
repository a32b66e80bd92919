import { gpu, passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { chapters } from './design-guide/chapters/index.ts';
import { designGuide } from './design-guide.ts';

// Times in µs by size; a tie is one that differs by less than a twentieth.
const times = {
  tree: { 1024: 2, 4096: 3, 16_384: 9, 65_536: 40 },
  subgroup: { 1024: 4, 4096: 2.95, 16_384: 6, 65_536: 41 },
};

const results = Object.entries(times).flatMap(([variant, bySize]) =>
  Object.entries(bySize).map(([n, us]) =>
    passed({ id: `reduce/${variant}/n=${n},f32`, params: { n: Number(n) }, us }),
  ),
);
const page = (given = results) => designGuide({ families: [], runs: [runOf('1', given, gpu)] });
const sectionOf = (text: string, title: string) =>
  text.split('\n## ').find((section) => section.startsWith(title)) ?? '';

test('a tree branches where another rung is faster by more than a twentieth', () => {
  const tree = sectionOf(page().text, 'Which rung: sum of a vector').replaceAll('\u202f', ' ');
  expect(tree).toContain('- n of 1 024 to 4 096: `tree`, 2');
  expect(tree).toContain('  - else, n of 16 384 to 65 536: `subgroup`, 6');
  expect(tree).toContain(
    '| sum of a vector | n from here on | 16 384 | `subgroup`, 1.5 × as fast as `tree` | `reduce/subgroup/n=16384,f32` |',
  );
});

test('what fusing gains is told at its least, and where it loses too', () => {
  const forms = [
    ['register', 'epilogue=relu', 10],
    ['unfused', 'epilogue=relu', 30],
    ['register', 'epilogue=bias', 12],
    ['unfused', 'epilogue=bias', 9],
  ] as const;
  const fused = forms.map(([variant, more, us]) =>
    passed({ id: `gemm/${variant}/m=8,n=8,k=8,${more},f32`, us }),
  );
  const table = sectionOf(page(fused).text, 'When to fuse');
  expect(table).toContain(
    '| product and its epilogue | the next operator reads the result once | 0.75 × at least, of 2 cases | keep apart here: `unfused` |',
  );
});

test('says what balance the device has by its own roofs, and what is missing', () => {
  const { text, missing } = page();
  expect(sectionOf(text, 'The device')).toContain('fewer than 1 operations a byte waits for memory');
  expect(missing).toEqual(['a decision for 8 operators: 1 have two rungs timed in one run']);
  expect(designGuide({ families: [], runs: [] }).text).not.toContain('## The device');
});

const sweep = [16, 32, 64, 128].map((kib, at) =>
  passed({
    id: `memory/sweep/bytes=${kib * 1024},f32`,
    params: { bytes: kib * 1024 },
    us: [10, 10.1, 20, 21][at] ?? 0,
  }),
);
const withMemory = (given: typeof results) =>
  designGuide({
    families: [
      {
        name: 'memory',
        title: 'memory',
        simulated: false,
        params: [],
        headline: { cache: 'hot', metric: 'gbps', cases: [] },
        tolerance: '',
        rungs: [],
      },
    ],
    runs: [runOf('1', given, gpu)],
  });

test('a curve says how far apart its ends are, and where it bends', () => {
  const { text, missing } = withMemory(sweep);
  const curve = text.split('\n### ').find((section) => section.startsWith('Bandwidth by working set')) ?? '';
  expect(curve.replaceAll('\u202f', ' ')).toContain(
    'Least time at bytes = 16 384, most at bytes = 131 072: 2.1 × apart. The largest step is from 32 768 to 65 536: 1.98 × the time.',
  );
  expect(curve.match(/^\| \d/gm)).toHaveLength(4);
  expect(missing.join()).not.toContain('memory/sweep');
});

test('a table without results says which, and is missing', () => {
  const { text, missing } = withMemory(sweep.slice(0, 2));
  const what = 'three of `memory/sweep/bytes=*,f32` in one run';
  expect(text).toContain(`No results of ${what}.`);
  expect(missing).toContain(what);
});

test('no chapter has a measured number in its text', () => {
  const said = chapters.flatMap(({ text, rules }) => [...text, ...rules]).join(' ');
  const years = said.replaceAll(/\([^()]*\d{4}\)/g, '').replaceAll(/\b[fi](?:16|32|64)\b|`[^`]*`/g, '');
  expect(years.match(/\d+/g)).toBeNull();
});

test('counts what was checked and timed', () => {
  const honesty = sectionOf(page().text, 'Measuring honestly');
  expect(honesty).toContain('| timed, and fit to be compared | 8 |');
  expect(honesty).toContain('| failed | 0 |');
});
