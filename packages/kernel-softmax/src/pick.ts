// Which rung to take: the fastest one measured for rows of that number and length.
import { pickRows } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts } from '@kernel-ladder/harness';
import type { SoftmaxCase } from './cases.ts';
import { mostSplitRows } from './plans.ts';

/** The name of the rung for a matrix on a device; none is picked that overflows. */
export function pickVariant(params: SoftmaxCase, device: DeviceFacts): string {
  if (params.dtype === 'f16') return 'resident';
  const pick = pickRows(params, device);
  if (pick === 'trees') return 'safe';
  if (pick !== 'sweeps') return pick;
  return params.rows <= mostSplitRows ? 'split' : 'online';
}
