// Allreduce over the size of a message: what ranks of one device took, what NCCL took over links, and what the model says.
import { ncclAlgorithms, predict, rankFault, simulateCall } from '@kernel-ladder/collectives';
import type { AlgorithmName, Network, ScheduledName } from '@kernel-ladder/collectives';
import type { Reference, SiteFamily, SitePoint, SiteSeries } from '@kernel-ladder/schema';
import { newestTimed } from './newest.ts';
import { doubtOf } from './rung.ts';

/** Where a time comes from: `device`, ranks that share one device; `library`, over links; both measured. `model` and `events` are not. */
export type Source = 'device' | 'library' | 'model' | 'events';

/** One time of one size. */
export interface CallPoint {
  readonly source: Source;
  /** The rung, the library's or the model's algorithm. */
  readonly name: string;
  readonly ranks: number;
  readonly bytes: number;
  readonly timeUs: number;
  /** GB/s: bytes over time, and that times 2(n − 1)/n. */
  readonly algbw: number;
  readonly busbw: number;
  /** Of a result of this history; null of any other time. */
  readonly id: string | null;
  /** Who measured it, or on what it was modelled. */
  readonly about: string;
  /** Modelled over measured time, by the closed forms and by events; null of what the model does not describe. */
  readonly ratio: number | null;
  readonly eventRatio: number | null;
  readonly doubt: string | null;
}

/** Times of one source and name, smallest message first. */
export interface CallLine {
  readonly source: Source;
  readonly name: string;
  readonly points: readonly CallPoint[];
}

/** The algorithms that the model draws. */
export const modelled: readonly ScheduledName[] = [
  'ring',
  'tree',
  'halving-doubling',
  'direct',
  'hierarchical',
];

/** Sizes that the model is drawn at, in bytes: every doubling from 1 KiB to 1 GiB. */
export const modelledBytes: readonly number[] = Array.from({ length: 21 }, (_, at) => 2 ** (at + 10));

// Messages that meet in an adapter are served one by one: where every rank sends to every other, few ranks are many messages.
const mostRanks: { readonly [Name in ScheduledName]: number } = {
  ring: 64,
  tree: 64,
  'halving-doubling': 64,
  direct: 16,
  hierarchical: 64,
};

/** Whether so many ranks are played message by message in the page, which takes seconds beyond. */
export function isPlayed(algorithm: ScheduledName, ranks: number): boolean {
  return ranks <= mostRanks[algorithm];
}

/** Sizes that are played, in bytes: every second one of the model's. */
export const playedBytes: readonly number[] = modelledBytes.filter((_, at) => at % 2 === 0);

/** What a comparison is of. */
export interface AllreduceQuestion {
  readonly ranks: number;
  readonly network: Network;
  /** The topology's name, and whether its parameters differ from the file's. */
  readonly about: string;
}

/** Numbers of ranks that anything was measured with, or that the machine has room for, ascending. */
export function rankCounts(
  family: SiteFamily | null,
  references: readonly Reference[],
  network: Network,
): readonly number[] {
  const measured = [
    ...(family?.series ?? []).map(({ params }) => Number(params['ranks'])),
    ...references.map(({ ranks }) => ranks),
  ];
  const doublings = Array.from({ length: 13 }, (_, at) => 2 ** (at + 1));
  const placed = doublings.filter((ranks) => rankFault(network, ranks) === null);
  return [...new Set([...measured, ...placed])].filter((ranks) => ranks > 1).toSorted((a, b) => a - b);
}

/** The model's lines; none where the machine cannot place the ranks. */
export function modelLines({ ranks, network, about }: AllreduceQuestion): readonly CallLine[] {
  if (rankFault(network, ranks) !== null) return [];
  return modelled.map((algorithm) => ({
    source: 'model',
    name: algorithm,
    points: modelledBytes.map((bytes) => {
      const { timeUs } = predict(bytes, { network, ranks, algorithm });
      return unmeasured({ source: 'model', name: algorithm, ranks, bytes, timeUs, about });
    }),
  }));
}

/** The same by the simulation of events, of the algorithms that are played. */
export function eventLines({ ranks, network, about }: AllreduceQuestion): readonly CallLine[] {
  if (rankFault(network, ranks) !== null) return [];
  const played = modelled.filter((algorithm) => isPlayed(algorithm, ranks));
  return played.map((algorithm) => ({
    source: 'events',
    name: algorithm,
    points: playedBytes.map((bytes) => {
      const timeUs = simulateCall(bytes, { network, ranks, algorithm });
      return unmeasured({ source: 'events', name: algorithm, ranks, bytes, timeUs, about });
    }),
  }));
}

/** What NCCL took on machines whose rows the repository holds, and in recorded runs, each beside its prediction. */
export function libraryLines(
  family: SiteFamily | null,
  references: readonly Reference[],
  question: AllreduceQuestion,
): readonly CallLine[] {
  const { ranks } = question;
  const held = references
    .filter((reference) => reference.ranks === ranks)
    .map((reference): CallLine => {
      const { tool, version, machine, algorithm, rows } = reference;
      const name = `${tool} ${algorithm === 'default' ? 'by its own choice' : algorithm}`;
      const about = `${tool} ${version} on ${machine}, fastest call`;
      const points = rows.map(({ bytes, timeUs }) =>
        compared({ source: 'library', name, ranks, bytes, timeUs, about }, namesOf(algorithm), question),
      );
      return { source: 'library', name, points };
    });
  return [
    ...held,
    ...seriesLines(family, ranks, isOverLinks).map((line) => ({
      ...line,
      source: 'library' as const,
      points: line.points.map((point) => ({
        ...point,
        source: 'library' as const,
        ...ratiosOf(point, ncclAlgorithms, question),
      })),
    })),
  ];
}

/** What ranks of one device took: no link is in these times. */
export function deviceLines(family: SiteFamily | null, ranks: number): readonly CallLine[] {
  return seriesLines(family, ranks, (point) => point.peer === undefined);
}

function namesOf(algorithm: Reference['algorithm']): readonly (typeof ncclAlgorithms)[number][] {
  return algorithm === 'ring' || algorithm === 'tree' ? [algorithm] : ncclAlgorithms;
}

function isOverLinks({ peer }: SitePoint): boolean {
  return peer !== undefined;
}

// The plain problem: every other parameter at its usual value, in f32. Loops on the host cross no links, and are no device.
function seriesLines(
  family: SiteFamily | null,
  ranks: number,
  isWanted: (point: SitePoint) => boolean,
): readonly CallLine[] {
  if (!family) return [];
  const loops = new Set(family.ladder.rungs.flatMap(({ name, kind }) => (kind === 'cpu' ? [name] : [])));
  const own = family.series.filter(
    (one) => one.params['ranks'] === ranks && isPlain(family, one) && !loops.has(one.variant),
  );
  const groups = Map.groupBy(own, ({ variant }) => variant);
  return [...groups].flatMap(([name, group]) => {
    const points = group
      .flatMap((series) => recordedPoint(family, series, { ranks, isWanted }))
      .toSorted((a, b) => a.bytes - b.bytes);
    return points.length > 0 ? [{ source: 'device' as const, name, points }] : [];
  });
}

function isPlain({ ladder }: SiteFamily, { params }: SiteSeries): boolean {
  const isUsual = ladder.params.every(
    ({ key, default: usual }) => usual === undefined || params[key] === usual,
  );
  return isUsual && params['dtype'] === 'f32';
}

const floatBytes = 4;

interface Wanted {
  readonly ranks: number;
  readonly isWanted: (point: SitePoint) => boolean;
}

function recordedPoint(
  family: SiteFamily,
  series: SiteSeries,
  { ranks, isWanted }: Wanted,
): readonly CallPoint[] {
  const point = newestTimed(series, false);
  if (!point?.timing || !isWanted(point)) return [];
  const bytes = floatBytes * Number(series.params['n']);
  const peer = family.peers?.[point.peer ?? -1];
  const about = peer ? `${peer.name} ${peer.version}, recorded` : 'ranks that share one device, recorded';
  const timeUs = point.timing.medianNs / 1e3;
  const measured = unmeasured({ source: 'device', name: series.variant, ranks, bytes, timeUs, about });
  return [{ ...measured, id: series.id, doubt: doubtOf(point) }];
}

type Timed = Pick<CallPoint, 'source' | 'name' | 'ranks' | 'bytes' | 'timeUs' | 'about'>;

function unmeasured(timed: Timed): CallPoint {
  const { bytes, timeUs, ranks } = timed;
  const algbw = bytes / timeUs / 1e3;
  const busbw = (algbw * 2 * (ranks - 1)) / ranks;
  return { ...timed, algbw, busbw, id: null, ratio: null, eventRatio: null, doubt: null };
}

function compared(timed: Timed, algorithm: readonly ScheduledName[], question: AllreduceQuestion): CallPoint {
  return { ...unmeasured(timed), ...ratiosOf(timed, algorithm, question) };
}

function ratiosOf(
  { bytes, timeUs }: Pick<Timed, 'bytes' | 'timeUs'>,
  algorithm: readonly ScheduledName[],
  { network, ranks }: AllreduceQuestion,
): Pick<CallPoint, 'ratio' | 'eventRatio'> {
  if (rankFault(network, ranks) !== null) return { ratio: null, eventRatio: null };
  const names: readonly AlgorithmName[] = algorithm;
  const playedUs = () => algorithm.map((name) => simulateCall(bytes, { network, ranks, algorithm: name }));
  return {
    ratio: predict(bytes, { network, ranks, algorithm: names }).timeUs / timeUs,
    eventRatio: algorithm.every((name) => isPlayed(name, ranks)) ? Math.min(...playedUs()) / timeUs : null,
  };
}

/** From this factor on, either way, model and measurement are said to differ. */
export const differsFrom = 1.25;

/** Whether a ratio of times is a difference worth saying. */
export function differs(ratio: number): boolean {
  return ratio >= differsFrom || ratio <= 1 / differsFrom;
}
