// What a column of the trend says when asked: the commit, then every variant with its uncertainty or its reason.
import type { TooltipItem, TooltipOptions } from 'chart.js';
import type { MetricId, SiteRun } from '@kernel-ladder/schema';
import { formatDate, formatMetric, formatRange, shortCommit, shortHash } from '../format.ts';
import type { Trend, TrendPoint } from '../model/trend.ts';
import type { Theme } from '../theme.ts';

/** The trend's datasets come in groups of this many: low edge, high edge, line, marks. */
export const datasetsPerLine = 4;

/** How the tooltip looks, and whether the page already says that nothing here compares. */
export interface TooltipLook {
  readonly theme: Theme;
  readonly software: boolean;
}

/** Options of the trend's tooltip. */
export function tooltipOf(trend: Trend, { theme, software }: TooltipLook) {
  return {
    ...looks(theme),
    // Band edges say nothing that the line's own row does not.
    filter: (item: TooltipItem<'line'>) => item.datasetIndex % datasetsPerLine >= 2,
    callbacks: {
      title: ([item]: readonly TooltipItem<'line'>[]) => (item ? titleOf(trend.columns[item.dataIndex]) : []),
      label: (item: TooltipItem<'line'>) => {
        const line = trend.lines[Math.floor(item.datasetIndex / datasetsPerLine)];
        const point = line?.points[item.dataIndex];
        return line && point ? wrapped(describePoint(line.variant, point, trend.metric, software)) : '';
      },
    },
  };
}

/** The commit of a column: hash, subject, date and whatever makes the run unlike a clean recorded one. */
export function titleOf(run: SiteRun | undefined): string[] {
  if (!run) return [];
  const { commit } = run;
  const flags = [
    ...(commit.dirty ? ['uncommitted changes in the tree'] : []),
    ...(run.local ? ['local run, not in the history'] : []),
  ];
  return [`${shortCommit(commit.sha)}  ${formatDate(commit.date)} UTC`, ...wrapped(commit.subject), ...flags];
}

/** One variant in one run, in words. */
export function describePoint(
  variant: string,
  point: TrendPoint,
  metric: MetricId,
  software = false,
): string {
  if (point.status !== 'passed') return `${variant}  ${point.status}: ${point.reason}`;
  const { measured } = point;
  if (!measured) return `${variant}  not measured in this metric`;
  const value = formatMetric(metric, measured.value);
  const interval = formatRange(metric, measured.ciLow, measured.ciHigh);
  const notes = [
    ...(point.isNewKernel && point.kernelHash ? [`new kernel ${shortHash(point.kernelHash)}`] : []),
    ...(point.isComparable || software ? [] : ['not comparable']),
  ];
  return [`${variant}  ${value}`, `CI ${interval}`, `n\u00a0${measured.n}`, ...notes].join('\u00a0· ');
}

/** Breaks a text into lines that fit a phone. */
export function wrapped(text: string, width = 52): string[] {
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
