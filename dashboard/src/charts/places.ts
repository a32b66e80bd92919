// Where the columns of the trend stand across: one step each, or by the day of their commit.
import { formatDate, shortCommit } from '../format.ts';
import type { SiteRun } from '@kernel-ladder/schema';
import type { Span } from '../model/range.ts';
import type { TrendView } from '../model/trend-view.ts';
import type { TrendColumn } from '../model/trend.ts';
import type { Theme } from '../theme.ts';
import { ticksOf } from './ticks.ts';

/** What decides about the places. */
export type PlacesLook = Pick<TrendView, 'isDated' | 'span'> & { readonly theme: Theme };

const dayMs = 86_400_000;

/** A place for each column: its number, or the time of its commit in ms. */
export function placesOf(columns: readonly TrendColumn[], isDated: boolean): readonly number[] {
  return columns.map(({ commit }, column) => (isDated ? Date.parse(commit.date) : column));
}

/** The ends of the axis, with room for the points at them. */
export function endsOf(
  columns: readonly TrendColumn[],
  { isDated, span }: Pick<TrendView, 'isDated' | 'span'>,
): { readonly min: number; readonly max: number } {
  const places = placesOf(columns, isDated).slice(span.first, span.last + 1);
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const room = places.length < 3 ? (isDated ? dayMs / 2 : 0.5) : (high - low) * 0.02;
  return { min: low - room, max: high + room };
}

/** The columns between two places of the axis; the two nearest to the middle where fewer lie between them. */
export function columnsBetween(
  columns: readonly TrendColumn[],
  { min, max }: { readonly min: number; readonly max: number },
  isDated: boolean,
): Span {
  const places = placesOf(columns, isDated).map((place, column) => ({ place, column }));
  const inside = places.filter(({ place }) => place >= min && place <= max);
  const farness = ({ place }: { readonly place: number }) => Math.abs(place - (min + max) / 2);
  const nearest = places.toSorted((a, b) => farness(a) - farness(b)).slice(0, 2);
  const own = (inside.length > 1 ? inside : nearest).map(({ column }) => column);
  return { first: Math.min(...own), last: Math.max(...own) };
}

/** Options of the axis across. */
export function placeAxis(columns: readonly TrendColumn[], look: PlacesLook) {
  const labels = labelsOf(columns);
  const { isDated, theme } = look;
  const ends = endsOf(columns, look);
  // Whole days, no more of them than have room: Chart.js counts from zero, which is midnight.
  const step = Math.max(1, Math.ceil((ends.max - ends.min) / dayMs / 12)) * dayMs;
  return {
    type: 'linear' as const,
    ...ends,
    grid: { display: false },
    border: { color: theme.muted },
    ticks: {
      ...ticksOf(theme),
      maxRotation: 0,
      autoSkipPadding: 14,
      includeBounds: false,
      ...(isDated ? { stepSize: step } : { precision: 0 }),
      callback: (value: number | string) =>
        isDated ? new Date(Number(value)).toISOString().slice(0, 10) : (labels[Number(value)] ?? null),
    },
  };
}

/** The commit of a column and the day of its run; also the time where two columns would read the same. */
export function labelsOf(columns: readonly SiteRun[]): string[][] {
  const days = columns.map(({ startedAt }) => formatDate(startedAt).slice(5, 10));
  const commits = columns.map(({ commit }) => `${shortCommit(commit.sha)}${commit.dirty ? '*' : ''}`);
  const isDistinct = [days, commits].every((texts) => new Set(texts).size === texts.length);
  return columns.map(({ startedAt }, column) => [
    commits[column] ?? '',
    days[column] ?? '',
    ...(isDistinct ? [] : [formatDate(startedAt).slice(11)]),
  ]);
}
