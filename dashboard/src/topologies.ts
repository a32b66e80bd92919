// The machines of suites/topologies, as the site is built; a new file appears by itself. A test holds them to their schema.
import type { Topology } from '@kernel-ladder/schema';

const files = import.meta.glob<Topology>('../../suites/topologies/*.json', {
  eager: true,
  import: 'default',
});

/** Every topology, by name; that which was held against measurements first. */
export const topologies: readonly Topology[] = Object.values(files).toSorted(
  (a, b) => Number(isCalibrated(b)) - Number(isCalibrated(a)) || a.name.localeCompare(b.name),
);

/** Whether the topology is the machine on which NCCL was measured: only there the switch of protocols could be fitted. */
export function isCalibrated({ protocols }: Topology): boolean {
  return protocols.some(({ upToBytesPerHop }) => upToBytesPerHop?.from === 'fitted');
}
