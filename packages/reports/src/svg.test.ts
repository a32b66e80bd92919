// Plots: valid alone, the same for the same numbers, every point in its place.
import { expect, test } from 'vitest';
import { plot } from './svg.ts';

const panel = {
  title: 'Times <here>',
  x: 'n',
  y: 'µs',
  lines: [
    {
      name: 'measured',
      points: [
        [1, 10],
        [100, 1000],
      ] as const,
    },
    {
      name: 'counted',
      dashed: true,
      points: [
        [1, 0],
        [10, 100],
      ] as const,
    },
  ],
};

test('draws a line for each series, points where they were measured, and leaves out what no such axis has', () => {
  const svg = plot('Two lines', [panel]);
  expect(svg.match(/<polyline/g)).toHaveLength(2);
  expect(svg.match(/<circle/g)).toHaveLength(2);
  // From one corner of the area to the opposite one.
  expect(svg).toContain('points="58,196 328,34"');
  expect(svg).toContain('stroke-dasharray="5 3" points="193,115"');
  expect(svg).toContain('Times &lt;here&gt;');
});

test('names powers of ten, no more than seven of them', () => {
  const svg = plot('Wide', [
    {
      ...panel,
      lines: [
        {
          name: 'wide',
          points: [
            [1, 1],
            [1e12, 10],
          ] as const,
        },
      ],
    },
  ]);
  expect([...svg.matchAll(/text-anchor="middle">([^<]+)</g)].map(([, name]) => name)).toEqual([
    '1',
    '100',
    '10K',
    '1M',
    '100M',
    '10B',
    '1T',
    'n',
  ]);
});

test('is the same text for the same numbers, and says so where there are none', () => {
  expect(plot('Two lines', [panel, panel])).toBe(plot('Two lines', [panel, panel]));
  expect(plot('Empty', [{ ...panel, lines: [] }])).toContain('Times &lt;here&gt;: no numbers');
});
