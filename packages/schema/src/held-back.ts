// What holds a kernel back, by what happens to its time when something is taken from it or done again.
import type { Bound } from './bound.ts';
import type { PerturbationKind, Perturbations } from './types.generated.ts';

/** What holds a kernel back: `memory` is its bandwidth, `latency` too little at work at the same time. */
export type HeldBackBy = 'memory' | 'arithmetic' | 'latency' | 'synchronisation' | 'launches' | 'mixed';

/** What a classification stands on. */
export type PerturbedTimes = Pick<Perturbations, 'timed'>;

/** The bound, and of a mixed one the parts, the largest first; none of them where nothing that was taken saves time. */
export interface HeldBack {
  readonly by: HeldBackBy;
  readonly parts: readonly Part[];
}

type Part = 'memory' | 'arithmetic' | 'synchronisation';

/** From this share of the time on, what an empty kernel takes is what holds it back. */
const launchesFrom = 0.5;
/** What saves less than this share of the time holds nobody back. */
const leastSaved = 0.15;
/** Something holds a kernel back alone where nothing else saves this part of what it saves. */
const besides = 0.5;
/** Half the occupancy makes a kernel that waits for memory, not one that fills it, at least so much slower. */
const slowedFrom = 1.2;

/** Classifies a kernel; null where nothing was timed that could be taken from it. */
export function heldBack({ timed }: PerturbedTimes): HeldBack | null {
  const empty = timed.find(({ kind }) => kind === 'empty');
  if (empty && empty.ratio >= launchesFrom) return { by: 'launches', parts: [] };
  const ratio = ratiosOf(timed);
  const saved = savings(ratio);
  const [first, ...others] = saved;
  if (!first) return null;
  const isSlowed = (ratio('half-occupancy') ?? 1) >= slowedFrom;
  if (first.share < leastSaved) return { by: isSlowed ? 'latency' : 'mixed', parts: [] };
  const beside = others.filter(({ share }) => share >= leastSaved && share >= besides * first.share);
  if (beside.length > 0) return { by: 'mixed', parts: [first, ...beside].map(({ part }) => part) };
  return { by: first.part === 'memory' && isSlowed ? 'latency' : first.part, parts: [first.part] };
}

type Ratio = (kind: PerturbationKind) => number | null;

// A ratio whose interval has 1 in it is no change.
function ratiosOf(timed: PerturbedTimes['timed']): Ratio {
  const ratios = new Map(
    timed.map(({ kind, ratio, low, high }) => [kind, low <= 1 && high >= 1 ? 1 : ratio]),
  );
  return (kind) => ratios.get(kind) ?? null;
}

function savings(ratio: Ratio): readonly { readonly part: Part; readonly share: number }[] {
  const least = (...kinds: readonly PerturbationKind[]) => {
    const known = kinds.map(ratio).filter((value) => value !== null);
    return known.length > 0 ? 1 - Math.min(...known) : null;
  };
  const shares: { readonly [part in Part]: number | null } = {
    memory: least('no-loads', 'no-stores'),
    arithmetic: arithmeticShare(ratio),
    synchronisation: least('no-barriers', 'no-atomics', 'no-waits'),
  };
  const parts = ['memory', 'arithmetic', 'synchronisation'] as const;
  return parts
    .flatMap((part) => (shares[part] === null ? [] : [{ part, share: shares[part] }]))
    .toSorted((a, b) => b.share - a.share);
}

// What is saved without it, and no more than what it adds when done again: a shorter way through a kernel that waits saves time too.
function arithmeticShare(ratio: Ratio): number | null {
  const [without, twice] = [ratio('no-arithmetic'), ratio('twice-arithmetic')];
  const told = [without === null ? null : 1 - without, twice === null ? null : twice - 1];
  const known = told.filter((share) => share !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

// Far from every roof a result waits for something that is no roof.
const kin: { readonly [bound in Bound]: readonly HeldBackBy[] } = {
  launches: ['launches'],
  memory: ['memory'],
  requests: ['memory'],
  arithmetic: ['arithmetic'],
  waiting: ['latency', 'synchronisation', 'mixed'],
};

/** Whether a bound that follows from the shares of a result's time is the one that was found by taking its kernel apart, or one of several. */
export function isBoundOf(bound: Bound, { by, parts }: HeldBack): boolean {
  return [by, ...parts].some((found) => kin[bound].includes(found));
}

/** What was done to a kernel, in words. */
export const perturbationWords: { readonly [kind in PerturbationKind]: string } = {
  'no-loads': 'without loads',
  'no-stores': 'without stores',
  'no-arithmetic': 'without arithmetic',
  'twice-arithmetic': 'with twice the arithmetic',
  'half-occupancy': 'at half occupancy',
  'no-barriers': 'without barriers',
  'no-atomics': 'without atomics',
  'no-waits': 'without waiting',
  empty: 'empty',
};

const boundWords: { readonly [by in HeldBackBy]: string } = {
  memory: 'memory',
  arithmetic: 'arithmetic',
  latency: 'latency: too little is under way at the same time',
  synchronisation: 'synchronisation',
  launches: 'launches',
  mixed: 'no single thing',
};

/** The bound in words: `memory`, `memory and arithmetic`. */
export function heldBackWords({ by, parts }: HeldBack): string {
  return by === 'mixed' && parts.length > 0 ? parts.join(' and ') : boundWords[by];
}

/** The numbers that a bound stands on: `without loads 0.41, without arithmetic 0.97 of the time`. */
export function perturbedWords({ timed }: PerturbedTimes): string {
  const told = timed.map(({ kind, ratio }) => `${perturbationWords[kind]} ${ratio.toFixed(2)}`);
  return told.length > 0 ? `${told.join(', ')} of the time` : '';
}
