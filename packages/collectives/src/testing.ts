// Networks of round numbers, for tests.
import type { Network } from './network.ts';

/** One node of so many ranks behind a switch that never blocks. */
export function switched(ranks: number): Network {
  return {
    nodes: 1,
    ranksPerNode: ranks,
    channels: 1,
    kernelUs: 10,
    hostUs: 20,
    hostPerDoublingUs: 5,
    intra: { latencyUs: 1, bandwidthGBps: 300, sharedGBps: Infinity },
    inter: null,
    reduceGBps: 1000,
    protocols: [
      { name: 'only', stepUs: 0, efficiency: 1, chunkBytes: 2 ** 20, pieces: 1, upToBytesPerHop: Infinity },
    ],
  };
}

/** Nodes joined by network adapters. */
export function clustered(nodes: number, ranksPerNode: number, adaptersPerNode: number): Network {
  const inter = { latencyUs: 5, messageUs: 0.5, bandwidthGBps: 50, adaptersPerNode };
  return { ...switched(ranksPerNode), nodes, inter };
}
