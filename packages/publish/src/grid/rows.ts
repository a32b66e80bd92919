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

/** A series with its row, all its points, and what the commits did to it. */
export interface Told {
  readonly row: Omit<GridRow, 'best' | 'headline'>;
  readonly series: WholeSeries;
  readonly points: readonly CommitPoint[];
  readonly moves: readonly CommitMove[];
  readonly gone: readonly number[];
}

/** Points of a row: the newest so many. */
export const mostPoints = 32;

/** Tells of every series that has a result. */
export function tellSeries(all: readonly WholeSeries[], tables: Tables): readonly Told[] {
  const { judgement, newest } = tables;
  const results = Map.groupBy(newest, ({ id }) => id);
  const judged = new Map(judgement?.series.map((one) => [one.id, one]));
  const changes = Map.groupBy(judgement?.changes ?? [], ({ id }) => id);
  const suspects = new Set(judgement?.newest?.suspects.map(({ id }) => id));
  return all.flatMap((series) => {
    const own = results.get(series.id) ?? [];
    const verdict: Verdict = {
      judged: judged.get(series.id),
      changes: changes.get(series.id) ?? [],
      isSuspect: suspects.has(series.id),
    };
    return own.length > 0 ? [tell(series, own, { ...tables, verdict })] : [];
  });
}

type Telling = Tables & { readonly verdict: Verdict };

function tell(series: WholeSeries, results: readonly PlacedRow[], telling: Telling): Told {
  const { stops, verdict } = telling;
  const points = pointsOf(series, stops);
  const judged = points.filter(({ at }) => stops.stops[at]?.isJudged);
  const moves = series.isOwn ? movesOf(judged, leastEffect(verdict.judged)) : [];
  const gone = series.isOwn ? goneAt(judged, stops) : [];
  const last = results.at(-1);
  const moved = moves.findLast(({ kind }) => kind !== 'steady');
  const isGone = gone.some((at) => at > (points.at(-1)?.at ?? -1));
  const reason = isGone ? null : reasonOf(last, telling.machine);
  return {
    series,
    points,
    moves,
    gone,
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
      ...(moved ? { change: changeOf(moved, telling) } : {}),
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
  const letters: string[] = [];
  let before: CommitPoint | null = null;
  for (const point of points) {
    const isTimed = point.mark === 't' && stops[point.at]?.isJudged === true;
    letters.push(
      isTimed ? breakOf(before, point) : point.mark === 'f' || point.mark === 's' ? point.mark : 'd',
    );
    if (isTimed) before = point;
  }
  const shown = points.slice(-mostPoints);
  return {
    at: shown.map(({ at }) => at),
    times: shown.map(({ ns }) => ns),
    marks: letters.slice(-mostPoints).join(''),
  };
}

function breakOf(before: CommitPoint | null, { hash, card }: CommitPoint): string {
  if (before === null) return 't';
  if (before.card !== null && card !== null && before.card !== card) return 'c';
  return before.hash !== null && hash !== null && before.hash !== hash ? 'k' : 't';
}

function changeOf(
  { at, effect, sameKernel }: CommitMove,
  { stops, verdict, judgement }: Telling,
): GridChange {
  const { stops: all } = stops;
  const sha = all[at]?.commit.sha;
  const isConfirmed = verdict.changes.some(({ after }) => judgement?.runs[after]?.commit.sha === sha);
  return {
    at,
    effect: Number(effect.toPrecision(4)),
    age: all.slice(at + 1).filter((stop) => stop.isJudged).length,
    ...(sameKernel === null ? {} : { sameKernel }),
    ...(isConfirmed ? { confirmed: true } : {}),
  };
}
