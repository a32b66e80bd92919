// A machine's series as rows: the newest time and what it is worth, the points behind it, the last move, the state.
import { leastEffect, numberTypeOf } from '@kernel-ladder/schema';
import type {
  FamilyLadder,
  GridChange,
  GridRow,
  Machine,
  SiteJudgement,
  VariantKind,
} from '@kernel-ladder/schema';
import type { PlacedRow } from '../page.ts';
import type { Stops } from './commits.ts';
import type { Deeds } from './counts.ts';
import { goneAt, movesOf, pointsOf } from './points.ts';
import type { CommitMove, CommitPoint, WholeSeries } from './points.ts';
import { reasonOf, stateOf } from './state.ts';
import type { Verdict } from './state.ts';
import { worthOf } from './worth.ts';

/** What rows are made of. */
export interface Tables {
  readonly machine: Machine;
  readonly stops: Stops;
  readonly ladders: readonly FamilyLadder[];
  /** Null where nobody judges the machine. */
  readonly judgement: SiteJudgement | null;
  /** Of every series its newest result, and its newest that may be compared. */
  readonly newest: readonly PlacedRow[];
}

/** A series with its row. */
export interface Told {
  readonly row: Omit<GridRow, 'best' | 'headline'>;
  readonly series: WholeSeries;
}

/** Points of a row: the newest so many. */
export const mostPoints = 32;

/** Tells of every series that has a result, one after the other, and of what the commits did to it. */
export function* tellSeries(
  all: readonly WholeSeries[],
  tables: Tables,
): Generator<Told & { readonly deeds: Deeds }> {
  const { judgement, newest } = tables;
  const results = Map.groupBy(newest, ({ id }) => id);
  const judged = new Map(judgement?.series.map((one) => [one.id, one]));
  const changes = Map.groupBy(judgement?.changes ?? [], ({ id }) => id);
  const places = new Map(
    tables.stops.stops.flatMap(({ runs }, at) => runs.map(({ runId }) => [runId, at] as const)),
  );
  const placeOf = (run: number) => places.get(judgement?.runs[run]?.runId ?? '') ?? -1;
  const suspects = new Set(judgement?.newest?.suspects.map(({ id }) => id));
  for (const series of all) {
    const own = results.get(series.id) ?? [];
    const verdict: Verdict = {
      judged: judged.get(series.id),
      changes: changes.get(series.id) ?? [],
      isSuspect: suspects.has(series.id),
    };
    if (own.length > 0) yield tell(series, own, { ...tables, verdict, placeOf });
  }
}

interface Telling extends Tables {
  readonly verdict: Verdict;
  /** The commit of a run that is judged, by its place there; -1 of none. */
  readonly placeOf: (run: number) => number;
}

function tell(series: WholeSeries, results: readonly PlacedRow[], telling: Telling) {
  const { stops, verdict } = telling;
  const points = pointsOf(series, stops);
  const judged = points.filter(({ at }) => stops.stops[at]?.isJudged);
  const moves = series.isOwn ? movesOf(judged, leastEffect(verdict.judged)) : [];
  const gone = series.isOwn ? goneAt(judged, stops) : [];
  const last = results.at(-1);
  const change = lastChange(moves.at(-1), telling);
  const isGone = gone.some((at) => at > (points.at(-1)?.at ?? -1));
  const reason = isGone ? null : reasonOf(last, telling.machine);
  return {
    series,
    deeds: { points, moves, gone },
    row: {
      ...nameOf(series, results, telling.ladders),
      state: stateOf(
        points.at(-1),
        { isGone, isOwn: series.isOwn, isSoftware: telling.machine.software },
        verdict,
      ),
      ...(reason === null ? {} : { reason }),
      ...worthOf(results, telling),
      ...sparkOf(points, stops),
      ...(change ? { change } : {}),
    },
  };
}

function nameOf({ id }: WholeSeries, results: readonly PlacedRow[], ladders: readonly FamilyLadder[]) {
  const [{ family, variant, params, dtype, kind, ...last }] = [results.at(-1) ?? missing(id)];
  const ladder = ladders.find(({ name }) => name === family);
  const listed: VariantKind = ladder?.rungs.find(({ name }) => name === variant)?.kind ?? kind;
  const isInteger = numberTypeOf(dtype.acc) === 'integer';
  return {
    id,
    family,
    rung: variant,
    case: last.case,
    dtype: String(params['dtype'] ?? dtype.in),
    kind: listed,
    ...(isInteger ? { integer: true } : {}),
  };
}

function missing(id: string): never {
  throw new Error(`${id}: a series without a result`);
}

function sparkOf(points: readonly CommitPoint[], { stops }: Stops): Pick<GridRow, 'at' | 'times' | 'marks'> {
  const isTimed = ({ mark, at }: CommitPoint) => mark === 't' && stops[at]?.isJudged === true;
  const first = Math.max(0, points.length - mostPoints);
  const shown = points.slice(first);
  // The time before the first that is shown says whether that one is of another kernel.
  let before = points.slice(0, first).findLast(isTimed) ?? null;
  const letters = shown.map((point) => {
    if (!isTimed(point)) return point.mark === 'f' || point.mark === 's' ? point.mark : 'd';
    const letter = breakOf(before, point);
    before = point;
    return letter;
  });
  return { at: shown.map(({ at }) => at), times: shown.map(({ ns }) => ns), marks: letters.join('') };
}

function breakOf(before: CommitPoint | null, { hash, card }: CommitPoint): string {
  if (before === null) return 't';
  if (before.card !== null && card !== null && before.card !== card) return 'c';
  return before.hash !== null && hash !== null && before.hash !== hash ? 'k' : 't';
}

// What the judge has confirmed goes before a difference of two commits, unless that one is newer.
function lastChange(moved: CommitMove | undefined, { stops, verdict, placeOf }: Telling): GridChange | null {
  const confirmed = verdict.changes
    .map(({ after, effect, sameKernelHash }) => ({ at: placeOf(after), effect, sameKernel: sameKernelHash }))
    .toSorted((a, b) => a.at - b.at)
    .at(-1);
  const isNewer = moved !== undefined && moved.at > (confirmed?.at ?? -1);
  const last = isNewer ? moved : confirmed;
  if (!last || last.at < 0) return null;
  return {
    at: last.at,
    effect: Number(last.effect.toPrecision(4)),
    age: judgedAfter(stops.stops, last.at),
    ...(last.sameKernel === null ? {} : { sameKernel: last.sameKernel }),
    ...(isNewer ? {} : { confirmed: true }),
  };
}

function judgedAfter(stops: Stops['stops'], at: number): number {
  let count = 0;
  for (const stop of stops.slice(at + 1)) count += Number(stop.isJudged);
  return count;
}
