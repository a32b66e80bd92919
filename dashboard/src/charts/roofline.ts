// The roofline as data: roofs as lines, dashed where a datasheet says so, and a point a result.
import type { ChartConfiguration, ChartDataset, TooltipItem } from 'chart.js';
import { formatAmount, formatMetric, unitFor } from '../format.ts';
import { allowed } from '../model/roofline.ts';
import type { Roof, Roofline, RoofPoint } from '../model/roofline.ts';
import { seriesStyle, translucent } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { compact, logAxis } from './log-axis.ts';
import { markRadius } from './labels.ts';
import { roofNames } from './roof-names.ts';
import { looks } from './tooltip.ts';

/** The chart that `rooflineConfig` describes. */
type RooflineChart = ChartConfiguration<'scatter', { x: number; y: number }[]>;
type Dataset = ChartDataset<'scatter', { x: number; y: number }[]>;

/** What an axis reaches over, both ends above nought. */
export type Range = readonly [from: number, to: number];

/** What a chart may have beside roofs and results. */
export interface RooflineExtras {
  /** Results that a line joins, in its order; each is one of the roofline's points. */
  readonly ladders?: readonly (readonly RoofPoint[])[];
  /** What the axes reach over, in operations a byte and 1e9 operations a second; null for all that there is. */
  readonly intensity?: Range | null;
  readonly rate?: Range | null;
}

/** Builds the chart: roofs, lines of ladders, and the points as the last of its datasets. */
export function rooflineConfig(
  roofline: Roofline,
  theme: Theme,
  { ladders = [], intensity = null, rate = null }: RooflineExtras = {},
): RooflineChart {
  const range = intensity ?? intensities(roofline);
  const roofs = roofline.arithmetic.map((roof) => roofDataset(roof, roofline, { range, theme }));
  const lines = ladders.map((ladder) => ladderDataset(ladder, theme));
  // Later points cover earlier ones: those of the chosen case lie on top.
  const points = roofline.points.toReversed();
  return {
    type: 'scatter',
    data: {
      datasets: [...roofs, ...lines, { ...pointDataset(points, theme), clip: intensity || rate ? 0 : false }],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', intersect: true },
      layout: { padding: { top: 8, right: 10 } },
      scales: scalesOf(roofline, { range, rate, theme }),
      plugins: { tooltip: tooltip(points, roofline, { theme, at: roofs.length + lines.length }) },
    },
    plugins: [roofNames(roofline, theme)],
  };
}

/** A result in words, a line for each: what it is, its rate, and the roof that its share is of. */
export function describeRoofPoint(point: RoofPoint, { numbers }: Roofline): string[] {
  const rate = formatMetric({ metric: 'gflops', numbers }, point.gflops);
  const doubt = point.doubt === null ? [] : [`not comparable: ${point.doubt}`];
  return [
    `${point.variant}  ${rate}`,
    point.case,
    `${formatAmount(point.intensity, 3)} operations a byte`,
    shareText(point),
    partsText(point),
    ...doubt,
  ];
}

/** What the time would be spent on at the measured roofs, as in `memory 22 %, requests 25 %, f32 0.33 % of the time`. */
export function partsText({
  parts: { memory, requests, arithmetic, kind, launch },
}: Pick<RoofPoint, 'parts'>): string {
  const parts = [
    ['memory', memory],
    ['requests', requests],
    ...(arithmetic === null ? [] : [[kind, arithmetic] as const]),
    ...(launch >= launchesFrom ? [['one launch', launch] as const] : []),
  ] as const;
  return `${parts.map(([name, share]) => `${name} ${formatAmount(share, 2)}\u00a0%`).join(', ')} of the time`;
}

// From this share on starting a pass says more of a time than any roof, in percent.
const launchesFrom = 20;

/** The share and its roof, as in `73.0 % of the f32 roof`. */
export function shareText({ share, roof }: RoofPoint): string {
  if (share === null) return 'no share of a roof';
  return `${formatAmount(share, 3)} % of ${roof === null ? 'a roof that is not told' : `the ${roof} roof`}`;
}

interface Scales {
  readonly range: Range;
  readonly rate: Range | null;
  readonly theme: Theme;
}

function scalesOf({ numbers, arithmetic, points }: Roofline, { range, rate: asked, theme }: Scales) {
  const highest = arithmetic.map(({ rate }) => rate);
  const rates = asked ?? [...points.map(({ gflops }) => gflops), ...highest];
  const { name, divisor } = unitFor({ metric: 'gflops', numbers }, Math.max(...highest));
  const write = (value: number) => compact(value / divisor);
  const operations = numbers === 'integer' ? 'OP' : 'FLOP';
  const across = `Arithmetic intensity, ${operations} a byte`;
  return {
    x: logAxis({ title: across, values: range, room: 1, write: compact }, theme),
    y: logAxis({ title: `Rate, ${name}`, values: rates, room: asked ? 1 : 2, write }, theme),
  };
}

// From left of the leftmost result and ridge to right of the rightmost, so that each roof shows its slope and its flat part.
function intensities({ points, memory, arithmetic }: Roofline): readonly [least: number, most: number] {
  const ridges = arithmetic.flatMap(({ rate, source }) =>
    memory.filter((one) => one.source === source).map((one) => rate / one.rate),
  );
  const all = [...points.map(({ intensity }) => intensity), ...ridges];
  return [Math.min(...all) / 2, Math.max(...all) * 2];
}

function roofDataset(
  { name, rate, source }: Roof,
  { memory }: Roofline,
  { range: [least, most], theme }: { readonly range: Range; readonly theme: Theme },
): Dataset {
  const gbps = memory.find((one) => one.source === source)?.rate ?? Infinity;
  return {
    label: `${name}, ${source}`,
    data: [least, ridgeWithin(rate / gbps, [least, most]), most].map((x) => ({
      x,
      y: allowed(rate, gbps, x),
    })),
    showLine: true,
    borderColor: theme.muted,
    borderWidth: source === 'measured' ? 2 : 1.5,
    borderDash: source === 'measured' ? [] : [6, 4],
    pointRadius: 0,
    pointHitRadius: 0,
  };
}

// A range may begin behind the ridge, or end before it.
function ridgeWithin(ridge: number, [least, most]: Range): number {
  return Math.max(least, Math.min(most, ridge));
}

function ladderDataset(ladder: readonly RoofPoint[], theme: Theme): Dataset {
  const place = ladder[0]?.place ?? null;
  const colour = place === null ? theme.muted : seriesStyle(theme, place).colour;
  return {
    label: 'ladder',
    data: ladder.map(({ intensity, gflops }) => ({ x: intensity, y: gflops })),
    showLine: true,
    borderColor: translucent(colour, 0.55),
    borderWidth: 1.5,
    pointRadius: 0,
    pointHitRadius: 0,
  };
}

function pointDataset(points: readonly RoofPoint[], theme: Theme): Dataset {
  const styles = points.map(({ place }) => (place === null ? null : seriesStyle(theme, place)));
  const colours = styles.map((style) => style?.colour ?? translucent(theme.muted, 0.45));
  return {
    label: 'results',
    data: points.map(({ intensity, gflops }) => ({ x: intensity, y: gflops })),
    pointRadius: styles.map((style) => (style ? markRadius : 2.5)),
    pointHoverRadius: markRadius + 2,
    pointHitRadius: 8,
    pointStyle: styles.map((style) => style?.shape.pointStyle ?? 'circle'),
    pointRotation: styles.map((style) => style?.shape.rotation ?? 0),
    pointBackgroundColor: points.map(({ doubt }, at) =>
      doubt === null ? (colours[at] ?? theme.ink) : theme.surface,
    ),
    pointBorderColor: colours,
    pointBorderWidth: 1.5,
    clip: false,
    // Above the roofs, which are drawn first.
    order: -1,
  };
}

function tooltip(
  points: readonly RoofPoint[],
  roofline: Roofline,
  { theme, at }: { readonly theme: Theme; readonly at: number },
) {
  return {
    ...looks(theme),
    callbacks: {
      title: () => [],
      label: ({ datasetIndex, dataIndex }: TooltipItem<'scatter'>) => {
        const point = datasetIndex === at ? points[dataIndex] : undefined;
        return point ? describeRoofPoint(point, roofline) : '';
      },
    },
  };
}
