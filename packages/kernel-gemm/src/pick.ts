// Which rung to take for a plain product: the fastest one measured for a shape on a kind of device.
import { multiprocessorsOf } from '@kernel-ladder/harness';
import type { DeviceFacts } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { paysToSplit } from './plans/split-k.ts';

/** A rung that may be picked. */
export type Picked = 'naive' | 'staged' | 'subgroup' | 'register' | 'register-pipelined' | 'split-k';

// Elements of C for each multiprocessor up to which a thread for each of them is quickest, a tile of `staged`: such a product
// takes as long as one walk along K, and the walk of `staged` is the shortest. Measured on an H200: ahead of `register` by 16 to 26 % up to 128 x 128.
const fewElements = 256;

// Elements of C from which on two stages of workgroup memory pay for copies of operands in whole tiles. Measured on an H200: ahead by 7 % at 2048², behind by
// 5 % at 1500².
const manyElements = 2 ** 22;

// Rows and columns from which on both `register-pipelined` copies what overhangs, and takes tiles that are too few for the device. Measured on an H200: ahead
// by 4 % at 512², by 7 % at 197 x 3072, behind by 18 % at 1024².
const sideOfLarge = 1024;

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
  if (m * n <= fewElements * multiprocessorsOf(device)) return 'staged';
  return m * n >= manyElements || Math.min(m, n) < sideOfLarge ? 'register-pipelined' : 'register';
}
