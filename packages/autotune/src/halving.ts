// Successive halving: everybody is looked at shortly, and of those who look best every few are looked at longer.
import { shuffled } from './random.ts';

/** What came of one look at a candidate. */
export interface Observation {
  /** The candidate's name. */
  readonly name: string;
  /** The round in which it was looked at; 0 is the first. */
  readonly round: number;
  /** `wrong` is an answer that the oracle refused, however fast; `failed` did not compile, or took the device down. */
  readonly outcome: 'timed' | 'wrong' | 'failed';
  /** Median time of a launch; of those that were timed alone. */
  readonly ns?: number;
  /** How many samples that is of. */
  readonly samples?: number;
  /** What the oracle, the compiler or the device said. */
  readonly message?: string;
  /** What its pipelines took to compile, in ms. */
  readonly compileMs: number;
  /** What the look took in all, in ms: compiling, checking, timing. */
  readonly spentMs: number;
}

/** All that a search depends on: equal ones take equal steps. */
export interface HalvingSpec {
  /** Names of the candidates. */
  readonly names: readonly string[];
  readonly seed: number;
  /** Samples that the whole search may take. */
  readonly budget: number;
  /** Of how many candidates one goes on to the next round; 3 when left out, as Li et al. advise (2018, §3.6: 3 or 4). */
  readonly eta?: number;
}

/** What to do next. */
export type Step =
  | {
      readonly type: 'look';
      readonly name: string;
      readonly round: number;
      /** Samples to take, one at least. */
      readonly samples: number;
      /** A candidate whose first sample is slower than this, in ns, will not go on: one sample is enough of it. */
      readonly hopelessNs: number;
      /** Names that this round looks at after it, unless they have been: worth compiling beside it. */
      readonly after: readonly string[];
    }
  | { readonly type: 'done'; readonly ranking: readonly Ranked[] };

/** A candidate that was right, with its time in the last round that looked at it. */
export interface Ranked {
  readonly name: string;
  readonly round: number;
  readonly ns: number;
}

const usualEta = 3;
// As slow as that against the last who would go on, a first sample is no accident.
const hopeless = 2;

/**
 * The next step of a search after what was observed so far; the order of observations within a round does not matter, so that a search that
 * was cut short goes on from its journal.
 *
 * Jamieson and Talwalkar, "Non-stochastic Best Arm Identification and Hyperparameter Optimization" (AISTATS 2016), Algorithm 1: the budget is
 * shared equally between the rounds, and in a round between those who are left. A budget that has no sample for each of them is spent on as many
 * as it reaches for, drawn by the seed. Li, Jamieson, DeSalvo, Rostamizadeh and Talwalkar, "Hyperband" (JMLR 18, 2018), hedge between many short looks
 * and few long ones by running it again; times of a kernel vary by a few per cent, so that short looks are safe and one bracket is enough.
 */
export function nextStep(spec: HalvingSpec, journal: readonly Observation[]): Step {
  const { eta = usualEta, budget } = spec;
  const rounds = roundsOf(spec.names.length, eta);
  const most = Math.max(1, Math.floor(budget / rounds));
  let left = shuffled(spec.names, spec.seed).slice(0, most);
  for (let round = 0; round < rounds; round++) {
    const seen = new Map(journal.filter((each) => each.round === round).map((each) => [each.name, each]));
    const unseen = left.filter((name) => !seen.has(name));
    const right = ranked([...seen.values()].filter(({ name }) => left.includes(name)));
    const kept = Math.max(1, Math.ceil(left.length / eta));
    const [name, ...after] = unseen;
    if (name !== undefined) {
      const samples = Math.max(1, Math.floor(most / left.length));
      const hopelessNs = hopeless * (right[kept - 1]?.ns ?? Number.POSITIVE_INFINITY);
      return { type: 'look', name, round, samples, hopelessNs, after };
    }
    left = right.slice(0, kept).map((each) => each.name);
    if (left.length === 0) break;
  }
  return { type: 'done', ranking: ranking(journal) };
}

/** Rounds until one is left of so many: at least one. */
export function roundsOf(count: number, eta: number = usualEta): number {
  let [rounds, left] = [0, count];
  do {
    left = Math.ceil(left / eta);
    rounds++;
  } while (left > 1);
  return rounds;
}

/** A budget that gives each candidate so many samples in the first round. */
export function budgetFor(count: number, samples: number, eta: number = usualEta): number {
  return samples * count * roundsOf(count, eta);
}

/** The `eta` of an exhaustive search: there is one round, and everybody gets the same. */
export const exhaustive = Number.POSITIVE_INFINITY;

/** Those that were right, best first: who got further was better, and within a round the times decide. */
export function ranking(journal: readonly Observation[]): readonly Ranked[] {
  const last = new Map<string, Observation>();
  for (const each of journal) {
    const known = last.get(each.name);
    if (!known || each.round >= known.round) last.set(each.name, each);
  }
  return ranked([...last.values()]).toSorted((one, other) => other.round - one.round || one.ns - other.ns);
}

function ranked(observations: readonly Observation[]): readonly Ranked[] {
  return observations
    .flatMap(({ name, round, ns, outcome }) =>
      outcome === 'timed' && ns !== undefined ? [{ name, round, ns }] : [],
    )
    .toSorted((one, other) => one.ns - other.ns);
}
