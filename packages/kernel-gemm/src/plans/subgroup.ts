// The plan of the shuffle rung: its tile depends on the device's smallest subgroup.
import { missingFeature } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { tilesOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { tiledPlan } from './passes.ts';
import { elementBytes } from './traffic.ts';

const threads = 128;
const rowsPerLane = 8;

/** Why a device cannot run the shuffle rung; null when it can. */
export function refuseSubgroup(device: DeviceFacts): Skip | null {
  return device.features.has('subgroups') ? null : missingFeature('subgroups');
}

/** Plans one product of at least one term and one element. */
export function planSubgroup(params: GemmCase, device: DeviceFacts): Plan {
  const cluster = device.subgroupMinSize;
  const columns = 4 * cluster;
  const tile = { rows: (threads / cluster) * rowsPerLane, columns };
  const constants = { SIZE: threads, CLUSTER: cluster, ROWS: rowsPerLane };
  const plan = tiledPlan(params, { file: 'subgroup.wgsl', tile, constants });
  return { ...plan, implBytes: requestedBytes(params, columns) };
}

// Without workgroup memory every cluster reads its own columns of B.
function requestedBytes(params: GemmCase, columns: number): number {
  const { m, n, k } = params;
  const clusters = tilesOf(params, { rows: rowsPerLane, columns });
  const { input, output } = elementBytes(params);
  return input * k * (m * clusters.columns + n * clusters.rows) + output * m * n;
}
