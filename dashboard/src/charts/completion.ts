// Completion over commits: a line a track, in percent of what is provable.
import type { Completion } from '@kernel-ladder/curriculum';
import type { ChartConfiguration, TooltipItem } from 'chart.js';
import { formatDate, shortCommit } from '../format.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { looks, wrapped } from './tooltip.ts';

/** The chart that `completionConfig` describes. */
type CompletionChart = ChartConfiguration<'line', (number | null)[], string[]>;

/** Builds the chart; a track without provable items has no line. */
export function completionConfig(completion: Completion, theme: Theme): CompletionChart {
  const { commits, tracks } = completion;
  return {
    type: 'line',
    data: {
      labels: commits.map(({ sha, date }) => [shortCommit(sha), formatDate(date).slice(5, 10)]),
      datasets: tracks.map(({ id, title }, place) => {
        const { colour, dash } = seriesStyle(theme, place);
        return {
          label: title,
          data: commits.map((commit) => shareOf(commit.tracks[id])),
          borderColor: colour,
          backgroundColor: colour,
          borderWidth: 2,
          borderDash: [...dash],
          pointRadius: 3,
          // What was proven at a commit holds until the next one says otherwise.
          stepped: true as const,
        };
      }),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      layout: { padding: { top: 8, right: 10 } },
      scales: axes(theme, commits.length),
      plugins: { tooltip: tooltip(completion, theme) },
    },
  };
}

function tooltip({ commits, tracks }: Completion, theme: Theme) {
  return {
    ...looks(theme),
    callbacks: {
      title: ([item]: readonly TooltipItem<'line'>[]) => {
        const commit = item && commits[item.dataIndex];
        if (!commit) return [];
        return [`${shortCommit(commit.sha)}  ${formatDate(commit.date)} UTC`, ...wrapped(commit.subject)];
      },
      label: (item: TooltipItem<'line'>) => {
        const track = tracks[item.datasetIndex];
        const counts = track && commits[item.dataIndex]?.tracks[track.id];
        return track && counts ? `${track.title}: ${counts.proven} of ${counts.provable}` : '';
      },
    },
  };
}

/** Proven in percent of provable; null where nothing is provable. */
export function shareOf(
  counts: { readonly proven: number; readonly provable: number } | undefined,
): number | null {
  return counts && counts.provable > 0 ? (100 * counts.proven) / counts.provable : null;
}

function axes(theme: Theme, commits: number) {
  const ticks = { color: theme.muted, font: { size: 11 } };
  return {
    x: {
      offset: commits < 3,
      grid: { display: false },
      border: { color: theme.muted },
      ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 14 },
    },
    y: {
      beginAtZero: true,
      suggestedMax: 10,
      border: { display: false },
      grid: { color: theme.grid },
      title: { display: true, color: theme.muted, text: 'Proven, % of provable items' },
      ticks: { ...ticks, precision: 0 },
    },
  };
}
