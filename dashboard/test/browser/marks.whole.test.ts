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
const ofDash = (strokes: readonly Stroke[], ...dash: readonly number[]) =>
  strokes.filter((one) => `${one.dash}` === `${dash}`);

/** Where columns stand: they are evenly apart, and two points whose bars are known say where all others are. */
function columnsBy(bars: readonly { readonly column: number }[], drawn: readonly Stroke[]) {
  const known = bars.map(({ column }, at) => ({ column, x: drawn[at]?.from[0] ?? Number.NaN }));
  const [low, high] = [
    known.toSorted((a, b) => a.column - b.column)[0]!,
    known.toSorted((a, b) => b.column - a.column)[0]!,
  ];
  return (column: number) => low.x + ((column - low.column) * (high.x - low.x)) / (high.column - low.column);
}

/** Holds that strokes stand at these places, to a pixel, and that at least so much of each is seen. */
function standAt(drawn: readonly Stroke[], places: readonly number[], least: number): void {
  const off = drawn.map(({ from }, at) => Math.abs(from[0] - (places[at] ?? Number.NaN)));
  expect.soft([drawn.length, off.filter((pixels) => !(pixels < 1))]).toEqual([places.length, []]);
  expect.soft(Math.min(...drawn.map(({ seen }) => seen))).toBeGreaterThan(least);
}

test.for(['light', 'dark'] as const)(
  'levels, changes, other kernels and other cards are seen where the data has them, %s',
  async (colorScheme) => {
    const { page, go } = await fresh();
    await watchStrokes(page);
    await page.emulateMedia({ colorScheme });
    const address = addressOf({ page: 'results', family: 'gemm', case: caseName, hidden: [] });
    await go(address, '#trend-chart:not([data-changes="0"])');
    const theme = themes[colorScheme];
    const { bands, marks, breaks, bars } = await expected();
    expect([bands, marks, breaks, bars].every(({ length }) => length > 0)).toBe(true);
    const strokes = await strokesOf(page, '#trend-chart', theme.surface);
    const drawnBars = ofDash(strokes).filter(
      (one) => isUpright(one) && Math.abs(lengthOf(one) - 20) < 0.01 && one.colour !== theme.surface,
    );
    const colours = bars.map(({ place }) => seriesStyle(theme, place).colour);
    expect.soft(drawnBars.map(({ colour }) => colour)).toEqual(colours);
    const xOf = columnsBy(bars, drawnBars);
    const before = ({ column }: { readonly column: number }) => xOf(column - 0.5);
    standAt(
      drawnBars,
      bars.map(({ column }) => xOf(column)),
      0.8,
    );
    standAt(ofDash(strokes, 4, 3).filter(isUpright), marks.map(before), 0.4);
    const dotted = ofDash(strokes, 1, 3);
    standAt(dotted.filter(isUpright), breaks.map(before), 0.2);
    // Two sigmas on either side of a level. Levels lie over each other, and a dot in four is drawn: what is hidden shows nothing at all.
    const edges = bands.flatMap(({ first }) => [xOf(first - 0.5), xOf(first - 0.5)]);
    standAt(
      dotted.filter((one) => !isUpright(one)),
      edges,
      0.05,
    );
  },
);
