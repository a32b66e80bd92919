// Two sides measured in turns, A B B A, a process each time, until every id has its verdict.
import { judgeBlocks, median, meanRatio } from '@kernel-ladder/stats';
import type { Block, BlockDecision } from '@kernel-ladder/stats';
import type { ListedId, Reason, Result } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import type { ComparedId, FailingId, RunComparison } from '@kernel-ladder/publish/compare';
import { isUsable, launchFamily } from './bench-side.ts';
import type { BenchSide } from './bench-side.ts';
import { createPulse } from './pulse.ts';

/** What is measured, and when it is enough. */
export interface AbPlan {
  readonly base: BenchSide;
  readonly head: BenchSide;
  /** Ids that both sides list. */
  readonly ids: readonly ListedId[];
  readonly timeoutMs: number;
  /** Smallest |effect| worth a verdict. */
  readonly minimumEffect: number;
  readonly maxBlocks: number;
}

/** One id, with the blocks behind its verdict. */
export interface JudgedId extends ComparedId {
  readonly blocks: number;
  /** Medians of the two launches of each side, a pair a block. */
  readonly blockMediansNs: readonly Block[];
}

/** A comparison whose verdicts come from blocks. An id without a whole block has no times: its `baseNs` and `headNs` are 0. */
export type AbComparison = Omit<RunComparison, 'compared'> & { readonly compared: readonly JudgedId[] };

/** An id without a whole block, and why it has none. */
export interface UnmeasuredId {
  readonly id: string;
  readonly reasons: readonly string[];
}

/** A comparison in which every compared id has times. */
export type MeasuredComparison = AbComparison & { readonly unmeasured: readonly UnmeasuredId[] };

/** Takes the ids that have no times out of those that are compared. */
export function setAsideUnmeasured(comparison: AbComparison): MeasuredComparison {
  const { compared } = comparison;
  const bare = compared.filter(({ blocks }) => blocks === 0);
  return {
    ...comparison,
    compared: compared.filter(({ blocks }) => blocks > 0),
    unmeasured: bare.map(({ id, reasons }) => ({
      id,
      reasons: reasons.filter((reason) => reason !== 'too-few-blocks'),
    })),
  };
}

interface Progress {
  readonly listed: ListedId;
  readonly blocks: readonly Block[];
  /** Blocks begun, those included in which a timing was doubtful. */
  readonly attempts: number;
  readonly doubts: readonly string[];
  readonly hashes: readonly (string | null)[];
  readonly baseFault: Reason | null;
  readonly headFault: Reason | null;
}

// A doubtful block is measured again, but not for ever.
const spareBlocks = 4;

/** Adds blocks until no id asks for more. An interrupt ends it with what is known by then. */
export async function measureBlocks(io: Io, plan: AbPlan): Promise<AbComparison> {
  let states: readonly Progress[] = plan.ids.map(begin);
  const pulse = createPulse(io.err);
  for (let block = 1; !io.interrupt.aborted; block++) {
    const open = states.filter((state) => isOpen(state, plan));
    if (open.length === 0) break;
    io.err(`block ${block}: ${open.length} ${open.length === 1 ? 'id' : 'ids'}\n`);
    let launched = 0;
    const total = 4 * open.length;
    const next = new Map<Progress, Progress>();
    for (const [family, own] of Map.groupBy(open, ({ listed }) => listed.family)) {
      const onResult = () => pulse({ block, family, launched: ++launched, total });
      const measured = await measureBlock(io, plan, { family, states: own, onResult });
      for (const [at, state] of own.entries()) next.set(state, measured[at] ?? state);
    }
    states = states.map((state) => next.get(state) ?? state);
  }
  return conclude(states, plan, io.interrupt.aborted);
}

function begin(listed: ListedId): Progress {
  return { listed, blocks: [], attempts: 0, doubts: [], hashes: [], baseFault: null, headFault: null };
}

function isOpen(state: Progress, plan: AbPlan): boolean {
  if (hasFault(state) || state.attempts >= plan.maxBlocks + spareBlocks) return false;
  return decide(state, plan).needMoreBlocks > 0;
}

function hasFault({ baseFault, headFault }: Progress): boolean {
  return baseFault !== null || headFault !== null;
}

function decide({ blocks }: Progress, { minimumEffect, maxBlocks }: AbPlan): BlockDecision {
  const firstLook = Math.min(4, maxBlocks);
  return judgeBlocks(blocks, { direction: 'lower', deltaMin: minimumEffect, firstLook, maxBlocks });
}

interface FamilyBlock {
  readonly family: string;
  readonly states: readonly Progress[];
  readonly onResult: () => void;
}

// A family's four launches follow one another, so that a drift of the machine meets both sides alike. An id that fails is
// launched once more on each side at most.
async function measureBlock(
  io: Io,
  plan: AbPlan,
  { family, states, onResult }: FamilyBlock,
): Promise<readonly Progress[]> {
  const launches: { readonly isHead: boolean; readonly results: readonly Result[] }[] = [];
  const launch = { ids: states.map(({ listed }) => listed), timeoutMs: plan.timeoutMs, onResult };
  for (const isHead of [false, true, true, false]) {
    const side = isHead ? plan.head : plan.base;
    const own = side.families.find(({ name }) => name === family);
    const results = own ? await launchFamily(io, side, { family: own, ...launch }) : [];
    // Half a block says nothing.
    if (io.interrupt.aborted) return states;
    launches.push({ isHead, results });
  }
  return states.map((state) => {
    const of = (isHead: boolean) =>
      launches
        .filter((each) => each.isHead === isHead)
        .flatMap(({ results }) => results.filter(({ id }) => id === state.listed.id));
    return addBlock(state, { base: of(false), head: of(true) }, plan);
  });
}

interface BlockResults {
  readonly base: readonly Result[];
  readonly head: readonly Result[];
}

function addBlock(state: Progress, { base, head }: BlockResults, plan: AbPlan): Progress {
  const results = [...base, ...head];
  const usable = { base: mediansOf(base, plan.base), head: mediansOf(head, plan.head) };
  const isWhole = usable.base.length === 2 && usable.head.length === 2;
  const block = { base: isWhole ? median(usable.base) : 0, head: isWhole ? median(usable.head) : 0 };
  return {
    ...state,
    blocks: isWhole ? [...state.blocks, block] : state.blocks,
    attempts: state.attempts + 1,
    doubts: [...new Set([...state.doubts, ...results.flatMap(({ comparableReasons }) => comparableReasons)])],
    hashes: [...state.hashes, ...results.map(({ kernelHash }) => kernelHash ?? null)],
    baseFault: faultOf(base),
    headFault: faultOf(head),
  };
}

function mediansOf(results: readonly Result[], { machine }: BenchSide): readonly number[] {
  return results.flatMap((result) => (isUsable(result, machine) ? [result.timing.medianNs] : []));
}

// An id that is skipped, or passes with nothing to time, can be judged no more than one that fails.
function faultOf(results: readonly Result[]): Reason | null {
  const untimed = results.find(({ timing }) => timing === undefined);
  if (!untimed) return null;
  return untimed.reason ?? { code: 'not-applicable', message: 'there is nothing to time' };
}

function conclude(states: readonly Progress[], plan: AbPlan, isInterrupted: boolean): AbComparison {
  const timed = states.filter((state) => !hasFault(state));
  const compared = timed
    .map((state) => toRow(state, plan, isInterrupted))
    .toSorted((a, b) => b.effect - a.effect);
  const measured = compared.filter(({ blocks }) => blocks > 0);
  const faults = (isWanted: (state: Progress) => boolean): readonly FailingId[] =>
    states.filter(isWanted).flatMap(({ listed, headFault, baseFault }) => {
      const reason = headFault ?? baseFault;
      return reason ? [{ id: listed.id, reason }] : [];
    });
  return {
    compared,
    geomean:
      measured.length > 0 ? meanRatio(measured.map((row) => ({ base: row.baseNs, head: row.headNs }))) : null,
    added: [],
    gone: [],
    newlyFailing: faults(({ baseFault, headFault }) => baseFault === null && headFault !== null),
    stillFailing: faults(({ baseFault, headFault }) => baseFault !== null && headFault !== null),
    fixed: states
      .filter(({ baseFault, headFault }) => baseFault !== null && headFault === null)
      .map(({ listed }) => listed.id),
    // Kernels alone are measured in turns: no process of the peers is started.
    peers: [],
  };
}

function toRow(state: Progress, plan: AbPlan, isInterrupted: boolean): JudgedId {
  const { listed, blocks, doubts } = state;
  const { needMoreBlocks, ...decision } = decide(state, plan);
  const hashes = new Set(state.hashes);
  const stopped = needMoreBlocks > 0 && isInterrupted ? ['interrupted'] : [];
  return {
    id: listed.id,
    ...decision,
    reasons: [...decision.reasons, ...stopped, ...doubts],
    baseNs: blocks.length > 0 ? median(blocks.map(({ base }) => base)) : 0,
    headNs: blocks.length > 0 ? median(blocks.map(({ head }) => head)) : 0,
    sameKernelHash: hashes.size === 0 || hashes.has(null) ? null : hashes.size === 1,
    blocks: blocks.length,
    blockMediansNs: blocks,
  };
}
