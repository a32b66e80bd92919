// From which size on the device pays for a caller on the CPU, transfers counted.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { shortNumber } from '@kernel-ladder/curriculum';
import { crossoverOf } from './crossover.ts';
import { cell, isTimed, mainMachine, timeText, timeUs } from './data.ts';
import { timeUnit } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** An operation over its sizes: the plain cases of a family, by the one number that they grow with. */
interface Operation {
  readonly family: string;
  /** The name of that number. */
  readonly size: string;
  /** Its value in a case of the sweep; null in any other. */
  readonly sizeOf: (row: Row) => number | null;
}

const lengthsOf =
  (rest: string): Operation['sizeOf'] =>
  ({ result }) => {
    const { n } = result.params;
    return result.case === `n=${n},${rest}` ? Number(n) : null;
  };

const operations: readonly Operation[] = [
  {
    family: 'gemm',
    size: 'm = n = k',
    sizeOf: (row) => {
      const { m } = row.result.params;
      return row.result.case === `m=${m},n=${m},k=${m},f32` ? Number(m) : null;
    },
  },
  { family: 'reduce', size: 'n', sizeOf: lengthsOf('f32') },
  { family: 'scan', size: 'n', sizeOf: lengthsOf('f32') },
  { family: 'elementwise', size: 'n', sizeOf: lengthsOf('op=add,f32') },
];

/** Fewer sizes show no sweep. */
const leastSizes = 3;

/** The page: the crossover of each operation, and the times that it was found in. */
export function cpuCrossover(input: ReportInput): Report {
  const machine = mainMachine(input);
  const sweeps = operations.map((operation) => ({ operation, sizes: sizesOf(operation, machine) }));
  return writeReport({
    name: 'cpu-crossover',
    title: 'CPU against GPU',
    intro:
      'A loop on all threads of the host beside a kernel that has its inputs written to the device and its outputs read back: `cpu-n` and `round-trip`, by the clock of the host, both with what they need ready. Below the crossover a caller whose data lies in the host’s memory is served sooner by the CPU. The kernel alone, by the clock of the device, is the fastest of its ladder; what is left of the round trip are transfers, the submission and the wait. All times of an operation are of one run.',
    sections: [
      crossovers(sweeps),
      ...sweeps.filter(({ sizes }) => sizes.length > 0).map(({ operation, sizes }) => over(operation, sizes)),
    ],
    missing: sweeps
      .filter(({ sizes }) => sizes.length < leastSizes)
      .map(
        ({ operation: { family }, sizes }) =>
          `\`${family}/{cpu-n,round-trip}\`: ${sizes.length} of ${leastSizes} sizes timed in one run`,
      ),
  });
}

/** What was timed at one size. */
interface AtSize {
  readonly size: number;
  readonly cpuOne: Row | undefined;
  readonly cpuAll: Row;
  readonly trip: Row;
  /** The fastest kernel. */
  readonly kernel: Row | undefined;
}

interface Sweep {
  readonly operation: Operation;
  readonly sizes: readonly AtSize[];
}

// Times of two runs are of two hosts, maybe: of the newest run that has most sizes.
function sizesOf({ family, sizeOf }: Operation, machine: MachineRows | null): readonly AtSize[] {
  const rows = [...(machine?.past.values() ?? [])].flat();
  const timed = rows.filter(
    (row) => row.result.family === family && sizeOf(row) !== null && isTimedHere(row),
  );
  const runs = [...Map.groupBy(timed, ({ run }) => run.id).values()].map((own) => {
    const sizes = [...Map.groupBy(own, (row) => sizeOf(row) ?? 0)];
    return sizes.flatMap(([size, at]) => atSize(size, at)).toSorted((a, b) => a.size - b.size);
  });
  const [best = []] = runs.toSorted((a, b) => b.length - a.length || startOf(b).localeCompare(startOf(a)));
  return best;
}

function atSize(size: number, rows: readonly Row[]): readonly AtSize[] {
  const named = (name: string) => rows.find(({ result }) => result.variant === name);
  const [cpuAll, trip] = [named('cpu-n'), named('round-trip')];
  if (!cpuAll || !trip) return [];
  const kernels = rows
    .filter(({ result }) => result.kind === 'gpu')
    .toSorted((a, b) => timeUs(a) - timeUs(b));
  return [{ size, cpuOne: named('cpu-1'), cpuAll, trip, kernel: kernels[0] }];
}

const startOf = (sizes: readonly AtSize[]): string => sizes[0]?.trip.run.startedAt ?? '';

// That a time is by the host's clock is no doubt inside one run.
function isTimedHere(row: Row): boolean {
  const { status, timing, comparableReasons } = row.result;
  const isOnHost = comparableReasons.every((reason) => reason === 'host-clock');
  return isTimed(row) || (status === 'passed' && timing !== undefined && isOnHost);
}

function crossovers(sweeps: readonly Sweep[]): Section {
  const found = sweeps.filter(({ sizes }) => sizes.length > 0);
  return {
    title: 'Crossovers',
    text: 'Where both take the same time, on a straight line between the last size that the CPU wins and the first from which on the device wins all. The transfers are those of that first size, or of the largest where the device wins none.',
    columns: ['operation', 'size', 'crossover', 'threads', 'transfers', ...sourceColumns],
    rows: found.flatMap(({ operation, sizes }) => {
      const crossover = crossoverOf(sizes.map(paceOf));
      const first = sizes.find(({ size }) => size === crossover?.from) ?? sizes.at(-1);
      if (!first) return [];
      return [
        [
          operation.family,
          operation.size,
          crossoverText(crossover, sizes),
          cell(Number(first.cpuAll.result.peer?.settings['threads'])),
          transfersText(first),
          ...sourceCells(first.trip),
        ],
      ];
    }),
    sources: found.flatMap(({ sizes }) => sizes.map(({ trip }) => trip)),
  };
}

const paceOf = ({ size, cpuAll, trip }: AtSize) => ({ size, first: timeUs(cpuAll), second: timeUs(trip) });

function crossoverText(crossover: ReturnType<typeof crossoverOf>, sizes: readonly AtSize[]): string {
  if (!crossover) return `above ${cell(sizes.at(-1)?.size)}`;
  const { at, above, from } = crossover;
  if (above === null) return `below ${cell(from)}`;
  return `${cell(at)} (${cell(above)} to ${cell(from)})`;
}

// What of a round trip is not the kernel; nothing where no rung that was timed is as fast as the one that made the trip.
function transfersText({ trip, kernel }: AtSize): string {
  const share = 100 * (1 - (kernel ? timeUs(kernel) / timeUs(trip) : 1));
  return share > 0 ? `${shortNumber(share)} % of the round trip` : '';
}

function over({ family, size }: Operation, sizes: readonly AtSize[]): Section {
  return {
    title: `${family} over ${size}`,
    text: `Times in ${timeUnit.name}.`,
    columns: [
      size,
      'cpu-1',
      'cpu-n',
      'round-trip',
      'kernel alone',
      'cpu-n over round-trip',
      ...sourceColumns,
    ],
    rows: sizes.map(({ size: at, cpuOne, cpuAll, trip, kernel }) => [
      cell(at),
      cpuOne ? timeText(cpuOne) : '',
      timeText(cpuAll),
      timeText(trip),
      kernel ? timeText(kernel) : '',
      `${shortNumber(timeUs(cpuAll) / timeUs(trip))} ×`,
      ...sourceCells(trip),
    ]),
    sources: sizes.flatMap(({ cpuOne, cpuAll, trip, kernel }) =>
      [cpuOne, cpuAll, trip, kernel].filter((row) => row !== undefined),
    ),
  };
}
