// The results that write-ups choose from: those of one machine, the newest of each id.
import { shortNumber, takeSnapshot, timedRow } from '@kernel-ladder/curriculum';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { boundsMedian } from '@kernel-ladder/schema';
import type { Timing } from '@kernel-ladder/schema';
import { timeUnit } from './metric-columns.ts';
import type { ReportInput } from './report.ts';

/**
 * The machine whose numbers write-ups show: the hardware on which most ids of kernels passed when they last ran, the newest of several; null
 * where only software ran.
 */
export function mainMachine({ runs }: ReportInput): MachineRows | null {
  const { machines } = takeSnapshot({ runs, tests: [], artefacts: [] });
  const newest = new Map(runs.map(({ machine }, place) => [machine.key, place]));
  const known = machines
    .filter(({ machine }) => !machine.software)
    .map((rows) => ({ rows, ids: ownPassed(rows).length, place: newest.get(rows.machine.key) ?? 0 }));
  return known.toSorted((a, b) => b.ids - a.ids || b.place - a.place)[0]?.rows ?? null;
}

const ownPassed = ({ current }: MachineRows): readonly Row[] =>
  current.filter(({ result: { kind, status } }) => kind === 'gpu' && status === 'passed');

/** The newest passed results of a family on a machine, own kernels only. */
export function passedOf(machine: MachineRows | null, family: string): readonly Row[] {
  return (machine?.current ?? []).filter(
    ({ result }) => result.family === family && result.status === 'passed' && result.kind === 'gpu',
  );
}

/** The same for a page about times: of each id the newest result that may be compared, before a newer one that may not. */
export function timedOf(machine: MachineRows | null, family: string): readonly Row[] {
  if (!machine) return [];
  return passedOf(machine, family)
    .map((row) => timedRow(row, machine))
    .filter(isTimed);
}

/** The passed, timed and comparable results of one run and case, in the order of the ladder. */
export interface Ladder {
  readonly caseName: string;
  readonly rungs: readonly Row[];
  /** The newest timings of the same case that must not be compared, of variants that the run has no other of. */
  readonly leftOut: readonly Row[];
}

/** The ladders of a family, one for each group of cases that the same variants solve: the one with most work. */
export function laddersOf(
  machine: MachineRows | null,
  family: string,
  order: readonly string[],
): readonly Ladder[] {
  return largestLadders(casesOf(machine, family, order));
}

/** Every case of a family that more than one variant solves. All rungs are of one run, the newest that has them. */
export function casesOf(
  machine: MachineRows | null,
  family: string,
  order: readonly string[],
): readonly Ladder[] {
  const timed = Map.groupBy(timedOf(machine, family), ({ result }) => result.case);
  const byCase = [...Map.groupBy(passedOf(machine, family), ({ result }) => result.case)];
  return byCase.flatMap(([caseName, rows]) => {
    const rungs = ofOneRun(machine, timed.get(caseName) ?? []).toSorted(
      (a, b) => order.indexOf(a.result.variant) - order.indexOf(b.result.variant),
    );
    const told = new Set(rungs.map(({ result }) => result.id));
    const leftOut = rows.filter((row) => row.result.timing && !isTimed(row) && !told.has(row.result.id));
    return rungs.length > 1 ? [{ caseName, rungs, leftOut }] : [];
  });
}

/** Of all ladders with the same rungs the one with most work. */
export function largestLadders(ladders: readonly Ladder[]): readonly Ladder[] {
  const groups = Map.groupBy(ladders, variantsIn);
  return [...groups.values()].flatMap((group) => {
    const [most] = group.toSorted((a, b) => workOf(b) - workOf(a));
    return most ? [most] : [];
  });
}

/** The names of a ladder's rungs in their order. */
export function variantsIn({ rungs }: Ladder): string {
  return rungs.map(({ result }) => result.variant).join(' ');
}

/** The timed results of the run that has most of the ids; of several the newest. */
export function ofOneRun(machine: MachineRows | null, rows: readonly Row[]): readonly Row[] {
  const all = rows.flatMap(({ result }) => machine?.past.get(result.id) ?? []).filter(isTimed);
  const runs = [...Map.groupBy(all, ({ run }) => run.id).values()];
  const [best = []] = runs.toSorted((a, b) => b.length - a.length || startOf(b).localeCompare(startOf(a)));
  return best;
}

const startOf = (rows: readonly Row[]): string => rows[0]?.run.startedAt ?? '';
const workOf = ({ rungs }: Ladder): number => {
  const work = rungs[0]?.result.work;
  return work ? work.flops + work.minBytes : 0;
};

/** Whether a result has a timing that may be compared with others. */
export function isTimed({ result }: Row): boolean {
  return result.status === 'passed' && result.timing !== undefined && result.comparable;
}

/** Median time in the unit of the write-ups; NaN where there is none. */
export function timeUs({ result }: Row): number {
  return (result.timing?.medianNs ?? Number.NaN) / timeUnit.divisor;
}

/** Median time with its 95 % interval, in the unit of the write-ups. */
export function timeText({ result: { timing } }: Row): string {
  return timing ? timingText(timing) : '';
}

/** The same of one timing of a result; the number of samples where there are too few for an interval. */
export function timingText(timing: Timing): string {
  if (!boundsMedian(timing)) return `${shortNumber(timing.medianNs / timeUnit.divisor)} (n = ${timing.n})`;
  const [low, median, high] = [timing.ciLowNs, timing.medianNs, timing.ciHighNs].map((ns) =>
    shortNumber(ns / timeUnit.divisor),
  );
  return `${median} (${low} to ${high})`;
}

// More digits than anybody counts.
const unreadable = 1e15;

/** A number, or nothing where there is none. */
export function cell(value: number | null | undefined, unit = ''): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (Math.abs(value) >= unreadable) return value.toExponential(2);
  return unit ? `${shortNumber(value)} ${unit}` : shortNumber(value);
}

/** How many times as fast as another row. */
export function speedUp(row: Row, first: Row | undefined): string {
  return first ? `${shortNumber(timeUs(first) / timeUs(row))} ×` : '';
}
