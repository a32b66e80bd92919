// Speed against accuracy: how one product is computed in several types and orders of addition, and which of the ways nothing beats in both.
import type { Row } from '@kernel-ladder/curriculum';
import { typeOf } from './accuracy.ts';
import { cell, mainMachine, ofOneRun, timedOf, timeText, timeUs } from './data.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** The page of the trade: every rung and type of the square product that most of them solve, by time, and the Pareto set. */
export function speedAccuracy(input: ReportInput): Report {
  const rows = timedOf(mainMachine(input), 'gemm').filter(isPlainFloat);
  const bySize = Map.groupBy(rows, ({ result }) => Number(result.params['m']));
  const [most] = [...bySize].toSorted(([a, own], [b, others]) => others.length - own.length || b - a);
  const [size, all] = most ?? [0, []];
  const found = ofRuns(input, all);
  return writeReport({
    name: 'speed-accuracy',
    title: 'Speed against accuracy',
    intro:
      'A product can be computed in many ways: the type of its numbers, the type that sums are held in, the order in which they are added, and whether the matrix unit does it. Each way has its time and its error, and most of them are beaten by another one in both. The Pareto set is the others: whatever is faster than one of them is less accurate.',
    sections: [trade(size, found)],
    missing: found.length < 6 ? ['a product that six ways compute: `bench --suite full --hardware`'] : [],
  });
}

// Of each configuration the newest result of the run that has most of them: times of one run compare.
function ofRuns(input: ReportInput, rows: readonly Row[]): readonly Row[] {
  const ofOne = ofOneRun(mainMachine(input), rows);
  const held = new Set(ofOne.map(({ result }) => result.id));
  return [...ofOne, ...rows.filter(({ result }) => !held.has(result.id))].toSorted(
    (a, b) => timeUs(a) - timeUs(b),
  );
}

function trade(size: number, rows: readonly Row[]): Section {
  return {
    title: size === 0 ? 'One product' : `A product of ${size} x ${size} x ${size}`,
    text: 'By time. The error is the largest of all elements that were looked at, against the product of the same rounded inputs in double precision: what the inputs lost when they were rounded to their type is no part of it. `f16-f32` reads f16 and adds in f32, `f16` adds in f16 too, `f32x2` are pairs of f32. The last column names a configuration that is faster and no less accurate.',
    columns: ['config', 'largest error', timeHead, 'Pareto', 'beaten by', ...sourceColumns],
    rows: rows.map((row) => {
      const better = rows.find((other) => beats(other, row));
      return [
        configOf(row),
        cell(errorIn(row)),
        timeText(row),
        better ? 'no' : 'yes',
        better ? configOf(better) : '',
        ...sourceCells(row),
      ];
    }),
    sources: rows,
  };
}

/** Whether one row is faster than another and no less accurate, or as fast and more accurate. */
export function beats(one: Row, other: Row): boolean {
  const [faster, asFast] = [timeUs(one) < timeUs(other), timeUs(one) === timeUs(other)];
  const [better, asGood] = [errorIn(one) < errorIn(other), errorIn(one) === errorIn(other)];
  return (faster && (better || asGood)) || (asFast && better);
}

function configOf(row: Row): string {
  return `${row.result.variant}, ${typeOf(row)}`;
}

function errorIn({ result: { check } }: Row): number {
  return check?.maxAbs ?? Number.NaN;
}

// What a case may say besides its sides: one matrix, rows behind rows, no epilogue, numbers whose sums are rounded.
const plain = {
  batch: 1,
  layout: 'nn',
  epilogue: 'none',
  fill: 'uniform',
  stages: 0,
  groups: 0,
  workgroup: 0,
  held: 0,
} as const;

function isPlainFloat({ result: { params, dtype, check } }: Row): boolean {
  const { m, n, k } = params;
  const isPlain = Object.entries(plain).every(([key, value]) => (params[key] ?? value) === value);
  return m === n && n === k && isPlain && !/^[iu]/.test(dtype.acc) && check !== undefined;
}
