// A search without a device: on times that are known beforehand, to see how good searching is.
import { exhaustive, nextStep } from './halving.ts';
import type { HalvingSpec, Observation, Ranked, Step } from './halving.ts';

/** A step that asks for a look. */
export type Look = Extract<Step, { readonly type: 'look' }>;

/** What a search saw, and how it ranks what was right. */
export interface Searched {
  readonly journal: readonly Observation[];
  readonly ranking: readonly Ranked[];
}

/** Takes steps until the search is done; `journal` is what an earlier one saw that was cut short. */
export function search(
  spec: HalvingSpec,
  look: (step: Look) => Observation,
  journal: readonly Observation[] = [],
): Searched {
  const seen = [...journal];
  for (;;) {
    const step = nextStep(spec, seen);
    if (step.type === 'done') return { journal: seen, ranking: step.ranking };
    seen.push(look(step));
  }
}

/** Known times in ns, by candidate; a candidate without one is wrong. */
export type Landscape = ReadonlyMap<string, number>;

/** How near searches of one budget came to the best. */
export interface Quality {
  /** Samples that a search was allowed. */
  readonly budget: number;
  /** Time of what was found over the least time there is, in the middle of all seeds and in the worst of them: 1 is the best. */
  readonly median: number;
  readonly worst: number;
}

/** What quality is measured over. */
export interface QualityRequest {
  readonly landscape: Landscape;
  readonly budgets: readonly number[];
  readonly seeds: readonly number[];
  /** As a search's own; `exhaustive` looks at as many as the budget reaches for, all alike. */
  readonly eta?: number;
  /** One sample of a time: what a device would have said. The known time itself when left out. */
  readonly sample?: (ns: number, seed: number, at: number) => number;
}

/** The quality of a search over budgets: what it found, by its known time, against the best of all. */
export function qualityOf(request: QualityRequest): readonly Quality[] {
  const { landscape, budgets, seeds } = request;
  const best = Math.min(...landscape.values());
  return budgets.map((budget) => {
    const ratios = seeds
      .map((seed) => (landscape.get(foundIn(request, { budget, seed }) ?? '') ?? Infinity) / best)
      .toSorted((one, other) => one - other);
    return {
      budget,
      median: ratios[Math.floor(ratios.length / 2)] ?? Infinity,
      worst: ratios.at(-1) ?? Infinity,
    };
  });
}

function foundIn(
  { landscape, eta, sample = (ns) => ns }: QualityRequest,
  { budget, seed }: Pick<HalvingSpec, 'budget' | 'seed'>,
): string | undefined {
  let at = 0;
  const spec = { names: [...landscape.keys()], budget, seed, ...(eta === undefined ? {} : { eta }) };
  const { ranking } = search(spec, (step) => {
    const known = landscape.get(step.name);
    const common = { name: step.name, round: step.round, compileMs: 0, spentMs: 0 };
    if (known === undefined) return { ...common, outcome: 'wrong' };
    const first = sample(known, seed, at++);
    const isHopeless = first > step.hopelessNs;
    const samples = isHopeless
      ? [first]
      : [first, ...times(step.samples - 1, () => sample(known, seed, at++))];
    return { ...common, outcome: 'timed', ns: middle(samples), samples: samples.length };
  });
  return ranking[0]?.name;
}

/** The search that looks at everybody alike, to compare with. */
export function exhaustiveSpec(names: readonly string[], samples: number): HalvingSpec {
  return { names, seed: 1, budget: names.length * samples, eta: exhaustive };
}

function times<T>(count: number, make: () => T): readonly T[] {
  return Array.from({ length: count }, make);
}

function middle(samples: readonly number[]): number {
  return samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)] ?? NaN;
}
