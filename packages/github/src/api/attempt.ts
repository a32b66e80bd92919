// When GitHub's API does not answer as it should: whether to ask again, and after how long. Pure.

/** What an attempt came to: a status with the headers that speak of limits, or no answer at all. */
export interface Attempt {
  readonly status: number | null;
  readonly headers: { readonly get: (name: string) => string | null };
  /** The answer speaks of a limit in words. */
  readonly isLimit: boolean;
  /** How many attempts have been made, this one included. */
  readonly made: number;
  readonly now: number;
  /** What is asked for twice changes nothing more than what is asked for once. */
  readonly isRepeatable: boolean;
}

/** How patient a client is; `baseMs` is the first wait, which doubles. */
export interface Patience {
  readonly attempts: number;
  readonly baseMs: number;
  readonly longestMs: number;
}

/** Five attempts over a quarter of a minute, and no wait for a limit that lifts in more than two minutes. */
export const patient: Patience = { attempts: 5, baseMs: 1000, longestMs: 120_000 };

/**
 * How long to wait before the next attempt, in ms; null where the answer stands. A limit is waited out as GitHub says. A fault of
 * the server is met with a second attempt where it does no harm: what creates something may have done so.
 */
export function waitAfter(attempt: Attempt, patience: Patience): number | null {
  const { status, made } = attempt;
  if (made >= patience.attempts) return null;
  const limit = limitMs(attempt, patience);
  if (limit !== null) return limit <= patience.longestMs ? limit : null;
  const isFault = status === null || status >= 500;
  if (!isFault || !attempt.isRepeatable) return null;
  return patience.baseMs * 2 ** (made - 1);
}

// https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
function limitMs({ status, headers, isLimit, made, now }: Attempt, { baseMs }: Patience): number | null {
  if (status !== 403 && status !== 429) return null;
  const retryAfter = secondsIn(headers.get('retry-after'));
  if (retryAfter !== null) return 1000 * retryAfter;
  const reset = secondsIn(headers.get('x-ratelimit-reset'));
  if (headers.get('x-ratelimit-remaining') === '0' && reset !== null) return Math.max(0, 1000 * reset - now);
  // A secondary limit says so in words, and wants a minute. Another 403 is a refusal.
  if (isLimit) return 60 * baseMs;
  return status === 429 ? baseMs * 2 ** (made - 1) : null;
}

function secondsIn(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}
