// Two commits measured in turns on one machine: A B B A blocks, as many as a verdict takes.
import { mean, standardDeviation } from './order.ts';
import { defaultMinimumEffect, requireEffect, requirePositive } from './series.ts';
import type { Direction } from './series.ts';
import { decide, singleLook } from './verdict.ts';
import type { Decision } from './verdict.ts';

/** Median of the two A runs and of the two B runs of one A B B A block; drift within a block cancels. */
export interface Block {
  readonly base: number;
  readonly head: number;
}

/** When to stop and what matters. */
export interface BlockRules {
  readonly direction: Direction;
  /** Smallest |effect| worth a verdict: the id's minimum detectable effect, or 0.02. */
  readonly deltaMin?: number | undefined;
  /** Blocks of the first look; 4. */
  readonly firstLook?: number | undefined;
  /** Blocks between looks; 2. */
  readonly lookEvery?: number | undefined;
  /** Blocks after which there is no further look; 12. */
  readonly maxBlocks?: number | undefined;
}

/** A verdict on paired blocks, or how many blocks to add before the next look. */
export interface BlockDecision extends Decision {
  /** 0 once there is a verdict or the limit is reached. */
  readonly needMoreBlocks: number;
}

/**
 * Judges paired blocks with a t-test on ln(head/base). The error rates (1 % for a false direction, 5 % for a false SAME) hold
 * over all looks together: each look spends in proportion to the blocks it adds (linear spending, Lan and DeMets 1983) and
 * is tested at what it spends, a union bound that no correlation between looks can break. Between two looks the decision is
 * UNDECIDED. Throws on values not above 0 and on rules that leave no look.
 */
export function judgeBlocks(blocks: readonly Block[], rules: BlockRules): BlockDecision {
  const { direction, deltaMin = defaultMinimumEffect, maxBlocks = 12 } = rules;
  requireEffect(deltaMin);
  const looks = planLooks(rules.firstLook ?? 4, rules.lookEvery ?? 2, maxBlocks);
  const differences = logDifferences(blocks);
  const at = looks.findLastIndex((look) => look <= differences.length);
  const look = looks[at];
  const nextLook = looks[at + 1];
  if (look === undefined)
    return { ...tooFew(differences, direction), needMoreBlocks: (nextLook ?? 0) - differences.length };
  const share = (look - (looks[at - 1] ?? 0)) / maxBlocks;
  const levels = {
    changed: singleLook.changed * share,
    same: singleLook.same * share,
    interval: singleLook.interval * share,
  };
  const decision = decide(differenceOf(differences.slice(0, look)), deltaMin, direction, levels);
  if (decision.verdict !== 'UNDECIDED') return { ...decision, needMoreBlocks: 0 };
  if (nextLook === undefined)
    return { ...decision, reasons: [...decision.reasons, 'block-limit'], needMoreBlocks: 0 };
  return { ...decision, needMoreBlocks: nextLook - differences.length };
}

const nothingKnown = {
  verdict: 'UNDECIDED',
  effect: 0,
  ciLow: -1,
  ciHigh: Infinity,
  leastEffect: Infinity,
  reasons: ['too-few-blocks'],
} as const satisfies Decision;

// Below the first look nothing is decided, whatever the numbers: it would be a look that nobody paid for.
function tooFew(differences: readonly number[], direction: Direction): Decision {
  if (differences.length < 2) return nothingKnown;
  const decision = decide(differenceOf(differences), defaultMinimumEffect, direction);
  return { ...decision, verdict: 'UNDECIDED', reasons: ['too-few-blocks'] };
}

function planLooks(firstLook: number, lookEvery: number, maxBlocks: number): readonly number[] {
  const areCounts = [firstLook, lookEvery, maxBlocks].every((count) => Number.isInteger(count) && count >= 1);
  if (!areCounts || firstLook < 2 || maxBlocks < firstLook)
    throw new RangeError(
      `no look in firstLook ${firstLook}, lookEvery ${lookEvery}, maxBlocks ${maxBlocks}: start at 2 blocks or more and end no earlier`,
    );
  const looks: number[] = [];
  for (let look = firstLook; look < maxBlocks; look += lookEvery) looks.push(look);
  return [...looks, maxBlocks];
}

function logDifferences(blocks: readonly Block[]): readonly number[] {
  if (blocks.length === 0) return [];
  requirePositive(
    blocks.map(({ base }) => base),
    'base',
  );
  requirePositive(
    blocks.map(({ head }) => head),
    'head',
  );
  return blocks.map(({ base, head }) => Math.log(head / base));
}

function differenceOf(differences: readonly number[]) {
  const standardError = standardDeviation(differences) / Math.sqrt(differences.length);
  return { estimate: mean(differences), standardError, degrees: differences.length - 1 };
}
