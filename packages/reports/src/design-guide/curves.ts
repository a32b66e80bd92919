// What a parameter costs: rungs of one run over all values of it that are on record, and where the curve bends.
import { shortNumber } from '@kernel-ladder/curriculum';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, ofOneRun, timedOf, timeText, timeUs } from '../data.ts';
import { metricColumn, timeHead } from '../metric-columns.ts';
import { sourceCells, sourceColumns } from '../report.ts';
import type { Section } from '../report.ts';
import type { CurveTable } from './chapter.ts';
import { sizesOf } from './choices.ts';

// Values from which on a table is a curve.
const fewest = 3;

/** The curve; null where fewer than three values are on record in one run. */
export function curveOf(table: CurveTable, machine: MachineRows | null): Section | null {
  const sizeOf = sizesOf(table.pattern, table.along);
  const own = timedOf(machine, table.family).filter(
    (row) => table.variants.includes(row.result.variant) && sizeOf(row) !== null,
  );
  const size = (row: Row) => sizeOf(row) ?? 0;
  const rows = ofOneRun(machine, own).toSorted((a, b) => size(a) - size(b));
  const [first] = rows;
  if (rows.length < fewest || !first) return null;
  const rate = metricColumn('gbps', rows);
  return {
    title: table.title,
    text: bendText(table.along, rows, size),
    columns: [table.along, 'rung', timeHead, rate.head, 'time over the first', ...sourceColumns],
    rows: rows.map((row) => [
      shortNumber(size(row)),
      `\`${row.result.variant}\``,
      timeText(row),
      rate.cell(row),
      cell(timeUs(row) / timeUs(first), '×'),
      ...sourceCells(row),
    ]),
    sources: rows,
  };
}

// Steps as large as one that is no noise.
const worthwhile = 1.1;

/** The extremes of a curve, and its steepest step for what the parameter grows there. */
export function bendText(along: string, rows: readonly Row[], size: (row: Row) => number): string {
  const byTime = rows.toSorted((a, b) => timeUs(a) - timeUs(b));
  const [fastest, slowest] = [byTime[0], byTime.at(-1)];
  if (!fastest || !slowest) return '';
  const spread = timeUs(slowest) / timeUs(fastest);
  if (spread < worthwhile)
    return `The time hangs little on ${along}: ${cell(spread, '×')} from least to most.`;
  const steps = rows.flatMap((row, at) => {
    const before = rows[at - 1];
    return before ? [{ from: size(before), to: size(row), growth: timeUs(row) / timeUs(before) }] : [];
  });
  const [steepest] = steps.toSorted(
    (a, b) => Math.abs(Math.log(b.growth)) - Math.abs(Math.log(a.growth)) || a.from - b.from,
  );
  const bend = steepest
    ? ` The largest step is from ${shortNumber(steepest.from)} to ${shortNumber(steepest.to)}: ${cell(steepest.growth, '×')} the time.`
    : '';
  return `Least time at ${along} = ${shortNumber(size(fastest))}, most at ${along} = ${shortNumber(size(slowest))}: ${cell(spread, '×')} apart.${bend}`;
}
