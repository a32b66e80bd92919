// What is drawn over a trend, in a real browser over the recorded history: levels with their noise, changes, other kernels, other cards.
import { parseSiteJudgement } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { breaksOf } from '../../src/model/breaks.ts';
import { judgedOf } from '../../src/model/judged.ts';
import { trendOf } from '../../src/model/trend.ts';
import type { Trend } from '../../src/model/trend.ts';
import { addressOf } from '../../src/state.ts';
import { seriesStyle, themes } from '../../src/theme.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';
import { strokesOf, watchStrokes } from './strokes.ts';
import type { Stroke } from './strokes.ts';

const { site, fresh } = useRecordedSite();
const caseName = 'm=4096,n=4096,k=4096,f32';

/** Everything that should be drawn over the trend of the case, by what the data has. */
async function expected() {
  const { key } = hardwareOf(site()).machine;
  const trend = trendOf(await site().family(key, 'gemm'), caseName, 'gflops');
  const judged = judgedOf(trend, await site().file(`judgement/${key}.json`, parseSiteJudgement));
  return { trend, ...judged, breaks: breaksOf(trend.columns), bars: barsOf(trend) };
}

function barsOf({ lines }: Trend) {
  return lines.flatMap(({ place, points }) =>
    points.flatMap((point, column) =>
      point?.status === 'passed' && point.isNewKernel && point.measured ? [{ place, column }] : [],
    ),
  );
}

const isUpright = ({ from, to }: Stroke) => Math.abs(from[0] - to[0]) < 0.01;
const lengthOf = ({ from, to }: Stroke) => Math.abs(from[1] - to[1]);

test.for(['light', 'dark'] as const)(
  'levels, changes, other kernels and other cards are seen where the data has them, %s',
  async (colorScheme) => {
    const { page, go } = await fresh();
    await watchStrokes(page);
    await page.emulateMedia({ colorScheme });
    await go(
      addressOf({ page: 'results', family: 'gemm', case: caseName, hidden: [] }),
      '#trend-chart:not([data-changes="0"])',
    );
    const theme = themes[colorScheme];
    const { bands, marks, breaks, bars } = await expected();
    expect([bands, marks, breaks, bars].every(({ length }) => length > 0)).toBe(true);
    const strokes = await strokesOf(page, '#trend-chart', theme.surface);
    const dashed = (...dash: readonly number[]) => strokes.filter((one) => `${one.dash}` === `${dash}`);

    const drawnBars = dashed().filter(
      (one) => isUpright(one) && Math.abs(lengthOf(one) - 20) < 0.01 && one.colour !== theme.surface,
    );
    expect
      .soft(drawnBars.map(({ colour }) => colour))
      .toEqual(bars.map(({ place }) => seriesStyle(theme, place).colour));
    // Columns are evenly apart: two points with bars say where all others stand.
    const ends = [bars.indexOf(bars.toSorted((a, b) => a.column - b.column)[0]!), 0];
    ends[1] = bars.indexOf(bars.toSorted((a, b) => b.column - a.column)[0]!);
    const [low, high] = ends.map((at) => ({ column: bars[at]!.column, x: drawnBars[at]!.from[0] }));
    const xOf = (column: number) =>
      low!.x + ((column - low!.column) * (high!.x - low!.x)) / (high!.column - low!.column);
    const holds = (drawn: readonly Stroke[], columns: readonly number[], least: number) => {
      expect
        .soft(drawn.map(({ from }) => Math.round(from[0])))
        .toEqual(columns.map((at) => Math.round(xOf(at))));
      expect.soft(Math.min(...drawn.map(({ seen }) => seen))).toBeGreaterThan(least);
    };
    holds(
      drawnBars,
      bars.map(({ column }) => column),
      0.8,
    );
    // A change and another card stand before their column.
    const before = (of: readonly { readonly column: number }[]) => of.map(({ column }) => column - 0.5);
    holds(dashed(4, 3).filter(isUpright), before(marks), 0.4);
    holds(dashed(1, 3).filter(isUpright), before(breaks), 0.2);

    // Two sigmas on either side, dotted.
    const edges = dashed(1, 3).filter((one) => !isUpright(one));
    expect.soft(edges).toHaveLength(2 * bands.length);
    for (const { from } of edges)
      expect.soft(bands.map(({ first }) => Math.round(xOf(first - 0.5)))).toContain(Math.round(from[0]));
    expect.soft(Math.min(...edges.map(({ seen }) => seen))).toBeGreaterThan(0.15);
  },
);
