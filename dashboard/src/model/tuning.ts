// What a search of parameters saw: every combination with what came of it, and the best of them over two parameters.
import { importance } from '@kernel-ladder/autotune';
import type { TuningChoice, TuningEntry } from '@kernel-ladder/schema';
import { levels } from './heat.ts';

/** A value of a parameter. */
export type Value = number | string | boolean;

/** What came of a combination: a time, an answer that the oracle refused, no answer, or a reason not to compile it. */
export const combinationStates = ['timed', 'wrong', 'failed', 'constraint', 'limit', 'dominated'] as const;

/** One of them. */
export type CombinationState = (typeof combinationStates)[number];

/** A value for each parameter. */
export interface Combination {
  /** As searches call it: `bm=64,bn=32`. */
  readonly name: string;
  readonly values: readonly Value[];
  readonly state: CombinationState;
  /** Median time in the last round that looked at it; null where there is none. */
  readonly ns: number | null;
  /** The same in each round; older tables know the last alone. */
  readonly looks: readonly number[];
  /** Why there is no time; empty where there is one. */
  readonly why: string;
  /** What plans take. */
  readonly isChoice: boolean;
  /** What they would take without a table. */
  readonly isUsual: boolean;
}

/** A parameter that has more than one value. */
export interface Parameter {
  readonly name: string;
  readonly values: readonly Value[];
  /** How much of the variance of ln(time) lies between the means of its values, 0 to 1. */
  readonly share: number;
}

/** Every combination that a search speaks of: those that it looked at, then those that it refused. */
export function combinationsOf(entry: TuningEntry): readonly Combination[] {
  const { parameters, rows, refused = [], values: chosen = [] } = entry.landscape;
  const made = (
    values: readonly Value[],
    rest: Omit<Combination, 'name' | 'values' | 'isChoice' | 'isUsual'>,
  ) => ({
    name: parameters.map((name, at) => `${name}=${String(values[at])}`).join(','),
    values,
    ...rest,
    isChoice: isThat(entry.choice, parameters, values),
    isUsual: isThat(entry.usual, parameters, values),
  });
  return [
    ...rows.map(({ values, ns, outcome, why, looks }) =>
      made(values, {
        state: ns === null ? (outcome ?? 'failed') : 'timed',
        ns,
        looks: looks ?? (ns === null ? [] : [ns]),
        why: ns === null ? (why ?? 'wrong or failed: its table does not say more') : '',
      }),
    ),
    ...refused.flatMap(({ by, why, places }) =>
      places.map((place) => made(valuesAt(chosen, place), { state: by, ns: null, looks: [], why })),
    ),
  ];
}

function isThat(choice: TuningChoice, parameters: readonly string[], values: readonly Value[]): boolean {
  return parameters.every((name, at) => choice[name] === values[at]);
}

// The last parameter is the fastest.
function valuesAt(values: readonly (readonly Value[])[], place: number): readonly Value[] {
  let rest = place;
  return values
    .toReversed()
    .map((own) => {
      const value = own[rest % own.length] ?? '';
      rest = Math.floor(rest / own.length);
      return value;
    })
    .toReversed();
}

/** The parameters with more than one value, the one that times hang on most first. */
export function parametersOf(
  { landscape }: TuningEntry,
  combinations: readonly Combination[],
): readonly Parameter[] {
  const { parameters } = landscape;
  const points = combinations
    .filter(({ state }) => !isRefused(state))
    .map(({ values, ns }) => ({
      candidate: Object.fromEntries(parameters.map((name, at) => [name, values[at] ?? ''])),
      ns,
    }));
  const shares = new Map(importance(points).map(({ parameter, share }) => [parameter, share]));
  return parameters
    .map((name, at) => ({ name, values: valuesOf(combinations, at), share: shares.get(name) ?? 0 }))
    .filter(({ values }) => values.length > 1)
    .toSorted((one, other) => other.share - one.share);
}

/** Whether a combination was left out before anything was compiled. */
export function isRefused(state: CombinationState): boolean {
  return state === 'constraint' || state === 'limit' || state === 'dominated';
}

function valuesOf(combinations: readonly Combination[], at: number): readonly Value[] {
  const values = [...new Set(combinations.flatMap((each) => each.values[at] ?? []))];
  return values.toSorted((one, other) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), 'en'),
  );
}

/** A pair of values: the best combination that has it, whatever the other parameters are. */
export interface TuningCell {
  readonly best: Combination | null;
  /** Its time over that of the best of all. */
  readonly ratio: number | null;
  /** `levels` − 1 is the best, 0 takes nearly twice as long or more. */
  readonly level: number | null;
  readonly counts: ReadonlyMap<CombinationState, number>;
  /** Whether what plans take, and what they would take without a table, has this pair. */
  readonly isChoice: boolean;
  readonly isUsual: boolean;
}

/** A search over two parameters. */
export interface TuningMap {
  readonly up: Parameter;
  readonly across: Parameter;
  readonly rows: readonly { readonly value: Value; readonly cells: readonly TuningCell[] }[];
}

/** The map over two parameters; `names` are those of all of the search's, in the order of a combination's values. */
export function tuningMap(
  combinations: readonly Combination[],
  names: readonly string[],
  { up, across }: Pick<TuningMap, 'up' | 'across'>,
): TuningMap {
  const best = Math.min(...combinations.flatMap(({ ns }) => ns ?? []));
  const [down, right] = [names.indexOf(up.name), names.indexOf(across.name)];
  const groups = Map.groupBy(combinations, ({ values }) => JSON.stringify([values[down], values[right]]));
  const rows = up.values.map((value) => ({
    value,
    cells: across.values.map((column) => cellOf(groups.get(JSON.stringify([value, column])) ?? [], best)),
  }));
  return { up, across, rows };
}

function cellOf(own: readonly Combination[], leastNs: number): TuningCell {
  const [best = null] = own
    .filter(({ ns }) => ns !== null)
    .toSorted((one, other) => (one.ns ?? 0) - (other.ns ?? 0));
  const ratio = best?.ns ? best.ns / leastNs : null;
  const states = Map.groupBy(own, ({ state }) => state);
  return {
    best,
    ratio,
    level: ratio === null ? null : levelOf(ratio),
    counts: new Map(
      combinationStates.flatMap((state) => {
        const count = states.get(state)?.length ?? 0;
        return count > 0 ? [[state, count] as const] : [];
      }),
    ),
    isChoice: own.some(({ isChoice }) => isChoice),
    isUsual: own.some(({ isUsual }) => isUsual),
  };
}

// In equal factors up to twice the least time: differences among the good ones matter.
function levelOf(ratio: number): number {
  return levels - 1 - Math.min(levels - 1, Math.floor(Math.log2(ratio) * levels + 1e-9));
}

/** The ratio from which on a cell has a colour; 1 of the strongest. */
export function leastRatio(level: number): number {
  return 2 ** ((levels - 1 - level) / levels);
}
