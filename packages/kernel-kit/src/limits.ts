// Limits that a plan must stay within.
import { overLimit } from '@kernel-ladder/harness';
import type { DeviceFacts, Skip } from '@kernel-ladder/harness';

/** A skip where a device offers less than what is needed of a limit; null when it offers enough. */
export function refuseOver(device: DeviceFacts, limit: string, needed: number): Skip | null {
  const offered = device.limits[limit] ?? 0;
  return needed > offered ? overLimit(limit, needed, offered) : null;
}
