// One device under several machine keys, as another driver gives it another: their histories beside each other, never as one.
import type { Machine, SiteIndex, SiteMachine } from '@kernel-ladder/schema';
import type { Break } from './breaks.ts';
import type { Trend } from './trend.ts';

/** The other keys of a machine's device that have the family. */
export function otherKeys(index: SiteIndex, machine: Machine, family: string): readonly SiteMachine[] {
  const device = deviceOf(machine);
  return index.machines.filter(
    (one) =>
      one.machine.key !== machine.key &&
      !one.machine.software &&
      deviceOf(one.machine) === device &&
      one.families.includes(family),
  );
}

function deviceOf({ adapter: { vendor, architecture, device, name }, backend }: Machine): string {
  return JSON.stringify([vendor, architecture, device, name, backend]);
}

/** A trend over several keys, and where one ends and the next begins. */
export interface JoinedTrend {
  readonly trend: Trend;
  readonly breaks: readonly Break[];
}

/**
 * Puts the trends of other keys beside that of `own`, in the order of their first runs. Each keeps its own lines: times of two drivers are
 * two series, however alike they look.
 */
export function joinKeys(own: Trend, others: readonly Trend[]): JoinedTrend {
  const all = [own, ...others.filter(({ columns }) => columns.length > 0)].toSorted((a, b) =>
    startOf(a).localeCompare(startOf(b)),
  );
  const count = all.reduce((sum, { columns }) => sum + columns.length, 0);
  let first = 0;
  const parts = all.map((trend) => {
    const start = first;
    first += trend.columns.length;
    return { trend, start };
  });
  return {
    trend: { ...own, columns: all.flatMap(({ columns }) => columns), lines: linesOf(own, parts, count) },
    breaks: parts.slice(1).map(({ trend, start }) => ({
      column: start,
      text: `machine key ${keyOf(trend)}`,
    })),
  };
}

interface Part {
  readonly trend: Trend;
  /** Its first column. */
  readonly start: number;
}

function linesOf(own: Trend, parts: readonly Part[], count: number): Trend['lines'] {
  return parts.flatMap(({ trend, start }) => {
    const after = count - start - trend.columns.length;
    const padded = trend.lines.map((line) => ({
      ...line,
      points: [...nothing(start), ...line.points, ...nothing(after)],
    }));
    if (trend === own) return padded;
    const key = keyOf(trend);
    // What is judged belongs to one key: another id keeps it from the lines of the others.
    return padded.map((line) => ({ ...line, id: `${line.id} at ${key}`, name: `${line.name} at ${key}` }));
  });
}

function nothing(count: number): readonly null[] {
  return Array.from({ length: count }, () => null);
}

function startOf({ columns }: Trend): string {
  return columns[0]?.startedAt ?? '';
}

function keyOf(trend: Trend | undefined): string {
  return trend?.columns[0]?.machineKey.slice(-8) ?? '';
}
