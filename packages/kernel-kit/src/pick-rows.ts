// How to give rows of a matrix to threads, by their number and length.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { residentThreads } from './rows.ts';
import type { Rows } from './rows.ts';

/**
 * `trees`: a workgroup a row without shuffles. `subgroup`: a subgroup a row, which it holds in registers. `resident`: a workgroup
 * that holds its row in registers. `sweeps`: rows that no registers hold.
 */
export type RowsPick = 'trees' | 'subgroup' | 'resident' | 'sweeps';

// Read off an H200, softmax and layer normalisation: of rows of 32 and 128 columns a subgroup each is 2.4 to 4.7 times as fast as a
// workgroup, of 1024 columns neither is. Rows of 1024 that are few, 64, take a subgroup twice as long: they leave it waiting alone.
const longestShortRow = 512;
// Rows for each multiprocessor from which on short ones are many.
const manyRows = 8;

/** The fastest way for rows of that number and length on a device; a software adapter ranks them as a GPU does. */
export function pickRows({ rows, columns }: Rows, device: DeviceFacts): RowsPick {
  if (!device.features.has('subgroups')) return 'trees';
  if (columns <= longestShortRow && rows >= manyRows * multiprocessorsOf(device)) return 'subgroup';
  return typeof residentThreads({ rows, columns }, device) === 'number' ? 'resident' : 'sweeps';
}
