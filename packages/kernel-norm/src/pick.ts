// Which rung to take: the fastest one measured for rows of that number and length.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import { pickRows } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts } from '@kernel-ladder/harness';
import type { NormCase } from './cases.ts';

// Columns up to which a row for each multiprocessor is read again sooner than registers are filled with it. Measured on an H200, layer normalisation: `welford`
// takes 9 % less than `resident` at 33 x 257, 20 % less at 64 x 1024.
const fewColumns = 1024;

/** The name of the rung for a matrix on a device; none is picked that loses the variance of rows with a large mean. */
export function pickVariant(params: NormCase, device: DeviceFacts): string {
  const pick = pickRows(params, device);
  const { rows, columns, op } = params;
  const isSmall = rows <= multiprocessorsOf(device) && columns <= fewColumns;
  if (pick === 'resident' && isSmall && op === 'layernorm') return 'welford';
  if (pick === 'subgroup' || pick === 'resident') return pick;
  // RMS norm has no mean to follow, and its two passes read the row no more often.
  return pick === 'trees' || op === 'rmsnorm' ? 'two-pass' : 'welford';
}
