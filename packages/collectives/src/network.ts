// What the cost model and the simulation compute with: a topology's numbers without their provenance.
import type { Topology } from '@kernel-ladder/schema';

/** Links inside a node; bandwidth is one rank's port in each direction, `sharedGBps` what the whole node shares. */
export interface Intra {
  readonly latencyUs: number;
  readonly bandwidthGBps: number;
  readonly sharedGBps: number;
}

/** Links between nodes; bandwidth is one network adapter in each direction, `messageUs` its time for any message. */
export interface Inter {
  readonly latencyUs: number;
  readonly messageUs: number;
  readonly bandwidthGBps: number;
  readonly adaptersPerNode: number;
}

/** How messages are framed and cut; the schema says what each field means. */
export interface Protocol {
  readonly name: string;
  readonly stepUs: number;
  readonly efficiency: number;
  readonly chunkBytes: number;
  readonly pieces: number;
  readonly upToBytesPerHop: number;
}

/** A machine as numbers: times in µs, rates in GB/s (10⁹ bytes per second), sizes in bytes. */
export interface Network {
  readonly nodes: number;
  readonly ranksPerNode: number;
  readonly channels: number;
  readonly kernelUs: number;
  readonly hostUs: number;
  readonly hostPerDoublingUs: number;
  readonly intra: Intra;
  readonly inter: Inter | null;
  readonly reduceGBps: number;
  readonly protocols: readonly Protocol[];
}

/** How many ranks a machine has room for. */
export type Machine = Pick<Network, 'nodes' | 'ranksPerNode'>;

/** Where N ranks sit: nodes are filled one after another, and none is left half full. */
export interface Placement {
  readonly ranks: number;
  readonly nodes: number;
  readonly perNode: number;
}

/** A topology's values, without their provenance. */
export function networkOf(topology: Topology): Network {
  const { launch, intra, inter } = topology;
  const hasSwitch = topology.protocols.some(({ upToBytesPerHop }) => upToBytesPerHop?.from === 'fitted');
  return {
    nodes: topology.nodes,
    ranksPerNode: topology.ranksPerNode,
    channels: topology.channels.value,
    kernelUs: launch.kernelUs.value,
    hostUs: launch.hostUs.value,
    hostPerDoublingUs: launch.hostPerDoublingUs.value,
    intra: {
      latencyUs: intra.latencyUs.value,
      bandwidthGBps: intra.bandwidthGBps.value,
      sharedGBps: intra.sharedGBps?.value ?? Infinity,
    },
    inter: inter
      ? {
          latencyUs: inter.latencyUs.value,
          messageUs: inter.messageUs.value,
          bandwidthGBps: inter.bandwidthGBps.value,
          adaptersPerNode: inter.adaptersPerNode,
        }
      : null,
    reduceGBps: topology.reduceGBps.value,
    protocols: topology.protocols.map((protocol) => ({
      name: protocol.name,
      stepUs: protocol.stepUs.value,
      efficiency: protocol.efficiency.value,
      chunkBytes: protocol.chunkBytes.value,
      pieces: protocol.pieces.value,
      // An assumed switch would make some algorithm slower than it need be, and longer messages faster.
      upToBytesPerHop: (hasSwitch ? protocol.upToBytesPerHop?.value : undefined) ?? Infinity,
    })),
  };
}

/** Places ranks; throws RangeError with what `rankFault` says. */
export function place(network: Network, ranks: number): Placement {
  const fault = rankFault(network, ranks);
  if (fault !== null) throw new RangeError(`ranks: ${fault}`);
  const perNode = Math.min(ranks, network.ranksPerNode);
  return { ranks, perNode, nodes: ranks / perNode };
}

/**
 * Why so many ranks cannot be placed, and what can; null when they can. The closed forms count the messages of one node
 * for all, so ranks either fit one node or fill all they use.
 */
export function rankFault({ nodes, ranksPerNode }: Machine, ranks: number): string | null {
  const most = nodes * ranksPerNode;
  if (!Number.isInteger(ranks) || ranks < 1 || ranks > most) return `1 to ${most} here, not ${ranks}`;
  if (ranks <= ranksPerNode || ranks % ranksPerNode === 0) return null;
  const fewer = ranks - (ranks % ranksPerNode);
  return `${ranks} neither fit one node of ${ranksPerNode} nor fill whole nodes: take ${fewer} or ${fewer + ranksPerNode}`;
}

/** A network whose links carry one protocol: its hand-shake in the latency, its framing out of the bandwidth. */
export function framed(network: Network, protocol: Protocol): Network {
  const { stepUs, efficiency } = protocol;
  const { intra, inter } = network;
  return {
    ...network,
    intra: {
      latencyUs: intra.latencyUs + stepUs,
      bandwidthGBps: intra.bandwidthGBps * efficiency,
      sharedGBps: intra.sharedGBps * efficiency,
    },
    inter: inter && {
      ...inter,
      latencyUs: inter.latencyUs + stepUs,
      bandwidthGBps: inter.bandwidthGBps * efficiency,
    },
  };
}

/** The links between nodes; throws when a topology of one node is asked for them. */
export function interOf(network: Network): Inter {
  if (!network.inter) throw new Error('this topology has no links between nodes');
  return network.inter;
}

/** µs that bytes take at a rate in GB/s. */
export function transferUs(bytes: number, bandwidthGBps: number): number {
  return bytes / (bandwidthGBps * 1e3);
}
