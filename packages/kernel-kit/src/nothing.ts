// The launch of a problem that has nothing to write.
import type { Plan } from '@kernel-ladder/harness';

/** No dispatch. */
export const nothing: Plan = { passes: [], implBytes: 0, longestSum: 0 };
