// What a column of the trend says when asked: the commit, then every variant with its uncertainty or its reason.
import type { TooltipItem, TooltipOptions } from 'chart.js';
import { formatDate, formatSpeedup, shortCommit } from '../format.ts';
import type { Measure } from '../format.ts';
import { wordsOf } from '../model/point-words.ts';
import type { TrendPoint } from '../model/commit-point.ts';
import type { Trend, TrendColumn } from '../model/trend.ts';
import type { Theme } from '../theme.ts';

/** The trend's datasets come in groups of this many: low edge, high edge, line, marks. */
export const datasetsPerLine = 4;

/** How the tooltip looks, and whether the page already says that nothing here compares. */
export interface TooltipLook {
  readonly theme: Theme;
  readonly software: boolean;
  readonly isRelative: boolean;
}

/** Options of the trend's tooltip. */
export function tooltipOf(
  trend: Trend,
  { theme, software, isRelative, factors }: TooltipLook & { readonly factors: readonly number[] },
) {
  return {
    ...looks(theme),
    // Band edges say nothing that the line's own row does not.
    filter: (item: TooltipItem<'line'>) => item.datasetIndex % datasetsPerLine >= 2,
    callbacks: {
      title: ([item]: readonly TooltipItem<'line'>[]) =>
        item ? titleOf(trend.columns[item.dataIndex], lettersIn(item.chart.width)) : [],
      label: (item: TooltipItem<'line'>) => {
        const at = Math.floor(item.datasetIndex / datasetsPerLine);
        const line = trend.lines[at];
        const point = line?.points[item.dataIndex];
        if (!line || !point) return '';
        const width = lettersIn(item.chart.width);
        const isNarrow = width < widest;
        const factor = isRelative ? (factors[at] ?? 1) : null;
        return wrapped(
          describePoint(line.name, point, { measure: trend, software, isNarrow, factor }),
          width,
        );
      },
    },
  };
}

// A tooltip wider than its canvas is cut off; past the widest, lines are hard to follow.
const widest = 52;
const letterPx = 6.6;
const marginPx = 60;

function lettersIn(canvasPx: number): number {
  return Math.max(20, Math.min(widest, Math.floor((canvasPx - marginPx) / letterPx)));
}

/** The commit of a column: hash, subject, time of the run and whatever makes it unlike a clean recorded one. */
export function titleOf(run: TrendColumn | undefined, width = widest): string[] {
  if (!run) return [];
  const { commit } = run;
  const flags = [
    ...(commit.dirty ? ['uncommitted changes in the tree'] : []),
    ...(run.local ? ['local run, not in the history'] : []),
  ];
  const when = run.runs.length === 1 ? 'run' : `${run.runs.length} runs, the last`;
  const head = `${shortCommit(commit.sha)}  ${when} ${formatDate(run.startedAt)} UTC`;
  const subject = wrapped(commit.subject, width);
  // A long subject would cover a small plot.
  const shown = width < widest && subject.length > 1 ? [`${subject[0]} …`] : subject;
  return [...wrapped(head, width), ...shown, ...flags.flatMap((flag) => wrapped(flag, width))];
}

/** How much is said of a point. */
export interface PointLook {
  readonly measure: Measure;
  /** True where the page says already that no timing compares. */
  readonly software: boolean;
  /** Leaves interval and sample count to the table, so that the tooltip does not cover the plot. */
  readonly isNarrow: boolean;
  /** What makes a value relative to the first in view; null where it stands for itself. */
  readonly factor: number | null;
}

/** One series in one run, in words. */
export function describePoint(
  name: string,
  point: TrendPoint,
  { measure, software, isNarrow, factor }: PointLook,
): string {
  if (point.status !== 'passed') return `${name}  ${point.status}: ${point.reason}`;
  const words = wordsOf(point, measure, software);
  if (!words) return `${name}  not measured in this metric`;
  const { value, sureness, notes } = words;
  const ratio =
    factor === null || !point.measured
      ? []
      : [`${formatSpeedup(point.measured.value * factor)} of the first`];
  return [`${name}  ${value}`, ...ratio, ...(isNarrow ? [] : sureness), ...notes].join('\u00a0· ');
}

/** Breaks a text into lines that fit a phone. */
export function wrapped(text: string, width = widest): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** How a tooltip looks. */
export function looks(theme: Theme) {
  return {
    backgroundColor: theme.name === 'dark' ? '#30353a' : '#24282c',
    titleColor: '#ffffff',
    bodyColor: '#f1f0ec',
    padding: 10,
    cornerRadius: 4,
    boxPadding: 4,
    usePointStyle: true,
    boxWidth: 8,
    boxHeight: 8,
    titleFont: { size: 12, weight: 600 },
    bodyFont: { size: 11.5 },
    caretPadding: 8,
  } satisfies Partial<TooltipOptions>;
}
