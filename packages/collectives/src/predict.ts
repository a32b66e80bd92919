// What an allreduce would take on a described machine: a prediction, never to be shown as a measurement.
import { phasesOf } from './algorithms.ts';
import { framed, place } from './network.ts';
import type { Network, Placement, Protocol } from './network.ts';
import { phasesUs } from './phases.ts';
import type { Algorithm } from './schedules/index.ts';
import { treeHops, treeUs } from './tree.ts';

/** Algorithms by name; `direct` is the faster of one-shot and two-shot, `auto` the fastest of all. */
export const algorithmNames = ['ring', 'tree', 'halving-doubling', 'direct', 'hierarchical', 'auto'] as const;

/** One of the names. */
export type AlgorithmName = (typeof algorithmNames)[number];

/** What NCCL chooses from on a machine without NVLS. */
export const ncclAlgorithms = ['ring', 'tree'] as const;

// Of these, `tree` is the pipelined one of tree.ts; the others are phases.
type Candidate = Exclude<Algorithm, 'double-tree'>;

/** A predicted row: time per call; algbw = bytes/time; busbw = algbw · 2(n−1)/n, the convention of nccl-tests. */
export interface PredictedRow {
  readonly bytes: number;
  readonly timeUs: number;
  readonly algbwGBps: number;
  readonly busbwGBps: number;
  /** Which algorithm and protocol gave the time. */
  readonly algorithm: string;
  readonly protocol: string;
}

const candidates: { readonly [Name in AlgorithmName]: readonly Candidate[] } = {
  ring: ['ring'],
  tree: ['tree'],
  'halving-doubling': ['halving-doubling'],
  direct: ['one-shot', 'two-shot'],
  hierarchical: ['hierarchical'],
  auto: ['ring', 'tree', 'halving-doubling', 'one-shot', 'two-shot', 'hierarchical'],
};

/** What to predict. */
export interface Question {
  readonly network: Network;
  readonly ranks: number;
  /** One name, or several of which the fastest counts. */
  readonly algorithm: AlgorithmName | readonly AlgorithmName[];
}

/** Predicts one size in bytes; throws RangeError when the topology has fewer ranks. */
export function predict(bytes: number, { network, ranks, algorithm }: Question): PredictedRow {
  const placement = place(network, ranks);
  const names = typeof algorithm === 'string' ? [algorithm] : algorithm;
  const times = names
    .flatMap((name) => candidates[name])
    .map((candidate) => candidateTime(candidate, bytes, network, placement));
  const best = times.reduce((a, b) => (b.timeUs < a.timeUs ? b : a));
  const { timeUs, ...chosen } = best;
  const algbwGBps = bytes / timeUs / 1e3;
  return { bytes, timeUs, algbwGBps, busbwGBps: (algbwGBps * 2 * (ranks - 1)) / ranks, ...chosen };
}

/** Predicts a list of sizes in bytes. */
export function predictSizes(sizes: readonly number[], question: Question): readonly PredictedRow[] {
  return sizes.map((bytes) => predict(bytes, question));
}

/** The least time between two calls: the slowest of n hosts, whose expected lateness grows with log n. */
export function hostUs({ hostUs: one, hostPerDoublingUs }: Network, ranks: number): number {
  return one + hostPerDoublingUs * Math.log2(ranks);
}

/** The protocol for a message: by its bytes per hop, hops counted one way, as latency weighs in per hop. */
export function protocolFor(bytes: number, network: Network, placement: Placement): Protocol {
  const { intra, inter } = treeHops(placement);
  const perHop = bytes / Math.max(1, intra + inter);
  const protocol = network.protocols.find(({ upToBytesPerHop }) => perHop <= upToBytesPerHop);
  if (!protocol) throw new Error(`no protocol for ${bytes} bytes: the last one must have no upper end`);
  return protocol;
}

function candidateTime(algorithm: Candidate, bytes: number, network: Network, placement: Placement) {
  const protocol = protocolFor(bytes, network, placement);
  const links = framed(network, protocol);
  const moveUs =
    algorithm === 'tree'
      ? treeUs(bytes, links, placement, protocol)
      : phasesUs(phasesOf(algorithm, bytes, placement), links, {
          reduction: 'overlapped',
          contention: 'counted',
        });
  // The host is still issuing while the kernel runs: what takes less than that is not seen to.
  const timeUs = Math.max(hostUs(network, placement.ranks), network.kernelUs + moveUs);
  return { timeUs, algorithm, protocol: protocol.name };
}
