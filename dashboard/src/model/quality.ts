// The judge's error rates as tables: rows of noise, columns of detectors or of points after a step.
import type { Outcome, Quality, Rate } from '../quality.ts';
import { formatEffect, formatNumber } from '../format.ts';

/** Whether a share counts what went wrong, what went right, or what was left open. */
export type Tone = 'wrong' | 'right' | 'open';

/** One cell: a share with its interval. */
export interface RateCell {
  readonly tone: Tone;
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
      cells: columns.map((detector) => cellOf(rows, { family, detector }, 'wrong')),
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
      cells: columns.map((detector) => cellOf(rows, { family, detector }, 'right')),
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
        return latest ? rateCell(latest.found, effect === 0 ? 'wrong' : 'right') : null;
      }),
    })),
  };
}

/** A share in percent with Wilson's interval beside it. */
export function rateCell({ rate, low, high }: Rate, tone: Tone): RateCell {
  return { tone, text: percent(rate), interval: `${percent(low)}–${percent(high)}`, rate };
}

/** What a verdict of paired blocks is worth where the true effect is known. */
export function toneOf(verdict: string, effect: number): Tone {
  if (verdict === 'UNDECIDED') return 'open';
  const truth = effect === 0 ? 'SAME' : effect > 0 ? 'REGRESSED' : 'IMPROVED';
  return verdict === truth ? 'right' : 'wrong';
}

/** The page in two sentences, of the site's judge where it knows the history alone; null where that was not measured. */
export function summaryOf({ falseAlarms, power }: Quality): string | null {
  const isJudge = ({ points, detector }: Outcome) => points === seriesLength && detector === 'detect';
  const alarms = byRate(falseAlarms.filter(isJudge));
  const found = byRate(
    power.filter((row) => isJudge(row) && row.shape === 'step' && row.effect === 0.05 && row.after === 3),
  );
  const [mostAlarms, fewestFound] = [alarms.at(-1), found[0]];
  if (!mostAlarms || !fewestFound) return null;
  return [
    `Where nothing changed, the judge raises an alarm in ${middle(alarms)}\u202f% of series of ${seriesLength} runs: the median of ${alarms.length} kinds of noise, ${atWorst(mostAlarms)}.`,
    `Of steps of 5\u202f% it finds ${middle(found)}\u202f% within two commits of their place once three runs have followed: the median again, ${atWorst(fewestFound)}.`,
  ].join(' ');
}

function byRate(rows: readonly Outcome[]): readonly Outcome[] {
  return rows.toSorted((a, b) => a.found.rate - b.found.rate);
}

function atWorst({ family, found: { rate } }: Outcome): string {
  return `${percent(rate)}\u202f% at worst, ${family}`;
}

function middle(sorted: readonly Outcome[]): string {
  return percent(sorted[Math.floor(sorted.length / 2)]?.found.rate ?? 0);
}

function cellOf(
  rows: readonly Outcome[],
  where: Pick<Outcome, 'family' | 'detector'>,
  tone: Tone,
): RateCell | null {
  const found = rows.find(({ family, detector }) => family === where.family && detector === where.detector);
  return found ? rateCell(found.found, tone) : null;
}

function percent(share: number): string {
  if (share === 0 || share === 1) return String(100 * share);
  if (share > 0.9995) return '> 99.9';
  return share < 0.0995 ? formatNumber(100 * share, share < 0.01 ? 1 : 2) : (100 * share).toFixed(1);
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
