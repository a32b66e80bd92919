// What the commits of a machine did, as documents: all of them in numbers, and sixteen at a time series by series.
import { effectsPage, effectStates, leastEffect, packRows } from '@kernel-ladder/schema';
import type { CommitRow, EffectsRow, SiteCommits, SiteEffects, SiteJudgement } from '@kernel-ladder/schema';
import type { Stop } from '../grid/commits.ts';
import { stopsOf } from '../grid/commits.ts';
import { wholeSeries } from '../grid/points.ts';
import type { SummedMachine } from '../whole.ts';
import { laneOf, looksOf, placesIn } from './lane.ts';
import type { Lane, Looks, Pair } from './lane.ts';

/** The documents of a machine. */
export interface CommitDocuments {
  readonly commits: SiteCommits;
  readonly effects: readonly SiteEffects[];
}

/** What every series of a machine looked like at each commit, as far as it can be told while threads still judge. */
export function lookAtCommits({ entries, pages }: SummedMachine): readonly Looks[] {
  const places = placesIn(stopsOf(entries));
  return wholeSeries(pages).flatMap((series) => looksOf(series, places) ?? []);
}

/** Makes them; by what a judgement knows of a series' noise, where there is one. */
export function commitDocuments(
  machine: SummedMachine,
  judgement: Pick<SiteJudgement, 'series'> | null,
  looks: readonly Looks[] = lookAtCommits(machine),
): CommitDocuments {
  const { key } = machine;
  const noises = new Map(judgement?.series.map((one) => [one.id, one]));
  const stops = stopsOf(machine.entries);
  const lanes = looks.map((one) => laneOf(one, leastEffect(noises.get(one.id))));
  const judged = stops.stops.filter(({ isJudged }) => isJudged);
  const rows = commitRows(judged, lanes);
  const firsts = Array.from({ length: Math.ceil(judged.length / effectsPage) }, (_, at) => at * effectsPage);
  const paged = lanes.map(inPages);
  return {
    commits: { schemaVersion: 1, machineKey: key, commits: packRows(rows) },
    effects: firsts.map((first) => {
      const commits = Math.min(effectsPage, judged.length - first);
      return { schemaVersion: 1, machineKey: key, first, commits, ...effectsOf(paged, first, commits) };
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
        .map(({ runId, startedAt, suite, interrupted, selected, peers }) => ({
          runId,
          startedAt,
          suite,
          ...(interrupted === undefined ? {} : { interrupted }),
          ...(selected === undefined ? {} : { selected }),
          ...(peers === undefined ? {} : { peers }),
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

/** A lane with what it says of two commits, by the pages that the one or the other is on. */
interface PagedLane {
  readonly lane: Lane;
  readonly repairs: ReadonlyMap<number, readonly Pair[]>;
  readonly undoes: ReadonlyMap<number, readonly Pair[]>;
}

function inPages(lane: Lane): PagedLane {
  const undoes = lane.repairs.map(([slower, back]): Pair => [back, slower]);
  return { lane, repairs: byPage(lane.repairs), undoes: byPage(undoes) };
}

function byPage(pairs: readonly Pair[]): ReadonlyMap<number, readonly Pair[]> {
  return Map.groupBy(pairs, ([at]) => at - (at % effectsPage));
}

function effectsOf(
  lanes: readonly PagedLane[],
  first: number,
  commits: number,
): Pick<SiteEffects, 'reasons' | 'series'> {
  const reasons = new Map<string, number>();
  const placeOf = (reason: string) => {
    const place = reasons.get(reason) ?? reasons.size;
    reasons.set(reason, place);
    return place;
  };
  const rows = lanes.flatMap((paged) => rowOf(paged, { first, commits, placeOf }));
  return { reasons: [...reasons.keys()], series: packRows(rows) };
}

interface Cut {
  readonly first: number;
  readonly commits: number;
  readonly placeOf: (reason: string) => number;
}

function rowOf({ lane, repairs, undoes }: PagedLane, cut: Cut): readonly EffectsRow[] {
  const { first } = cut;
  const { states, ns, kernels, whys, isCompared } = valuesOf(lane, cut);
  if (/^-*$/.test(states)) return [];
  return [
    {
      id: lane.id,
      ...(lane.isPeer ? { peer: true } : {}),
      states,
      ...(ns.some((time) => time > 0) ? { ns } : {}),
      ...(isCompared ? { kernels } : {}),
      ...(whys.some((why) => why >= 0) ? { whys } : {}),
      ...before(lane, first),
      ...pairsIn('repairs', repairs.get(first)),
      ...pairsIn('undoes', undoes.get(first)),
    },
  ];
}

// Hot: a long history has a value of each kind for every commit of every series.
function valuesOf({ states, ns, kernels, whys }: Lane, { first, commits, placeOf }: Cut) {
  let [letters, marks, isCompared] = ['', '', false];
  const times: number[] = [];
  const reasons: number[] = [];
  for (let at = first; at < first + commits; at++) {
    const state = states[at] ?? -1;
    letters += state < 0 ? '-' : state;
    const kernel = kernels[at] ?? 0;
    if (kernel > 0) isCompared = true;
    marks += kernel > 0 ? String.fromCharCode(kernel) : '?';
    times.push(ns[at] ?? 0);
    const why = whys.size > 0 ? whys.get(at) : undefined;
    reasons.push(why === undefined ? -1 : placeOf(why));
  }
  return { states: letters, ns: times, kernels: marks, whys: reasons, isCompared };
}

function pairsIn(
  name: 'repairs' | 'undoes',
  pairs: readonly Pair[] = [],
): Pick<EffectsRow, 'repairs' | 'undoes'> {
  return pairs.length > 0 ? { [name]: pairs.map(([at, other]): [number, number] => [at, other]) } : {};
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
