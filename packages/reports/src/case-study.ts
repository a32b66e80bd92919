// The memory case study: one attention, from the form that stores all scores to the one that keeps them in registers, step by step.
import { growthOrder } from '@kernel-ladder/curriculum';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import type { FamilyLadder } from '@kernel-ladder/schema';
import { stepsOf } from './climb.ts';
import type { Step } from './climb.ts';
import { casesOf, cell, mainMachine, speedUp, timeText, timeUs } from './data.ts';
import { figureLink, writeFigure } from './figure.ts';
import { heldBackBy } from './limits.ts';
import { growthName, requestedGBps, withoutForeignBytes } from './memory.ts';
import { bandwidthUnit, metricColumn, timeHead } from './metric-columns.ts';
import type { MetricColumn } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';
import { stepText } from './setbacks.ts';

/** So many steps make a study. */
const leastSteps = 4;
/** So many lengths make a growth. */
const leastLengths = 3;

const figure = {
  name: 'memory-case-study',
  title: 'Attention: buffers, requested bandwidth and time over tokens',
};

/** The study: steps at the longest sequence, and how bytes, traffic and time grow with the tokens. */
export function caseStudy(family: FamilyLadder, input: ReportInput): Report {
  const ladders = studyLadders(family, mainMachine(input));
  const longest = ladders.at(-1) ?? [];
  return writeReport({
    name: 'memory-case-study',
    title: 'Case study: the memory of attention',
    intro: `Attention of 4 × 16 heads of 64 in f32, as many queries as keys, all of one run and device. Requested: the bytes that a rung's algorithm asks of global memory, at the rate at which they were served; above the memory roof where caches serve them. Compulsory: queries, keys, values and result once. Growth: the order between the two longest, linear or quadratic in the tokens.`,
    sections: [
      { title: 'Plot', text: figureLink(figure), columns: [], rows: [], sources: [] },
      stepSection(family, longest),
      growthSection(ladders.flat()),
    ],
    missing: [
      ...(longest.length < leastSteps ? [`${leastSteps} rungs in one run: ${longest.length} on record`] : []),
      ...(ladders.length < leastLengths
        ? [`${leastLengths} lengths in that run: ${ladders.length} on record`]
        : []),
    ],
  });
}

/** The same as a plot over the tokens. */
export function caseStudyFigure(family: FamilyLadder, input: ReportInput): Report {
  const rows = studyLadders(family, mainMachine(input)).flat();
  const lines = (of: (row: Row) => number, from: readonly Row[] = rows) =>
    byRung(from).map(([name, own]) => ({
      name,
      points: own.map((row) => [tokensOf(row), of(row)] as const),
    }));
  return writeFigure({
    ...figure,
    panels: [
      { title: 'Buffers', x: 'tokens', y: 'bytes', lines: lines(heldBytes, withoutForeignBytes(rows)) },
      { title: 'Requested bandwidth', x: 'tokens', y: bandwidthUnit, lines: lines(requestedGBps) },
      { title: 'Time', x: 'tokens', y: timeHead, lines: lines(timeUs) },
    ],
    sources: rows,
  });
}

// The ladders of the run that has most lengths, shortest first; each with the rungs that the longest has.
function studyLadders(family: FamilyLadder, machine: MachineRows | null): readonly (readonly Row[])[] {
  const order = family.rungs.map(({ name }) => name);
  const ladders = casesOf(machine, family.name, order).filter(({ caseName, rungs: [first] }) => {
    const { q } = first?.result.params ?? {};
    return caseName === `b=4,h=16,q=${q},k=${q},d=64,f32`;
  });
  const runs = [...Map.groupBy(ladders, ({ rungs: [first] }) => first?.run.id ?? '').values()];
  const [most = []] = runs.toSorted((a, b) => b.length - a.length);
  return most.map(({ rungs }) => rungs).toSorted(([a], [b]) => (a ? tokensOf(a) : 0) - (b ? tokensOf(b) : 0));
}

function stepSection(family: FamilyLadder, rungs: readonly Row[]): Section {
  const [first] = rungs;
  const compulsory = metricColumn('gbps', rungs);
  return {
    title: 'Steps',
    text: first ? `At \`${first.result.case}\`.` : '',
    columns: [
      'rung',
      'what it changes',
      'bytes of buffers',
      'requested bytes',
      'over compulsory',
      `requested ${bandwidthUnit}`,
      `compulsory: ${compulsory.head}`,
      timeHead,
      'speed-up',
      'step',
      'held back by',
      ...sourceColumns,
    ],
    rows: stepsOf(rungs).map((step) => stepRow(family, step, { first, compulsory })),
    sources: rungs,
  };
}

function stepRow(
  family: FamilyLadder,
  step: Step,
  { first, compulsory }: { readonly first: Row | undefined; readonly compulsory: MetricColumn },
): readonly string[] {
  const { row } = step;
  const { variant, work } = row.result;
  return [
    variant,
    family.rungs.find(({ name }) => name === variant)?.summary ?? '',
    cell(heldBytes(row)),
    cell(work.implBytes),
    cell(work.implBytes / work.minBytes, '×'),
    cell(requestedGBps(row)),
    compulsory.cell(row),
    timeText(row),
    speedUp(row, first),
    stepText(step),
    heldBackBy(row),
    ...sourceCells(row),
  ];
}

function growthSection(rows: readonly Row[]): Section {
  const orders = byRung(rows).map(([name, own]) => ({
    name,
    lengths: own.map(tokensOf),
    buffers: orderOf(withoutForeignBytes(own), heldBytes),
    requests: orderOf(own, ({ result }) => result.work.implBytes),
    time: orderOf(own, timeUs),
  }));
  return {
    title: 'Growth',
    text: '',
    columns: [
      'rung',
      'lengths',
      'from',
      'to',
      'buffers',
      'buffers grow',
      'requests',
      'requests grow',
      'time',
    ],
    rows: orders.map(({ name, lengths, buffers, requests, time }) => [
      name,
      cell(lengths.length),
      cell(Math.min(...lengths)),
      cell(Math.max(...lengths)),
      cell(buffers),
      growthName(buffers),
      cell(requests),
      growthName(requests),
      cell(time),
    ]),
    sources: rows,
  };
}

function orderOf(rows: readonly Row[], of: (row: Row) => number): number {
  return growthOrder(rows.map((row) => ({ x: tokensOf(row), y: of(row) })));
}

function byRung(rows: readonly Row[]): readonly (readonly [name: string, rows: readonly Row[]])[] {
  return [...Map.groupBy(rows, ({ result }) => result.variant)];
}

const tokensOf = ({ result }: Row): number => Number(result.params['q']);
const heldBytes = ({ result }: Row): number => result.peakBufferBytes ?? 0;
