// NCCL's tree: a chain inside each node, a double binary tree across nodes, cut into chunks that follow one another up to
// the root and down again (Sanders, Speck & Träff 2009 for the double tree).
import { interOf, transferUs } from './network.ts';
import type { Network, Placement, Protocol } from './network.ts';

/** Hops that a chunk makes from the farthest leaf to the root, in a node and between nodes. */
export function treeHops({ nodes, perNode }: Placement): { readonly intra: number; readonly inter: number } {
  return { intra: perNode - 1, inter: nodes > 1 ? Math.ceil(Math.log2(nodes)) : 0 };
}

/**
 * Time of the pipelined tree in µs, launch excluded: every hop's latency up and down, the first chunk through all hops
 * but one, and all bytes through the busiest port. Each port between two others carries the message twice, once up and
 * once down; with two ends there is nothing between, so it carries it once.
 * @param network framed by the protocol
 */
export function treeUs(bytes: number, network: Network, placement: Placement, protocol: Protocol): number {
  if (placement.ranks === 1) return 0;
  const hops = treeHops(placement);
  const chunk = Math.min(bytes / protocol.pieces, protocol.chunkBytes * network.channels);
  const links = [
    {
      hops: hops.intra,
      ends: placement.perNode,
      latencyUs: network.intra.latencyUs,
      rate: intraRate(network, placement),
    },
    ...(hops.inter > 0 ? [interLink(network, placement, hops.inter)] : []),
  ].filter((link) => link.hops > 0);
  const latency = links.reduce((sum, link) => sum + 2 * link.hops * link.latencyUs, 0);
  const fill = links.reduce((sum, link) => sum + 2 * link.hops * transferUs(chunk, link.rate), 0);
  const busiest = Math.max(...links.map((link) => transferUs((link.ends === 2 ? 1 : 2) * bytes, link.rate)));
  const slowest = Math.max(...links.map((link) => transferUs(chunk, link.rate)));
  return latency + fill - slowest + busiest + transferUs(chunk, network.reduceGBps);
}

// On a shared fabric the chain's hops, up and down, all draw on one rate.
function intraRate({ intra }: Network, { perNode }: Placement): number {
  const flows = perNode === 2 ? 2 : perNode - 1;
  return Math.min(intra.bandwidthGBps, intra.sharedGBps / flows);
}

function interLink(network: Network, { nodes }: Placement, hops: number) {
  const { latencyUs, messageUs, bandwidthGBps, adaptersPerNode } = interOf(network);
  return { hops, ends: nodes, latencyUs: latencyUs + messageUs, rate: bandwidthGBps * adaptersPerNode };
}
