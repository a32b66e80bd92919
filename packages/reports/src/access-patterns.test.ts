// The heat map of strides and widths, the pattern of each family, and the surface of occupancy, from made-up runs.
import type { FamilyLadder } from '@kernel-ladder/schema';
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { accessPatterns, accessPatternsFigure } from './access-patterns.ts';
import { occupancy } from './occupancy.ts';

const ladder = (name: string, accesses: readonly (string | undefined)[]): FamilyLadder => ({
  name,
  title: name,
  simulated: false,
  params: [],
  rungs: accesses.map((access, place) => ({
    name: `rung-${place}`,
    summary: '',
    kind: 'gpu',
    ...(access === undefined ? {} : { access }),
  })),
  headline: { cache: 'cold', metric: 'gbps', cases: [] },
  tolerance: '',
});

// Twice the stride, half the bandwidth; wider accesses are faster.
const cells = ['read', 'write'].flatMap((access) =>
  [1, 2, 4].flatMap((width) =>
    [1, 2, 3, 4, 6, 8, 16, 32].map((stride) =>
      passed({
        id: `memory/pattern/stride=${stride},width=${width},access=${access},f32`,
        us: (100 * stride) / width,
      }),
    ),
  ),
);

test('every cell has its bandwidth, and its share of that at stride 1', () => {
  const { text, rows, missing } = accessPatterns({ families: [], runs: [runOf('1', cells)] });
  expect(missing).toEqual([]);
  expect(rows).toBe(48);
  expect(text).toContain('| 8 | 2 | read | 400 | 2.5 | 0.125 × |');
});

test('cells that no run has are missing', () => {
  const { missing } = accessPatterns({ families: [], runs: [runOf('1', cells.slice(0, 40))] });
  expect(missing).toEqual(['`memory/pattern/stride=*,width=*,access=*,f32`: 40 of 48 cells']);
});

test('a family has the pattern of its last rung that is traced, as strided as its worst operand', () => {
  const families = [
    ladder('one', [undefined, 'x coalesced, 1 line for 128 B; y strided, 32 lines for 128 B', undefined]),
    ladder('two', [
      'x strided, 2 lines for 4 B',
      'x broadcast, 1 line for 4 B; y coalesced, 4 lines for 512 B',
    ]),
    ladder('three', [undefined]),
  ];
  const { text, missing } = accessPatterns({ families, runs: [runOf('1', cells)] });
  expect(text).toContain('| one | strided | rung-1 | x coalesced');
  expect(text).toContain('| two | coalesced | rung-1 | x broadcast');
  expect(missing).toEqual(['`three`: no rung says how it reaches memory']);
});

test('the plot has a point for each cell', () => {
  expect(accessPatternsFigure({ families: [], runs: [runOf('1', cells)] }).rows).toBe(48);
});

const points = (timeOf: (workgroup: number, ilp: number) => number) =>
  [64, 256, 1024].flatMap((workgroup) =>
    [1, 2, 4, 8].map((ilp) =>
      passed({
        id: `reduce/occupancy/n=1024,workgroup=${workgroup},ilp=${ilp},f32`,
        us: timeOf(workgroup, ilp),
      }),
    ),
  );
const pageOf = (results: ReturnType<typeof points>) =>
  occupancy({ families: [ladder('reduce', [])], runs: [runOf('1', results)] });

test('a surface names its best point, where fewer threads with more work win', () => {
  const { text, rows, missing } = pageOf(
    points((workgroup, ilp) => 100 + Math.abs(ilp - 4) + workgroup / 64),
  );
  expect({ rows, missing }).toEqual({ rows: 12, missing: [] });
  expect(text).toContain('Best: 64 threads and 4 at once a thread');
  expect(text).toMatch(/\| 64 \| 16 \| 101 \|/);
});

test('and says so where none is faster beyond noise', () => {
  expect(pageOf(points(() => 100)).text).toContain(
    'No point is faster than 1024 threads with 1 beyond noise.',
  );
});

test('a surface of too few points is missing', () => {
  expect(pageOf(points(() => 1).slice(0, 5)).missing).toEqual(['`reduce/occupancy`: 5 of 12 points']);
});
