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

/** Where N ranks sit: nodes are filled one after another. */
export interface Placement {
  readonly ranks: number;
  readonly nodes: number;
  readonly perNode: number;
}

/** A topology's values, without their provenance. */
export function networkOf(topology: Topology): Network {
  const { launch, intra, inter } = topology;
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
      upToBytesPerHop: protocol.upToBytesPerHop?.value ?? Infinity,
    })),
  };
}

/** Places ranks; throws RangeError when the machine has fewer. */
export function place(network: Network, ranks: number): Placement {
  const most = network.nodes * network.ranksPerNode;
  if (!Number.isInteger(ranks) || ranks < 1 || ranks > most)
    throw new RangeError(`ranks must be 1 to ${most} on this topology, not ${ranks}`);
  const perNode = Math.min(ranks, network.ranksPerNode);
  return { ranks, perNode, nodes: Math.ceil(ranks / perNode) };
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
