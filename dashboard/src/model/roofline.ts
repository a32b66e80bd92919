// The roofline: what the machine allows at every arithmetic intensity, and where each result stands below it.
import { memoryRoof, memoryRoofGBps, numberTypeOf, roofOf } from '@kernel-ladder/schema';
import type { Machine, NumberType, SiteFamily, SiteSeries } from '@kernel-ladder/schema';
import { numbersOf } from './metric.ts';
import { newestTimed } from './newest.ts';
import { doubtOf, seriesAt } from './rung.ts';

/** One result by its newest time. */
export interface RoofPoint {
  readonly id: string;
  readonly variant: string;
  readonly case: string;
  /** Gives the look: on the ladder of the chosen case, or of its family among others; null for what is beside the point. */
  readonly place: number | null;
  /** Operations for each byte that the problem must move. */
  readonly intensity: number;
  /** 1e9 operations a second. */
  readonly gflops: number;
  /** In percent of `roof`; null where the result has no share. */
  readonly share: number | null;
  /** `memory` or a kind of arithmetic; null where none explains the share. */
  readonly roof: string | null;
  readonly parts: Parts;
  /** Why its time must not be compared; null where it may. */
  readonly doubt: string | null;
}

/** What a time would be spent on at the measured roofs, in percent of it: a result waits for the greatest. */
export interface Parts {
  /** Moving every operand once. */
  readonly memory: number;
  /** Moving the bytes that the rung's algorithm asks for; above 100 where caches serve them. */
  readonly requests: number;
  /** The operations at the rate of `kind`; null where the machine has no such roof. */
  readonly arithmetic: number | null;
  readonly kind: string;
  /** Starting one pass, which every launch does at least. */
  readonly launch: number;
}

/** One rate that the device cannot exceed: of memory in GB/s, of arithmetic in 1e9 operations a second. */
export interface Roof {
  readonly name: string;
  readonly rate: number;
  readonly source: 'measured' | 'datasheet';
}

/** A chart's worth of roofs and results. */
export interface Roofline {
  readonly numbers: NumberType;
  readonly memory: readonly Roof[];
  readonly arithmetic: readonly Roof[];
  /** Those of the chosen case first, in the order of its ladder. */
  readonly points: readonly RoofPoint[];
}

/** Roofs and results of a family; null where the machine has no roof or nothing was timed. */
export function rooflineOf(family: SiteFamily, caseName: string, machine: Machine): Roofline | null {
  const own = seriesAt(family, caseName);
  const numbers = numbersOf(own);
  const places = new Map(own.map(({ id }, place) => [id, place]));
  const points = family.series
    .filter(({ dtype }) => numberTypeOf(dtype.acc) === numbers)
    .flatMap((series) => roofPointOf(series, places.get(series.id) ?? null, machine) ?? [])
    .toSorted((a, b) => (a.place ?? places.size) - (b.place ?? places.size));
  const roofs = roofsOver(machine, points, own[0]?.dtype.acc);
  return roofs && { numbers, ...roofs, points };
}

/** The roofs over some results, and that of the sums in `own`; null where there is no result, or no roof of arithmetic. */
export function roofsOver(
  machine: Machine,
  points: readonly RoofPoint[],
  own: string | undefined,
): Pick<Roofline, 'memory' | 'arithmetic'> | null {
  const arithmetic = arithmeticOf(machine, points, own);
  if (points.length === 0 || arithmetic.length === 0) return null;
  return { memory: memoryOf(machine), arithmetic };
}

/** The rate that a roof of arithmetic allows where each byte brings so many operations. */
export function allowed(arithmetic: number, gbps: number, intensity: number): number {
  return Math.min(arithmetic, gbps * intensity);
}

/** A series by its newest time; null where nothing was timed, or the problem has neither operations nor bytes. */
export function roofPointOf(series: SiteSeries, place: number | null, machine: Machine): RoofPoint | null {
  const { id, work, dtype, variant } = series;
  const point = newestTimed(series, machine.software);
  const gflops = point?.metrics?.gflops;
  if (!point?.timing || !gflops || work.minBytes === 0) return null;
  const roof = roofOf({ work, dtype, timing: point.timing, metrics: point.metrics }, machine.roofs);
  return {
    id,
    variant,
    case: series.case,
    place,
    intensity: work.flops / work.minBytes,
    gflops,
    share: point.metrics?.pctOfRoof ?? null,
    roof,
    parts: partsOf(series, { ns: point.timing.medianNs, roof, machine }),
    doubt: machine.software ? null : doubtOf(point),
  };
}

interface Time {
  readonly ns: number;
  readonly roof: string | null;
  readonly machine: Machine;
}

function partsOf({ work, dtype }: SiteSeries, { ns, roof, machine }: Time): Parts {
  const gbps = memoryRoofGBps(machine.roofs);
  const kind = roof === null || roof === memoryRoof ? dtype.acc : roof;
  const rate = machine.roofs.gflops[kind];
  const percent = (part: number) => (100 * part) / ns;
  return {
    memory: percent(work.minBytes / gbps),
    requests: percent(work.implBytes / gbps),
    arithmetic: rate === undefined ? null : percent(work.flops / rate),
    kind,
    launch: percent(machine.timer.dispatchNs),
  };
}

function memoryOf({ roofs, peaks }: Machine): readonly Roof[] {
  return [
    { name: memoryRoof, rate: memoryRoofGBps(roofs), source: 'measured' },
    ...(peaks ? [{ name: memoryRoof, rate: peaks.gbps, source: 'datasheet' as const }] : []),
  ];
}

// Those that some result stands under, and that of the chosen case's own sums, which ends the slope of memory.
function arithmeticOf(
  { roofs, peaks }: Machine,
  points: readonly RoofPoint[],
  own: string | undefined,
): readonly Roof[] {
  const kinds = Object.keys(roofs.gflops).filter(
    (kind) => kind === own || points.some(({ roof }) => roof === kind),
  );
  return kinds.flatMap((name) => [
    ...ofKind(name, roofs.gflops, 'measured'),
    ...ofKind(name, peaks?.gflops ?? {}, 'datasheet'),
  ]);
}

function ofKind(
  name: string,
  rates: Readonly<Record<string, number>>,
  source: Roof['source'],
): readonly Roof[] {
  const rate = rates[name];
  return rate === undefined ? [] : [{ name, rate, source }];
}
