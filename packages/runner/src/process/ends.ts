// How the process of an id may end before its time, and what that makes of the id.
import type { ListedId, Reason, Result } from '@kernel-ladder/schema';
import { lastWords } from './child.ts';
import type { ChildEnd } from './child.ts';

/** Calls `onTimeout` once nobody has restarted it for that long. */
export function createWatchdog(timeoutMs: number, onTimeout: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let hasFired = false;
  const fire = () => {
    hasFired = true;
    onTimeout();
  };
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(fire, timeoutMs);
    },
    stop: () => clearTimeout(timer),
    fired: () => hasFired,
  };
}

/** Why a process ended before it had done its work: `timeoutMs` where a watchdog ended it, `fault` where it said so itself. */
export function reasonOf(
  end: ChildEnd,
  { timeoutMs, fault }: { readonly timeoutMs: number | null; readonly fault: string | null },
): Reason {
  if (timeoutMs !== null)
    return { code: 'timeout', message: `no result within ${timeoutMs / 1000} s; the process was ended` };
  const how = end.signal ? `ended by ${end.signal}` : `ended with code ${end.code}`;
  const last = fault ?? end.fault ?? lastWords(end.stderr);
  return { code: 'crashed', message: `the process ${how}${last ? `: ${last.slice(0, 500)}` : ''}` };
}

/** The result of an id whose process did not live to tell. */
export function failedResult(listed: ListedId, reason: Reason): Result {
  const { id, family, variant, case: caseName, params, dtype, work, kind = 'gpu', peer, unlisted } = listed;
  return {
    id,
    family,
    variant,
    case: caseName,
    params,
    dtype,
    work,
    kind,
    ...(peer ? { peer } : {}),
    status: 'failed',
    reason,
    coverage: [],
    ...(unlisted ? { unlisted } : {}),
    comparable: false,
    comparableReasons: [],
  };
}
