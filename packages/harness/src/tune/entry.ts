// What a search leaves behind: the entry of a table, with the landscape that it saw.
import { combinations, nameOf } from '@kernel-ladder/autotune';
import type { Candidate, Observation, Space, Survey } from '@kernel-ladder/autotune';
import { sha256 } from '@kernel-ladder/schema/measuring';
import type { TuningEntry, TuningLandscape, TuningRefused, TuningRow } from '@kernel-ladder/schema';
import type { CaseParams } from '../contract/family.ts';
import type { TuneSubject } from './subjects.ts';
import type { Beside } from './turns.ts';

/** Everything that an entry tells. */
export interface Found<Case extends CaseParams> {
  readonly subject: TuneSubject<Case>;
  readonly space: Space;
  readonly survey: Survey;
  readonly journal: readonly Observation[];
  /** The winner of the search, and of the turns. */
  readonly winner: { readonly candidate: Candidate; readonly name: string; readonly ns: number };
  readonly beside: Beside;
  readonly hash: string;
  readonly seed: number;
  readonly isExhaustive: boolean;
  readonly versions: { readonly [name: string]: string };
}

/** The entry of a subject. */
export function entryOf<Case extends CaseParams>(found: Found<Case>): TuningEntry {
  const { subject, space, survey, journal, winner, beside, hash, seed, isExhaustive, versions } = found;
  const count = (outcome: Observation['outcome']) =>
    new Set(journal.filter((each) => each.outcome === outcome).map(({ name }) => name)).size;
  return {
    rung: subject.variant.name,
    class: subject.class,
    case: subject.name,
    choice: winner.candidate,
    usual: space.usual,
    tunedNs: beside.tunedNs,
    usualNs: beside.usualNs,
    speed: beside.speed,
    compileMs: beside.compileMs,
    hash,
    space: hashOfSpace(space),
    search: {
      seed,
      ...(isExhaustive ? { exhaustive: true } : {}),
      combinations: survey.total,
      candidates: survey.legal.length,
      looks: journal.length,
      samples: journal.reduce((sum, { samples = 0 }) => sum + samples, 0),
      wrong: count('wrong'),
      failed: count('failed'),
      seconds: Math.round(journal.reduce((sum, { spentMs }) => sum + spentMs, 0) / 100) / 10,
      foundNs: winner.ns,
    },
    versions,
    at: new Date().toISOString(),
    landscape: landscapeOf(found),
  };
}

/** The hash of what may be chosen: a search over other values is another search. */
export function hashOfSpace({ values }: Pick<Space, 'values'>): string {
  return sha256(JSON.stringify(values)).slice(0, 16);
}

// An oracle may say much.
const longestWhy = 300;

function landscapeOf<Case extends CaseParams>({
  space,
  survey,
  journal,
}: Pick<Found<Case>, 'space' | 'survey' | 'journal'>): TuningLandscape {
  const parameters = Object.keys(space.values);
  const looks = Map.groupBy(journal, ({ name }) => name);
  return {
    parameters,
    values: parameters.map((name) => [...(space.values[name] ?? [])]),
    refused: refusedIn(space, survey),
    rows: survey.legal.flatMap(({ name, candidate }) => {
      const seen = looks.get(name);
      return seen
        ? [{ values: parameters.map((parameter) => candidate[parameter] ?? 0), ...outcomeOf(seen) }]
        : [];
    }),
  };
}

// Of an equal round the last look tells: a winner may turn out to be wrong on other inputs.
function outcomeOf(seen: readonly Observation[]): Omit<TuningRow, 'values'> {
  const ordered = seen.toSorted((one, other) => one.round - other.round);
  const last = ordered.at(-1);
  const looks = ordered.flatMap(({ outcome, ns }) => (outcome === 'timed' && ns !== undefined ? [ns] : []));
  const { round = 0, outcome = 'failed', ns, message = '' } = last ?? {};
  const times = looks.length > 0 ? { looks } : {};
  if (outcome === 'timed') return { round, ns: ns ?? null, ...times };
  return { round, ns: null, ...times, outcome, why: message.slice(0, longestWhy).toWellFormed() };
}

// By reason, as places in the order of the combinations: a space has thousands that few reasons refuse.
function refusedIn(space: Space, { refused }: Survey): readonly TuningRefused[] {
  const places = new Map([...combinations(space)].map((each, place) => [nameOf(space, each), place]));
  const groups = Map.groupBy(refused, ({ by, why }) => `${by} ${why}`);
  return [...groups.values()].flatMap((group) => {
    const own = group.flatMap(({ name }) => places.get(name) ?? []);
    const [first] = group;
    // The usual choice may be none of the combinations.
    return first && own.length > 0 ? [{ by: first.by, why: first.why, places: own }] : [];
  });
}
