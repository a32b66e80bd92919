// Where the ranks' vectors lie in one buffer.
import { bytesOf } from '@kernel-ladder/harness';
import type { AllreduceCase } from './kinds.ts';

// The offset alignment that every device takes, so that a slice can also be bound alone.
const sliceAlignment = 256;

/** Elements of every kernel's vector loads and stores; chunks begin at multiples of it. */
export const quad = 4;

/** Elements from the beginning of one rank's slice to that of the next: whole multiples of 256 bytes. */
export function strideOf({ n, dtype }: Pick<AllreduceCase, 'n' | 'dtype'>): number {
  const bytes = bytesOf(dtype);
  return (Math.ceil((n * bytes) / sliceAlignment) * sliceAlignment) / bytes;
}
