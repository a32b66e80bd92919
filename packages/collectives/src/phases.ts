// An algorithm as a short list of phases: equal steps, each a message over the busiest link. The α-β-γ cost of a phase is
// the closed form; what the messages of one step share (a port, a fabric, an adapter) is counted, not guessed.
import { interOf, transferUs } from './network.ts';
import type { Network } from './network.ts';

/** Steps that are alike. */
export interface Phase {
  readonly steps: number;
  /** Size of one message. */
  readonly bytes: number;
  /** The receiver combines it with what it has; otherwise it replaces. */
  readonly reduces: boolean;
  /** Messages that the busiest port inside a node carries in one step, each direction; 0 when all go between nodes. */
  readonly perPort: number;
  /** Messages that are under way inside one node in a step. */
  readonly perFabric: number;
  /** Messages that one rank sends out of its node in one step; 0 when none does. */
  readonly leaving: number;
  /** Messages that leave a node in one step, all its ranks together. */
  readonly perNode: number;
  /** Share of the hops on the longest path that go between nodes. */
  readonly interShare: number;
  /** A message between nodes is spread over all adapters (one ring per adapter) instead of using one. */
  readonly striped?: boolean;
}

/** What a cost takes into account. */
export interface CostOptions {
  /** `sequential`: a step ends with its reduction. `overlapped`: slices are reduced while the next arrive. */
  readonly reduction: 'sequential' | 'overlapped';
  /** `counted`: messages share fabrics and adapters. `ignored`: the textbook, every message has a link to itself. */
  readonly contention: 'counted' | 'ignored';
}

/** Time of all phases in µs, launch excluded. */
export function phasesUs(phases: readonly Phase[], network: Network, options: CostOptions): number {
  const steps = phases.reduce((sum, phase) => sum + phase.steps * stepUs(phase, network, options), 0);
  return steps + (options.reduction === 'overlapped' ? tailUs(phases, network) : 0);
}

function stepUs(phase: Phase, network: Network, options: CostOptions): number {
  const messages = Math.max(1, phase.perPort, phase.leaving);
  const transfer = transfersUs(phase, network, options.contention) / messages;
  const combine = phase.reduces ? transferUs(phase.bytes, network.reduceGBps) : 0;
  const latency = latencyUs(phase, network);
  // Messages of one port follow one another; the reduction of one hides behind the arrival of the next.
  if (options.reduction === 'sequential')
    return latency + transfer + combine + (messages - 1) * Math.max(transfer, combine);
  return latency + messages * Math.max(transfer, combine);
}

// The last message has no later one to hide its reduction, or its copy out of the receive buffer, behind.
function tailUs(phases: readonly Phase[], network: Network): number {
  const last = phases.findLast(({ steps }) => steps > 0);
  return last ? transferUs(last.bytes, network.reduceGBps) : 0;
}

function latencyUs({ interShare }: Phase, network: Network): number {
  if (interShare === 0) return network.intra.latencyUs;
  return (1 - interShare) * network.intra.latencyUs + interShare * interOf(network).latencyUs;
}

// The busiest of: a port inside a node, the node's fabric, one adapter, all adapters of a node.
function transfersUs(phase: Phase, network: Network, contention: CostOptions['contention']): number {
  const { bytes, perPort, perFabric } = phase;
  const port = transferUs(bytes * perPort, network.intra.bandwidthGBps);
  const fabric = contention === 'counted' ? transferUs(bytes * perFabric, network.intra.sharedGBps) : 0;
  return Math.max(port, fabric, phase.leaving > 0 ? interTransfersUs(phase, network, contention) : 0);
}

function interTransfersUs(phase: Phase, network: Network, contention: CostOptions['contention']): number {
  const { bandwidthGBps, adaptersPerNode, messageUs } = interOf(network);
  const node = bandwidthGBps * adaptersPerNode;
  const alone = phase.leaving * (messageUs + transferUs(phase.bytes, phase.striped ? node : bandwidthGBps));
  if (contention === 'ignored') return alone;
  return Math.max(alone, phase.perNode * (messageUs / adaptersPerNode + transferUs(phase.bytes, node)));
}
