// The judge's error rates as tables: rows of noise, columns of detectors or of points after a step.
import type { Outcome, Quality, Rate } from '../quality.ts';
import { formatEffect, formatNumber } from '../format.ts';

/** One cell: a share with its interval. */
export interface RateCell {
  readonly text: string;
  readonly interval: string;
  /** 0 to 1. */
  readonly rate: number;
}

/** A table of shares; null where it was not measured. */
export interface RateTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (RateCell | null)[] }[];
}

/** The length that the tables are about. */
export const seriesLength = 100;

/** Change-free series with any alarm, by noise and detector. */
export function falseAlarmTable({ falseAlarms, heldOut }: Quality): RateTable {
  const rows = falseAlarms.filter(({ points }) => points === seriesLength);
  const columns = distinct(rows.map(({ detector }) => detector));
  return {
    columns,
    rows: distinct(rows.map(({ family }) => family)).map((family) => ({
      name: heldOut.includes(family) ? `${family} †` : family,
      cells: columns.map((detector) => cellOf(rows, { family, detector })),
    })),
  };
}

/** Steps of one size found within two commits, by noise and detector; `after` counts the points behind the step. */
export function powerTable(
  { power, heldOut }: Quality,
  step: { readonly effect: number; readonly after: number },
): RateTable {
  const rows = power.filter(
    ({ points, shape, effect, after }) =>
      points === seriesLength && shape === 'step' && effect === step.effect && after === step.after,
  );
  const columns = distinct(rows.map(({ detector }) => detector));
  return {
    columns,
    rows: distinct(rows.map(({ family }) => family)).map((family) => ({
      name: heldOut.includes(family) ? `${family} †` : family,
      cells: columns.map((detector) => cellOf(rows, { family, detector })),
    })),
  };
}

/** Real launches, a row a judge, a column an effect; of several places for a step the latest. */
export function launchTable({ launches }: Quality): RateTable {
  const effects = [...new Set(launches.map(({ effect }) => effect))].toSorted((a, b) => a - b);
  const isOneFile = new Set(launches.map(({ file }) => file)).size === 1;
  const nameOf = ({ judge, file }: Quality['launches'][number]) => (isOneFile ? judge : `${judge}, ${file}`);
  return {
    columns: effects.map((effect) => (effect === 0 ? 'as measured' : formatEffect(effect))),
    rows: distinct(launches.map(nameOf)).map((name) => ({
      name,
      cells: effects.map((effect) => {
        const own = launches.filter((row) => nameOf(row) === name && row.effect === effect);
        const [latest] = own.toSorted((a, b) => a.after - b.after);
        return latest ? rateCell(latest.found) : null;
      }),
    })),
  };
}

/** A share in percent with Wilson's interval beside it. */
export function rateCell({ rate, low, high }: Rate): RateCell {
  return { text: percent(rate), interval: `${percent(low)}–${percent(high)}`, rate };
}

function cellOf(rows: readonly Outcome[], where: Pick<Outcome, 'family' | 'detector'>): RateCell | null {
  const found = rows.find(({ family, detector }) => family === where.family && detector === where.detector);
  return found ? rateCell(found.found) : null;
}

function percent(share: number): string {
  if (share === 0 || share === 1) return String(100 * share);
  if (share > 0.9995) return '> 99.9';
  return share < 0.0995 ? formatNumber(100 * share, share < 0.01 ? 1 : 2) : (100 * share).toFixed(1);
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
