// A logarithmic axis whose ends lie a little beyond its values.
import type { Theme } from '../theme.ts';
import { isNamed, ticksOf } from './ticks.ts';

/** What an axis measures, and how its numbers read. */
interface LogAxis {
  readonly title: string;
  readonly values: readonly number[];
  /** How far beyond the values it reaches, as a factor. */
  readonly room: number;
  readonly write: (value: number) => string;
}

/** Options of the axis. */
export function logAxis({ title, values, room, write }: LogAxis, theme: Theme) {
  return {
    type: 'logarithmic' as const,
    min: Math.min(...values) / room,
    max: Math.max(...values) * room,
    border: { color: theme.muted },
    grid: { color: theme.grid },
    title: { display: true, color: theme.muted, text: title },
    ticks: {
      ...ticksOf(theme),
      maxRotation: 0,
      autoSkipPadding: 14,
      callback: (value: number | string, _: number, ticks: readonly { readonly value: number }[]) =>
        isNamed(Number(value), ticks) ? write(Number(value)) : null,
    },
  };
}

const fewLetters = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number with few letters, as in `0.02`, `65.5K` or `16.8M`. */
export function compact(value: number): string {
  return fewLetters.format(value);
}
