// Which cases of a rung to emulate: the cheapest ones in which each of its traits occurs.
import type { CaseParams, Family, Plan, Variant } from '../contract/family.ts';
import { entryOf } from '../contract/entry.ts';
import { inputsOf } from '../contract/inputs.ts';
import { planFor } from '../contract/plan.ts';
import { allocate } from '../contract/scalars.ts';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { readFacts } from '../wgsl/facts.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** A case with the plan that a device makes of it. */
export interface PlannedCase<Case> {
  readonly params: Case;
  readonly plan: Plan;
  /** The final texts of its passes. */
  readonly texts: readonly string[];
  /** Whether workgroups of one pass see each other, by atomics. */
  readonly isShared: boolean;
  /** What it takes to emulate, in steps of a thread: an estimate. */
  readonly cost: number;
  /** Which power of four its operations and words come to. */
  readonly magnitude: number;
}

/** A rung on a device. */
export interface Rung<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly variant: Variant<Case>;
  readonly load: WgslLoader;
  readonly facts: DeviceFacts;
}

// Above it a case is not for the emulator: it runs some millions of steps a second.
const mostCost = 600_000;
// Cases that are planned, of the many that a family lists.
const mostPlanned = 60;

/** The cases of a rung that the emulator can run, cheapest first: those to run, and those to go on with. */
interface Chosen<Case> {
  readonly first: readonly PlannedCase<Case>[];
  readonly rest: readonly PlannedCase<Case>[];
}

/**
 * Chooses cases within a share of a budget of steps, so that each trait occurs; one in which workgroups meet comes in any case. Of what a
 * share has no steps for, only the smallest that there is and the first in which workgroups meet are looked at.
 */
export function casesToEmulate<Case extends CaseParams>(
  rung: Rung<Case>,
  { budget, share = 1 }: { readonly budget: number; readonly share?: number },
): Chosen<Case> {
  const planned = candidates(rung, mostCost * share).toSorted((a, b) => a.cost - b.cost);
  const traits = new Map(planned.map((each) => [each, traitsOf(each)]));
  const meeting = planned.find(({ isShared }) => isShared);
  const first = new Set(meeting ? [meeting] : []);
  const covered = new Set(meeting ? traits.get(meeting) : []);
  let left = budget * share;
  for (;;) {
    const gains = planned.map((each) => {
      const fresh = (traits.get(each) ?? []).filter((trait) => !covered.has(trait)).length;
      return { each, gain: fresh / (each.cost + mostCost / 100) };
    });
    const best = gains.reduce((a, b) => (b.gain > a.gain ? b : a), { each: null, gain: 0 } as Gain<Case>);
    if (!best.each) break;
    for (const trait of traits.get(best.each) ?? []) covered.add(trait);
    if (first.size > 0 && left < best.each.cost) continue;
    left -= best.each.cost;
    first.add(best.each);
  }
  return { first: [...first], rest: planned.filter((each) => !first.has(each)) };
}

interface Gain<Case> {
  readonly each: PlannedCase<Case> | null;
  readonly gain: number;
}

// Planning takes longer than looking at parameters: of cases alike in those and in size the smallest is planned.
function candidates<Case extends CaseParams>(rung: Rung<Case>, most: number): readonly PlannedCase<Case>[] {
  const planned: PlannedCase<Case>[] = [];
  const seen = new Set<string>();
  const isFirst = ({ isShared }: PlannedCase<Case>) =>
    planned.length === 0 || (isShared && !planned.some((each) => each.isShared));
  const isWanted = (each: PlannedCase<Case>) => each.cost <= mostCost && (each.cost <= most || isFirst(each));
  for (const sized of inTurns(bySize(rung))) {
    const traits = paramTraits(sized.params).map((trait) => `${trait} at ${sized.magnitude}`);
    if (traits.every((trait) => seen.has(trait))) continue;
    const { params } = sized;
    const each = planCase(rung, sized);
    if (!each) continue;
    const taken = isWanted(each) ? [each] : [];
    if (taken.length > 0 && isObserved(rung.family, params)) continue;
    for (const trait of traits) seen.add(trait);
    planned.push(...taken);
    if (planned.length >= mostPlanned) break;
  }
  return planned;
}

// What is known of the cases of a family, by the cases themselves: every rung asks on every device.
const observed = new WeakMap<object, Map<object, boolean>>();

// Where WGSL promises nothing every output counts as right, zeros too, and a NaN may hide what comes behind it: such a case shows no wrong one.
function isObserved<Case extends CaseParams>(family: Family<Case>, params: Case): boolean {
  const known = entryOf(observed, family, () => new Map<object, boolean>());
  return entryOf(known, params, () => hasNoAnswer(family, params));
}

function hasNoAnswer<Case extends CaseParams>(family: Family<Case>, params: Case): boolean {
  const inputs = inputsOf(family, params, 1);
  const isFinite = Object.values(inputs).every((array) =>
    array.every((value: number) => Number.isFinite(value)),
  );
  if (!isFinite) return true;
  const zeros = Object.entries(family.outputs(params)).map(
    ([name, { type, length }]) => [name, allocate(type, length)] as const,
  );
  // What is observed is so within any bound.
  const accuracy = { longestSum: 1 };
  return family.oracle(params, inputs).verify(Object.fromEntries(zeros), accuracy).observed !== undefined;
}

interface Sized<Case> {
  readonly params: Case;
  readonly size: number;
  /** Sizes of one magnitude differ by a factor of four at most. */
  readonly magnitude: number;
}

function bySize<Case extends CaseParams>({ family, variant }: Rung<Case>): readonly Sized<Case>[] {
  const all = [...Object.values(family.cases).flat(), ...family.edgeCases.flatMap((set) => [...set.cases])];
  return all
    .filter((params) => (variant.breaksOn?.(params) ?? null) === null)
    .map((params) => {
      const { flops, minBytes } = family.work(params);
      const size = flops + minBytes / 4;
      return { params, size, magnitude: Math.floor(Math.log2(size + 1) / 2) };
    })
    .filter(({ size }) => size <= mostCost)
    .toSorted((a, b) => a.size - b.size);
}

// One of each magnitude, then the next of each.
function inTurns<Case>(sized: readonly Sized<Case>[]): readonly Sized<Case>[] {
  const places = new Map<number, number>();
  const placed = sized.map((each) => {
    const place = places.get(each.magnitude) ?? 0;
    places.set(each.magnitude, place + 1);
    return { each, place };
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ each }) => each);
}

function planCase<Case extends CaseParams>(
  { variant, facts, load }: Rung<Case>,
  { params, size, magnitude }: Sized<Case>,
): PlannedCase<Case> | null {
  const plan = planFor(variant, params, facts);
  if ('skip' in plan || plan.passes.length === 0) return null;
  const texts = plan.passes.map((pass) => shaderText(pass.wgsl, load));
  const isShared = plan.passes.some(
    ({ workgroups: [x, y, z] }, pass) => x * y * z > 1 && (texts[pass] ?? '').includes('atomic'),
  );
  const cost = (size * weightOf(texts) + threadsOf(plan, texts)) * (isShared ? 4 : 1);
  return { params, plan, texts, isShared, cost, magnitude };
}

// Lanes that wait for each other take longer than those that compute.
function weightOf(texts: readonly string[]): number {
  return texts.some((text) => /subgroup(?!M|_)/.test(text)) ? 4 : 1;
}

// Each begins, computes where it is, and mostly finds that it has nothing to do.
function threadsOf({ passes }: Plan, texts: readonly string[]): number {
  return passes.reduce((sum, { workgroups: [x, y, z] }, index) => {
    return sum + 10 * x * y * z * readFacts(texts[index] ?? '').workgroupSize;
  }, 0);
}

// What makes one launch another than the next: its kernels, the constants that choose between arms, how sizes end.
function traitsOf<Case extends CaseParams>({
  params,
  plan,
  magnitude,
}: PlannedCase<Case>): readonly string[] {
  const files = plan.passes.map(({ wgsl }) => wgsl.file).join(' ');
  const grids = plan.passes.map(
    ({ wgsl, workgroups }) => `${wgsl.file} on ${workgroups.map((count) => Math.min(count, 2)).join(' x ')}`,
  );
  const constants = plan.passes.flatMap(({ wgsl }) =>
    'constants' in wgsl
      ? Object.entries(wgsl.constants)
          .filter(([, value]) => typeof value === 'string' || value < 2)
          .map(([name, value]) => `${wgsl.file} ${name} ${value}`)
      : [],
  );
  // What only many elements fill, a second trip or the last subgroup, no small case shows.
  const filled = `${files} of magnitude ${magnitude}`;
  return [files, filled, ...grids, ...constants, ...paramTraits(params).map((trait) => `${files} ${trait}`)];
}

function paramTraits(params: CaseParams): readonly string[] {
  return Object.entries(params).map(([name, value]) =>
    typeof value === 'number'
      ? `${name} ${value === 1 ? 'one' : value % 4 === 0 ? 'of fours' : 'odd'}`
      : `${name} ${value}`,
  );
}
