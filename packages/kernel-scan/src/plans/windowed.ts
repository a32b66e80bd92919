// The single pass of workgroups that stay: each adds up what was published since its last tile.
import { tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import { lengthClass, planStaying, stayingSpace } from './staying.ts';
import type { StayingShape } from './staying.ts';

/** Parameters of the rung, of whose threads each has up to 8 vec4s. */
export type WindowedShape = StayingShape & {
  /** Whether a tile is finished after the next one is published, which takes the registers of another tile. */
  readonly late: boolean;
  /** Whether the next tile's loads begin before a tile is scanned, not when it is published. */
  readonly early: boolean;
};

/** Two workgroups a multiprocessor where nothing was tuned, one waits while the other one works; of a software adapter, whose compiler takes long over many threads, few small ones. */
function usualShape(device: DeviceFacts): WindowedShape {
  if (device.software) return { threads: 64, quads: 1, residents: 2, late: true, early: true, drawn: false };
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256;
  return { threads: Math.min(512, most), quads: 3, residents: 2, late: true, early: false, drawn: false };
}

/** Plans the reset of the states and one pass. */
export function planWindowed(params: ScanCase, device: DeviceFacts, shape: WindowedShape): Plan | Skip {
  const { threads, late, early } = shape;
  return planStaying(params, device, shape, {
    file: 'windowed.wgsl',
    constants: (groups) => ({
      IS_LATE: String(late),
      IS_EARLY: String(early),
      SEEN_AT_ONCE: groups > threads ? 2 : 1,
    }),
  });
}

const hardwareValues: Values<WindowedShape> = {
  threads: [512, 1024],
  quads: [3, 4, 6, 8],
  residents: [1, 2],
  late: [true, false],
  early: [true, false],
  drawn: [false, true],
};
// A software adapter takes long over many threads.
const softwareValues: Values<WindowedShape> = {
  threads: [64],
  quads: [1, 2, 5],
  residents: [1, 2],
  late: [true, false],
  early: [true, false],
  drawn: [false, true],
};

/** What may be tuned of the rung on a case. */
export function windowedSpace(params: ScanCase, device: DeviceFacts): Space<WindowedShape> {
  return stayingSpace(params, device, {
    values: device.software ? softwareValues : hardwareValues,
    usual: usualShape(device),
    registersOf,
    workgroupBytesOf: (subgroups) => 2 * 4 * subgroups + 2 * 4,
  });
}

// A tile on its way, one that is scanned, and one that waits; the rest are addresses and sums.
function registersOf({ quads, late }: WindowedShape): number {
  return (late ? 3 : 2) * 4 * quads + 24;
}

/** The rung, tunable for each class of lengths. */
export const windowed = tunable<ScanCase, WindowedShape>({
  rung: 'windowed',
  classOf: lengthClass,
  space: windowedSpace,
  plan: planWindowed,
});
