// How long a suite takes over its whole runs: wall time on the left axis, the host's share of it on the right one.
import type { ChartConfiguration, TooltipItem } from 'chart.js';
import { formatDate, formatEffect, shortCommit } from '../format.ts';
import { speedText } from '../model/speed.ts';
import type { SpeedLine, SpeedLines } from '../model/speed.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { looks, wrapped } from './tooltip.ts';

/** The chart that `speedConfig` describes. */
type SpeedChart = ChartConfiguration<'line', (number | null)[], string[]>;

/** The lines that are drawn: the time of one id follows from both, and stands in the table. */
export function drawnLines({ lines }: SpeedLines): readonly SpeedLine[] {
  return lines.filter(({ quantity }) => quantity !== 'wallMsPerId');
}

/** Builds the chart; a value stands at the run that it is of, times in seconds. */
export function speedConfig(suite: SpeedLines, theme: Theme): SpeedChart {
  const lines = drawnLines(suite);
  return {
    type: 'line',
    data: {
      labels: suite.runs.map(({ commit }) => [shortCommit(commit.sha), formatDate(commit.date).slice(5, 10)]),
      datasets: lines.map((line, place) => {
        const { colour, dash, shape } = seriesStyle(theme, place);
        return {
          label: line.name,
          yAxisID: line.unit === 'ms' ? 'time' : 'share',
          data: line.values.map((value) => (value === null || line.unit === '%' ? value : value / 1000)),
          borderColor: colour,
          backgroundColor: colour,
          borderWidth: 2,
          borderDash: [...dash],
          pointRadius: 4,
          pointStyle: shape.pointStyle,
          pointRotation: shape.rotation,
        };
      }),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      layout: { padding: { top: 8, right: 10 } },
      scales: axes(theme, suite.runs.length),
      plugins: { tooltip: tooltip(suite, lines, theme) },
    },
  };
}

function axes(theme: Theme, runs: number) {
  const ticks = { color: theme.muted, font: { size: 11 } };
  const upright = (text: string, position: 'left' | 'right') => ({
    position,
    beginAtZero: true,
    border: { display: false },
    grid: { color: theme.grid, drawOnChartArea: position === 'left' },
    title: { display: true, color: theme.muted, text },
    ticks,
  });
  return {
    x: {
      offset: runs < 3,
      grid: { display: false },
      border: { color: theme.muted },
      ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 14 },
    },
    time: upright('Wall time, s', 'left'),
    share: { ...upright('Host, %', 'right'), suggestedMax: 100 },
  };
}

function tooltip({ runs }: SpeedLines, lines: readonly SpeedLine[], theme: Theme) {
  return {
    ...looks(theme),
    callbacks: {
      title: ([item]: readonly TooltipItem<'line'>[]) => {
        const run = item && runs[item.dataIndex];
        if (!run) return [];
        const head = `${shortCommit(run.commit.sha)}  ${formatDate(run.startedAt)} UTC`;
        return [head, ...wrapped(run.commit.subject)];
      },
      label: ({ datasetIndex, dataIndex }: TooltipItem<'line'>) => {
        const line = lines[datasetIndex];
        const change = line?.changes.find(({ after }) => after === dataIndex);
        const text = line ? `${line.name}: ${speedText(line, dataIndex)}` : '';
        return change ? `${text}, changed by ${formatEffect(change.effect)}` : text;
      },
    },
  };
}
