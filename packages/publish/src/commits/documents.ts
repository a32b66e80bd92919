// What the commits of a machine did, as documents: all of them in numbers, and sixteen at a time series by series.
import { effectsPage, effectStates, leastEffect, packRows } from '@kernel-ladder/schema';
import type { CommitRow, EffectsRow, SiteCommits, SiteEffects, SiteJudgement } from '@kernel-ladder/schema';
import type { Stop } from '../grid/commits.ts';
import { stopsOf } from '../grid/commits.ts';
import { wholeSeries } from '../grid/points.ts';
import type { SummedMachine } from '../whole.ts';
import { laneOf, placesIn } from './lane.ts';
import type { Lane } from './lane.ts';

/** The documents of a machine. */
export interface CommitDocuments {
  readonly commits: SiteCommits;
  readonly effects: readonly SiteEffects[];
}

/** Makes them; by what a judgement knows of a series' noise, where there is one. */
export function commitDocuments(
  { key, entries, pages }: SummedMachine,
  judgement: Pick<SiteJudgement, 'series'> | null,
): CommitDocuments {
  const noises = new Map(judgement?.series.map((one) => [one.id, one]));
  const stops = stopsOf(entries);
  const places = placesIn(stops);
  const lanes = wholeSeries(pages).flatMap(
    (series) => laneOf(series, places, leastEffect(noises.get(series.id))) ?? [],
  );
  const judged = stops.stops.filter(({ isJudged }) => isJudged);
  const rows = commitRows(judged, lanes);
  const firsts = Array.from({ length: Math.ceil(judged.length / effectsPage) }, (_, at) => at * effectsPage);
  return {
    commits: { schemaVersion: 1, machineKey: key, commits: packRows(rows) },
    effects: firsts.map((first) => {
      const commits = Math.min(effectsPage, judged.length - first);
      return { schemaVersion: 1, machineKey: key, first, commits, ...effectsOf(lanes, first, commits) };
    }),
  };
}

function commitRows(stops: readonly Stop[], lanes: readonly Lane[]): readonly CommitRow[] {
  const counts = stops.map(() => effectStates.map(() => 0));
  const [repairs, undone] = [tallies(stops.length), tallies(stops.length)];
  for (const lane of lanes) {
    for (const [at, state] of lane.states.entries()) add(counts[at], state);
    for (const [slower, back] of lane.repairs) {
      repairs.add(slower, back);
      undone.add(back, slower);
    }
  }
  return stops.map(({ commit, runs }, at) => {
    const [slower = 0] = counts[at] ?? [];
    const back = repairs.of(at);
    return {
      commit,
      runs: runs
        .map(({ runId, startedAt, suite, interrupted, selected }) => ({
          runId,
          startedAt,
          suite,
          ...(interrupted === undefined ? {} : { interrupted }),
          ...(selected === undefined ? {} : { selected }),
        }))
        .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt)),
      // One for each state.
      counts: (counts[at] ?? []) as unknown as CommitRow['counts'],
      interrupted: runs.filter(({ interrupted }) => interrupted === true).length,
      standing: slower - back.reduce((sum, [, series]) => sum + series, 0),
      repairs: back,
      undone: undone.of(at),
    };
  });
}

function add(counts: number[] | undefined, state: number): void {
  if (counts && state >= 0) counts[state] = (counts[state] ?? 0) + 1;
}

// How many series, by a commit and another.
function tallies(commits: number) {
  const found: Map<number, number>[] = Array.from({ length: commits }, () => new Map());
  return {
    add: (at: number, other: number) => found[at]?.set(other, (found[at].get(other) ?? 0) + 1),
    of: (at: number): [number, number][] => [...(found[at] ?? [])].toSorted(([a], [b]) => a - b),
  };
}

function effectsOf(
  lanes: readonly Lane[],
  first: number,
  commits: number,
): Pick<SiteEffects, 'reasons' | 'series'> {
  const reasons = new Map<string, number>();
  const placeOf = (reason: string) => {
    const place = reasons.get(reason) ?? reasons.size;
    reasons.set(reason, place);
    return place;
  };
  const rows = lanes.flatMap((lane) => rowOf(lane, { first, commits, placeOf }));
  return { reasons: [...reasons.keys()], series: packRows(rows) };
}

interface Cut {
  readonly first: number;
  readonly commits: number;
  readonly placeOf: (reason: string) => number;
}

function rowOf(lane: Lane, { first, commits, placeOf }: Cut): readonly EffectsRow[] {
  const end = first + commits;
  const states = [...lane.states.subarray(first, end)];
  if (states.every((state) => state < 0)) return [];
  const ns = [...lane.ns.subarray(first, end)];
  const kernels = lane.kernels.slice(first, end);
  const whys = ns.map((_, at) => lane.whys.get(first + at));
  const isIn = (at: number) => at >= first && at < end;
  const repairs = lane.repairs.filter(([slower]) => isIn(slower));
  const undoes = lane.repairs
    .filter(([, back]) => isIn(back))
    .map(([slower, back]) => [back, slower] as const);
  return [
    {
      id: lane.id,
      ...(lane.isPeer ? { peer: true } : {}),
      states: states.map((state) => (state < 0 ? '-' : state)).join(''),
      ...(ns.some((time) => time > 0) ? { ns } : {}),
      ...(kernels.some((word) => word !== '')
        ? { kernels: kernels.map((word) => word || '?').join('') }
        : {}),
      ...(whys.some((why) => why !== undefined)
        ? { whys: whys.map((why) => (why === undefined ? -1 : placeOf(why))) }
        : {}),
      ...before(lane, first),
      ...(repairs.length > 0 ? { repairs: repairs.map(([at, other]): [number, number] => [at, other]) } : {}),
      ...(undoes.length > 0 ? { undoes: undoes.map(([at, other]): [number, number] => [at, other]) } : {}),
    },
  ];
}

const absent: ReadonlySet<number> = new Set([
  -1,
  effectStates.indexOf('gone'),
  effectStates.indexOf('unmeasured'),
]);

// What the commits of a file are held against lies before them.
function before({ states, ns }: Lane, first: number): Pick<EffectsRow, 'seen' | 'timed' | 'timedNs'> {
  const seen = states.subarray(0, first).findLastIndex((state) => !absent.has(state));
  const timed = ns.subarray(0, first).findLastIndex((time) => time > 0);
  return {
    ...(seen < 0 ? {} : { seen }),
    ...(timed < 0 ? {} : { timed, timedNs: ns[timed] ?? 0 }),
  };
}
