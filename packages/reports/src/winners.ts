// When each variant wins: the fastest at every size, and what limits it there.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, mainMachine, ofOneRun, timeText, timeUs, timedOf } from './data.ts';
import { metricColumn, timeHead } from './metric-columns.ts';
import type { MetricColumn } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** Which results are compared, and along what. */
export interface WinnersRequest {
  readonly family: string;
  readonly title: string;
  /** The parameter that is swept, and the sizes that should be there. */
  readonly along: string;
  readonly sizes: readonly number[];
}

// What picks a rung and runs it has no kernel of its own to win with.
const selector = 'auto';

/** So many variants are compared in each decade of sizes. */
const leastVariants = 5;

/** The fastest variant at each size of a plain f32 sweep, and by decade: no parameter but the one swept is spelled out. */
export function winners(request: WinnersRequest, input: ReportInput): Report {
  const { family, along, sizes } = request;
  const races = racesOf(request, mainMachine(input));
  const decades = decadesOf(races);
  return writeReport({
    name: `${family}-winners`,
    title: request.title,
    intro: `Variants with a kernel of their own; \`${selector}\`, which picks one of them, takes no part. The limit is \`launch\` where the time is less than twice that of an empty pass, \`bandwidth\` from 60 % of the measured roof on, \`latency\` between.`,
    sections: [decadeSection(request, decades), sizeSection(request, races)],
    missing: [
      ...sizes
        .filter((size) => !races.some((race) => race.size === size))
        .map((size) => `\`${family}/*/${along}=${size},f32\`: fewer than two results timed in one run`),
      ...decades
        .filter(({ variants }) => variants.length < leastVariants)
        .map(
          ({ from, variants }) =>
            `\`${family}\` from ${along} = ${cell(from)}: ${variants.length} of ${leastVariants} variants`,
        ),
    ],
  });
}

interface Race {
  readonly size: number;
  /** At this size in one run, the fastest first. */
  readonly rows: readonly Row[];
  readonly first: Row;
  readonly second: Row;
}

function racesOf({ family, along }: WinnersRequest, machine: MachineRows | null): readonly Race[] {
  const plain = timedOf(machine, family).filter(
    ({ result }) => result.variant !== selector && result.case === `${along}=${result.params[along]},f32`,
  );
  return [...Map.groupBy(plain, ({ result }) => Number(result.params[along]))]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([size, own]) => {
      const rows = ofOneRun(machine, own).toSorted((a, b) => timeUs(a) - timeUs(b));
      const [first, second] = rows;
      return first && second ? [{ size, rows, first, second }] : [];
    });
}

interface Decade {
  readonly from: number;
  readonly races: readonly Race[];
  /** Those that have a time at every size of the decade. */
  readonly variants: readonly string[];
}

function decadesOf(races: readonly Race[]): readonly Decade[] {
  const groups = Map.groupBy(races, ({ size }) => 10 ** Math.floor(Math.log10(size)));
  return [...groups].map(([from, own]) => {
    const named = own.map(({ rows }) => new Set(rows.map(({ result }) => result.variant)));
    const variants = [...(named[0] ?? [])].filter((name) => named.every((names) => names.has(name)));
    return { from, races: own, variants };
  });
}

function decadeSection({ along }: WinnersRequest, decades: readonly Decade[]): Section {
  const names = [...new Set(decades.flatMap(({ variants }) => variants))].toSorted();
  return {
    title: `Winners by decade of ${along}`,
    text: 'Of each variant the geometric mean of its time over that of the fastest at the same size: 1 × wins everywhere.',
    columns: [`${along} from`, 'sizes', 'variants', 'winner', 'at', 'limit', ...names, ...sourceColumns],
    rows: decades.flatMap((decade) => decadeRow(decade, names)),
    sources: decades.flatMap(({ races }) => races.slice(0, 1).map(({ first }) => first)),
  };
}

function decadeRow(
  { from, races, variants }: Decade,
  names: readonly string[],
): readonly (readonly string[])[] {
  const winner = mostCommon(races.map(({ first }) => first.result.variant));
  const won = races.filter(({ first }) => first.result.variant === winner);
  const [source] = won;
  if (!source) return [];
  return [
    [
      cell(from),
      cell(races.length),
      cell(variants.length),
      winner ?? '',
      `${won.length} of ${races.length} sizes`,
      mostCommon(races.map(({ first }) => limitOf(first))) ?? '',
      ...names.map((name) => (variants.includes(name) ? cell(overFastest(races, name), '×') : '')),
      ...sourceCells(source.first),
    ],
  ];
}

// The geometric mean: of ratios no other mean is the same whichever of two is on top.
function overFastest(races: readonly Race[], variant: string): number {
  const logs = races.flatMap(({ rows, first }) =>
    rows
      .filter(({ result }) => result.variant === variant)
      .map((row) => Math.log(timeUs(row) / timeUs(first))),
  );
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

function mostCommon<T extends string>(all: readonly T[]): T | undefined {
  const counts = [...Map.groupBy(all, (one) => one)].toSorted(([, a], [, b]) => b.length - a.length);
  return counts[0]?.[0];
}

function sizeSection({ along }: WinnersRequest, races: readonly Race[]): Section {
  const sources = races.map(({ first }) => first);
  const metrics = [metricColumn('gbps', sources), metricColumn('pctOfRoof', sources)];
  const heads = metrics.map(({ head }) => head);
  return {
    title: `Fastest along ${along}`,
    text: '',
    columns: [along, 'fastest', timeHead, ...heads, 'limit', 'ahead of', 'by', ...sourceColumns],
    rows: races.map((race) => raceRow(race, metrics)),
    sources,
  };
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
