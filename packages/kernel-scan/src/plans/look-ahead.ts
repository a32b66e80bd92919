// The single pass of workgroups that sum a tile up long before they scan it, and hold it until then.
import { tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import { lengthClass, planStaying, stayingSpace } from './staying.ts';
import type { StayingShape } from './staying.ts';

/** Parameters of the rung, of whose threads each has up to 4 vec4s. */
export type LookAheadShape = StayingShape & {
  /** Tiles of a workgroup that are summed up and not scanned yet, 1 to 3: registers hold them. */
  readonly ahead: number;
};

/** As many threads as a multiprocessor holds with 64 registers each. */
function usualShape(device: DeviceFacts): LookAheadShape {
  if (device.software) return { threads: 64, quads: 1, residents: 2, ahead: 2, drawn: false };
  const threads = Math.min(512, device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256);
  return { threads, quads: 2, residents: Math.max(1, Math.floor(1024 / threads)), ahead: 2, drawn: true };
}

/** Plans the reset of the states and one pass. */
export function planLookAhead(params: ScanCase, device: DeviceFacts, shape: LookAheadShape): Plan | Skip {
  const constants = () => ({ AHEAD: shape.ahead });
  return planStaying(params, device, shape, { file: 'look-ahead.wgsl', constants });
}

const hardwareValues: Values<LookAheadShape> = {
  threads: [256, 512, 1024],
  quads: [1, 2, 3, 4],
  residents: [1, 2, 3, 4],
  ahead: [1, 2, 3],
  drawn: [false, true],
};
// A software adapter takes long over many threads.
const softwareValues: Values<LookAheadShape> = {
  threads: [64],
  quads: [1, 2, 4],
  residents: [1, 2],
  ahead: [1, 3],
  drawn: [false, true],
};

/** What may be tuned of the rung on a case. */
export function lookAheadSpace(params: ScanCase, device: DeviceFacts): Space<LookAheadShape> {
  return stayingSpace(params, device, {
    values: device.software ? softwareValues : hardwareValues,
    usual: usualShape(device),
    registersOf,
    workgroupBytesOf: (subgroups) => 2 * 3 * 4 * subgroups + 4,
  });
}

// The tiles that are held, one that comes and one that is scanned; the rest are addresses and sums.
function registersOf({ quads, ahead }: LookAheadShape): number {
  return (ahead + 2) * 4 * quads + 24;
}

/** The rung, tunable for each class of lengths. */
export const lookAhead = tunable<ScanCase, LookAheadShape>({
  rung: 'look-ahead',
  classOf: lengthClass,
  space: lookAheadSpace,
  plan: planLookAhead,
});
