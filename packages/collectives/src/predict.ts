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
  /**
   * Which algorithm and protocol gave the time. `any`: several take equally long, as they do behind the host's part;
   * `none`: one rank has nothing to send.
   */
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

/** Predicts one size in bytes; throws RangeError when the topology cannot place the ranks. */
export function predict(bytes: number, question: Question): PredictedRow {
  const { network, ranks } = question;
  const times = timesOf(bytes, question);
  const floorUs = hostUs(network, ranks);
  const timeUs = leastUs(times, floorUs);
  const algbwGBps = bytes / timeUs / 1e3;
  const busbwGBps = (algbwGBps * 2 * (ranks - 1)) / ranks;
  const equal = times.filter((time) => time.timeUs <= timeUs);
  return { bytes, timeUs, algbwGBps, busbwGBps, ...labels(equal, { isHost: timeUs === floorUs, ranks }) };
}

/** Predicts the time of one size in bytes and nothing else, in µs: a fit asks for it a million times. */
export function predictUs(bytes: number, question: Question): number {
  return leastUs(timesOf(bytes, question), hostUs(question.network, question.ranks));
}

// The host is still issuing while the kernel runs: what takes less than that is not seen to.
function leastUs(times: readonly CandidateTime[], floorUs: number): number {
  let least = Infinity;
  for (const { timeUs } of times) least = Math.min(least, timeUs);
  return Math.max(floorUs, least);
}

function timesOf(bytes: number, { network, ranks, algorithm }: Question): readonly CandidateTime[] {
  const placement = place(network, ranks);
  const names = typeof algorithm === 'string' ? [algorithm] : algorithm;
  const times: CandidateTime[] = [];
  for (const name of names)
    for (const candidate of candidates[name])
      times.push(...candidateTimes(candidate, bytes, network, placement));
  return times;
}

/** Predicts a list of sizes in bytes. */
export function predictSizes(sizes: readonly number[], question: Question): readonly PredictedRow[] {
  return sizes.map((bytes) => predict(bytes, question));
}

/** The least time between two calls: the slowest of n hosts, whose expected lateness grows with log n. */
export function hostUs({ hostUs: one, hostPerDoublingUs }: Network, ranks: number): number {
  return one + hostPerDoublingUs * Math.log2(ranks);
}

interface CandidateTime {
  /** From the launch of the kernel to the last byte. */
  readonly timeUs: number;
  readonly algorithm: Candidate;
  readonly protocol: string;
}

// Of algorithms that take equally long none is advised, and behind the host's part no protocol can be told from another.
function labels(
  equal: readonly CandidateTime[],
  { isHost, ranks }: { readonly isHost: boolean; readonly ranks: number },
): Pick<PredictedRow, 'algorithm' | 'protocol'> {
  if (ranks === 1) return { algorithm: 'none', protocol: 'none' };
  const algorithm = onlyOf(equal.map((time) => time.algorithm));
  return { algorithm, protocol: isHost ? 'any' : onlyOf(equal.map(({ protocol }) => protocol)) };
}

function onlyOf(names: readonly string[]): string {
  const [first = 'any', ...others] = names;
  return others.every((name) => name === first) ? first : 'any';
}

function candidateTimes(
  algorithm: Candidate,
  bytes: number,
  network: Network,
  placement: Placement,
): readonly CandidateTime[] {
  const isNccl = algorithm === 'ring' || algorithm === 'tree';
  const uses = isNccl ? switchedUses(bytes, network, placement) : allUses(bytes, network);
  return uses.map((use) => ({
    timeUs: network.kernelUs + moveUs(algorithm, use, network, placement),
    algorithm,
    protocol: use.protocol.name,
  }));
}

/** A protocol, and how many bytes it carries. */
interface Use {
  readonly protocol: Protocol;
  readonly bytes: number;
}

function allUses(bytes: number, { protocols }: Network): readonly Use[] {
  return protocols.map((protocol) => ({ protocol, bytes }));
}

// NCCL switches at so many bytes per hop, hops counted one way, as latency weighs in per hop. Where the switch comes late,
// the least message of a later protocol is the faster one, and the shorter message could be padded to it: so time never
// falls as bytes grow. A topology that says nothing of a switch takes the fastest protocol.
function switchedUses(bytes: number, network: Network, placement: Placement): readonly Use[] {
  const { protocols } = network;
  const { intra, inter } = treeHops(placement);
  const ends = protocols.map(({ upToBytesPerHop }) => upToBytesPerHop * Math.max(1, intra + inter));
  if (ends.every((end) => end === Infinity)) return allUses(bytes, network);
  const first = ends.findIndex((end) => bytes <= end);
  if (first === -1) throw new Error(`no protocol for ${bytes} bytes: the last one must have no upper end`);
  return protocols
    .map((protocol, index) => ({ protocol, bytes: Math.max(bytes, ends[index - 1] ?? 0) }))
    .slice(first);
}

function moveUs(
  algorithm: Candidate,
  { protocol, bytes }: Use,
  network: Network,
  placement: Placement,
): number {
  const links = framed(network, protocol);
  if (algorithm === 'tree') return treeUs(bytes, links, placement, protocol);
  const phases = phasesOf(algorithm, bytes, placement);
  return phasesUs(phases, links, { reduction: 'overlapped', contention: 'counted' });
}
