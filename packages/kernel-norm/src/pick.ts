// Which rung to take: the fastest one measured for rows of that number and length.
import { pickRows } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts } from '@kernel-ladder/harness';
import type { NormCase } from './cases.ts';

/** The name of the rung for a matrix on a device; none is picked that loses the variance of rows with a large mean. */
export function pickVariant(params: NormCase, device: DeviceFacts): string {
  const pick = pickRows(params, device);
  if (pick === 'subgroup' || pick === 'resident') return pick;
  // RMS norm has no mean to follow, and its two passes read the row no more often.
  return pick === 'trees' || params.op === 'rmsnorm' ? 'two-pass' : 'welford';
}
