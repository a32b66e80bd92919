// The trend to take away: as a picture with its source, and as comma-separated values.
import { csvBlob } from '../csv.ts';
import type { VNode } from 'preact';
import { pictureOf } from '../charts/picture.ts';
import type { TrendChart } from '../charts/trend.ts';
import { metricLabel, shortCommit } from '../format.ts';
import { machineLabel } from '../machine.ts';
import type { Span } from '../model/range.ts';
import { trendCsv } from '../model/trend-csv.ts';
import type { Trend } from '../model/trend.ts';
import { seriesStyle } from '../theme.ts';
import { Download, fileName } from '../ui/download.tsx';
import type { Shown } from './shown.ts';

/** What the files are made of. */
export interface FilesProps {
  readonly shown: Shown;
  readonly trend: Trend;
  readonly span: Span;
  readonly hidden: readonly string[];
  readonly config: TrendChart;
}

/** Draws the buttons. */
export function TrendFiles(props: FilesProps): VNode {
  const { shown, trend, span, hidden } = props;
  const { family, selection } = shown;
  const lines = trend.lines.filter(({ variant }) => !hidden.includes(variant));
  const name = fileName(family.family, selection.case, selection.metric);
  return (
    <div class="scales" role="group" aria-label="Files of the trend">
      <Download id="trend-png" file={`${name}.png`} content={() => pictureOf(pictured(props))}>
        PNG
      </Download>
      <Download
        id="trend-csv"
        file={`${name}.csv`}
        content={() => csvBlob(trendCsv({ ...trend, lines }, span))}
      >
        CSV
      </Download>
    </div>
  );
}

function pictured({ shown, trend, span, hidden, config }: FilesProps) {
  const { family, machine, selection, simulated, theme } = shown;
  const isOneCase = trend.lines.every(({ name, variant }) => name === variant);
  const [first, last] = [span.first, span.last].map((at) => {
    const commit = trend.columns[at]?.commit;
    return commit ? `${shortCommit(commit.sha)} of ${commit.date.slice(0, 10)}` : '';
  });
  return {
    title: `${family.family}${isOneCase ? ` ${selection.case}` : ''}: ${metricLabel(selection.metric, simulated)} over commits`,
    legend: trend.lines
      .filter(({ variant }) => !hidden.includes(variant))
      .map(({ name, place }) => ({ name, style: seriesStyle(theme, place) })),
    source: [
      `${machineLabel(machine)}, driver ${machine.driver}; commits ${first} to ${last}`,
      `Kernel Ladder, ${location.href}`,
    ],
    theme,
    config,
  };
}
