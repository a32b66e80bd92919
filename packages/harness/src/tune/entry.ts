// What a search leaves behind: the entry of a table, with the landscape that it saw.
import type { Candidate, Observation, Space, Survey } from '@kernel-ladder/autotune';
import { sha256 } from '@kernel-ladder/schema/measuring';
import type { TuningEntry, TuningLandscape } from '@kernel-ladder/schema';
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
    landscape: landscapeOf(survey, journal),
  };
}

/** The hash of what may be chosen: a search over other values is another search. */
export function hashOfSpace({ values }: Pick<Space, 'values'>): string {
  return sha256(JSON.stringify(values)).slice(0, 16);
}

function landscapeOf({ legal }: Survey, journal: readonly Observation[]): TuningLandscape {
  const parameters = Object.keys(legal[0]?.candidate ?? {});
  const last = new Map<string, Observation>();
  for (const each of journal) if (each.round >= (last.get(each.name)?.round ?? 0)) last.set(each.name, each);
  return {
    parameters,
    rows: legal.flatMap(({ name, candidate }) => {
      const seen = last.get(name);
      if (!seen) return [];
      const ns = seen.outcome === 'timed' ? (seen.ns ?? null) : null;
      return [{ values: parameters.map((parameter) => candidate[parameter] ?? 0), round: seen.round, ns }];
    }),
  };
}
