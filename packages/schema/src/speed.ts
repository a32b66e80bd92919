// What is counted of a suite's own speed in one whole run.
import type { SpeedQuantity, SpeedRun } from './types.generated.ts';

/** Wall time in ms, the same of one id, and the share of it in which the device had no passes to work on. */
export const speedQuantities: {
  readonly [Quantity in SpeedQuantity]: (run: Pick<SpeedRun, 'wallMs' | 'deviceMs' | 'ids'>) => number;
} = {
  wallMs: ({ wallMs }) => wallMs,
  wallMsPerId: ({ wallMs, ids }) => wallMs / ids,
  hostShare: ({ wallMs, deviceMs }) => 1 - deviceMs / wallMs,
};
