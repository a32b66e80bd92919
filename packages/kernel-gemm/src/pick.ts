// Which rung to take for a plain product: the fastest one measured for a shape on a kind of device.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { paysToSplit } from './plans/split-k.ts';

/** A rung that may be picked. */
export type Picked = 'naive' | 'tiled' | 'subgroup' | 'register' | 'register-pipelined' | 'split-k';

// Elements of C for each multiprocessor up to which a thread for each of them is quickest, a tile of `tiled`: such a product
// takes as long as one walk along K, and the walk of `tiled` is the shortest. Measured on an H200: ahead at 64 x 48, behind
// at 256 x 256.
const fewElements = 256;

// Elements of C from which on two stages of workgroup memory pay for a longer text. Measured on an H200: ahead by 1 % at 2048², by 3 % and more at 4096².
const manyElements = 2 ** 22;

// Rows from which on the shuffle kernel has work for all lanes of a workgroup, where subgroups have four of them.
const rowsOfShuffles = 256;

/**
 * The rung for one row-major f32 product without an epilogue. On hardware K is split wherever that leaves work for
 * each part; on a software adapter, read off SwiftShader, a barrier costs more than the reads that it saves. Throws
 * on a dtype that nothing was measured of.
 */
export function pickVariant(params: GemmCase, device: DeviceFacts): Picked {
  const { m, n, dtype } = params;
  if (dtype !== 'f32') throw new RangeError(`no rung is picked for ${dtype}: name one, or pick for f32`);
  if (device.software) return m >= rowsOfShuffles && device.features.has('subgroups') ? 'subgroup' : 'naive';
  if (paysToSplit(params, device)) return 'split-k';
  if (m * n <= fewElements * multiprocessorsOf(device)) return 'tiled';
  return m * n >= manyElements && Math.min(m, n) >= 1024 ? 'register-pipelined' : 'register';
}
