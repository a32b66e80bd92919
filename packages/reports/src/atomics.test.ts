// Thresholds of atomics, from made-up runs.
import { passed, runOf } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { whenAtomics } from './atomics.ts';

type Times = readonly (readonly [at: number, each: number, other: number])[];

const curve = (family: string, [each, other]: readonly [string, string], name: string, times: Times) =>
  times.flatMap(([at, first, second]) => [
    passed({ id: `${family}/${each}/${name.replace('*', String(at))}`, us: first }),
    passed({ id: `${family}/${other}/${name.replace('*', String(at))}`, us: second }),
  ]);

const histogram = (times: Times) =>
  curve('atomics', ['histogram-global', 'histogram-lanes'], 'n=67108864,bins=*,input=uniform,u32', times);
const append = (times: Times) =>
  curve('atomics', ['compact-element', 'compact-workgroup'], 'n=67108864,keep=*,u32', times);
const others = [
  ...curve('reduce', ['atomic-element', 'optimized'], 'n=*,u32', [[1024, 50, 10]]),
  ...curve('atomics', ['histogram-global', 'histogram-lanes'], 'n=67108864,bins=*,input=hot,u32', [
    [256, 900, 90],
  ]),
  ...[
    [1, 800],
    [64, 300],
    [1024, 190],
    [1_048_576, 100],
  ].map(([targets, us]) =>
    passed({ id: `atomics/contention-storage/n=16777216,targets=${targets},u32`, us: us ?? 0 }),
  ),
  passed({ id: 'atomics/graph-degrees/n=1048576,graph=random,u32', us: 70 }),
];

const pageOf = (results: readonly ReturnType<typeof passed>[]) =>
  whenAtomics({ families: [], runs: [runOf('1', results)] });

test.for([
  [
    [
      [16, 500, 100],
      [1024, 300, 100],
      [65_536, 100, 100],
    ],
    'up to bins=1024',
  ],
  [
    [
      [16, 500, 100],
      [1024, 300, 100],
    ],
    'at every bins that was measured',
  ],
  [
    [
      [16, 100, 100],
      [1024, 300, 100],
    ],
    'at no bins that was measured',
  ],
] as const)('histograms of %o say %s', ([times, says]) => {
  const { text, rows, missing } = pageOf([...histogram(times), ...append([[50, 200, 100]]), ...others]);
  expect({ rows, missing }).toEqual({ rows: 5, missing: [] });
  expect(text).toContain(`| histogram | ${says} |`);
});

test.for([
  [
    [
      [10, 100, 100],
      [50, 200, 100],
      [90, 300, 100],
    ],
    'from keep=50',
  ],
  [
    [
      [10, 300, 100],
      [50, 200, 100],
      [90, 100, 100],
    ],
    'at no keep that was measured',
  ],
] as const)('lists of %o say %s', ([times, says]) => {
  expect(pageOf([...histogram([[16, 500, 100]]), ...append(times), ...others]).text).toContain(
    `| append of the words that are kept | ${says} |`,
  );
});

test('a graph has atomics that half of the best rate is reached with', () => {
  expect(pageOf(others).text).toContain('| graph edges at vertices | unavoidable: from targets=1024 |');
});

test('what no run has is missing', () => {
  const { rows, missing } = pageOf([]);
  expect({ rows, missing: missing.length }).toEqual({ rows: 0, missing: 5 });
});
