// When each variant wins: the fastest at every size, and what limits it there.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, isTimed, mainMachine, ofOneRun, passedOf, timeText, timeUs } from './data.ts';
import { metricColumn, timeHead } from './metric-columns.ts';
import type { MetricColumn } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

/** Which results are compared, and along what. */
export interface WinnersRequest {
  readonly family: string;
  readonly title: string;
  /** The parameter that is swept, and the sizes that should be there. */
  readonly along: string;
  readonly sizes: readonly number[];
}

/** The fastest variant at each size of a plain f32 sweep: no parameter but the one swept is spelled out. */
export function winners(request: WinnersRequest, input: ReportInput): Report {
  const { family, along, sizes } = request;
  const races = racesOf(request, mainMachine(input));
  const sources = races.map(({ first }) => first);
  const metrics = [metricColumn('gbps', sources), metricColumn('pctOfRoof', sources)];
  const heads = metrics.map(({ head }) => head);
  return writeReport({
    name: `${family}-winners`,
    title: request.title,
    intro:
      'The limit is `launch` where the time is less than twice that of an empty pass, `bandwidth` from 60 % of the measured roof on, `latency` between.',
    sections: [
      {
        title: `Fastest along ${along}`,
        text: '',
        columns: [along, 'fastest', timeHead, ...heads, 'limit', 'ahead of', 'by', ...sourceColumns],
        rows: races.map((race) => raceRow(race, metrics)),
        sources,
      },
    ],
    missing: sizes
      .filter((size) => !races.some((race) => race.size === size))
      .map((size) => `\`${family}/*/${along}=${size},f32\`: fewer than two results timed in one run`),
  });
}

interface Race {
  readonly size: number;
  readonly first: Row;
  readonly second: Row;
}

function racesOf({ family, along }: WinnersRequest, machine: MachineRows | null): readonly Race[] {
  const plain = passedOf(machine, family)
    .filter(isTimed)
    .filter(({ result }) => result.case === `${along}=${result.params[along]},f32`);
  return [...Map.groupBy(plain, ({ result }) => Number(result.params[along]))]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([size, rows]) => {
      const [first, second] = ofOneRun(machine, rows).toSorted((a, b) => timeUs(a) - timeUs(b));
      return first && second ? [{ size, first, second }] : [];
    });
}

function raceRow({ size, first, second }: Race, metrics: readonly MetricColumn[]): readonly string[] {
  return [
    cell(size),
    first.result.variant,
    timeText(first),
    ...metrics.map((metric) => metric.cell(first)),
    limitOf(first),
    second.result.variant,
    cell(timeUs(second) / timeUs(first), '×'),
    ...sourceCells(first),
  ];
}

/** What limits a result: launching it, memory, or waiting. */
export function limitOf(row: Row): 'launch' | 'bandwidth' | 'latency' {
  const { passOverheadNs } = row.machine.timer;
  if (timeUs(row) * 1e3 < 2 * passOverheadNs) return 'launch';
  return (row.result.metrics?.pctOfRoof ?? 0) >= 60 ? 'bandwidth' : 'latency';
}
