// The one place that speaks to GitHub's REST API: requests with patience, pages, and downloads that end at a number of bytes.
import { setTimeout as wait } from 'node:timers/promises';
import { patient, waitAfter } from './attempt.ts';
import type { Patience } from './attempt.ts';

/** Where the API is, and who asks. */
export interface ClientOptions {
  /** As in GITHUB_API_URL, without a slash at its end. */
  readonly url: string;
  readonly token: string;
  readonly patience?: Patience;
}

/** An answer that is no success. */
export class ApiFailure extends Error {
  override name = 'ApiFailure' as const;
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** An answer that is larger than wanted. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes' as const;
}

/** A request: `/repos/o/r/issues/1/comments` under the API's address. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
}

/** What of a list is wanted. */
export interface Listing {
  /** Takes a page's items out of its answer; the answer itself without it. */
  readonly of?: (answer: unknown) => unknown;
  /** Pages of a hundred at most, 10 without it. */
  readonly mostPages?: number;
}

/** Requests under one address, with one token. */
export interface Client {
  /** The answer as JSON; null where it is empty. Throws ApiFailure. */
  readonly request: (path: string, asked?: Asked) => Promise<unknown>;
  /** The items of all pages of a list. */
  readonly pages: (path: string, listing?: Listing) => Promise<readonly unknown[]>;
  /** Waits before something is asked again for the n-th time. */
  readonly pause: (attempt: number) => Promise<void>;
  /** The bytes behind an address that redirects. Throws TooManyBytes where they are more than `most`. */
  readonly download: (path: string, most: number) => Promise<Buffer>;
}

const perPage = 100;

/** A client. Nothing is asked yet. */
export function createClient({ url, token, patience = patient }: ClientOptions): Client {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'user-agent': 'kernel-ladder',
    'x-github-api-version': '2022-11-28',
  };
  const ask = async (path: string, { method = 'GET', body }: Asked = {}): Promise<Response> => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetchPatiently(`${url}${path}`, patience, { method, headers, ...text });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new ApiFailure(`${method} ${path}: ${response.status} ${response.statusText}`, response.status);
  };
  const request = async (path: string, asked?: Asked): Promise<unknown> => {
    const text = await (await ask(path, asked)).text();
    return text === '' ? null : JSON.parse(text);
  };
  return {
    request,
    pages: (path, listing = {}) => readPages((page) => request(pageOf(path, page)), path, listing),
    pause: (attempt) => wait(patience.baseMs * 2 ** (attempt - 1)),
    download: async (path, most) => readAtMost(await ask(path), path, most),
  };
}

function pageOf(path: string, page: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}&page=${page}`;
}

async function readPages(
  read: (page: number) => Promise<unknown>,
  path: string,
  { of = (answer) => answer, mostPages = 10 }: Listing,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const answer = of(await read(page));
    if (!Array.isArray(answer)) throw new Error(`GET ${path}: page ${page} is no list`);
    items.push(...answer);
    if (answer.length < perPage) break;
  }
  return items;
}

const nothing = { status: null, headers: new Headers() };

async function fetchPatiently(url: string, patience: Patience, init: RequestInit): Promise<Response> {
  const isRepeatable = init.method !== 'POST';
  for (let made = 1; ; made++) {
    const { response, fault } = await tryOnce(url, init);
    const { status, headers } = response ?? nothing;
    const isLimit = response?.status === 403 && /rate limit/i.test(await response.clone().text());
    const pause = waitAfter({ status, headers, isLimit, made, now: Date.now(), isRepeatable }, patience);
    if (pause === null && response) return response;
    if (pause === null) throw new Error(`${init.method} ${url}: no answer`, { cause: fault });
    await response?.body?.cancel();
    await wait(pause);
  }
}

async function tryOnce(
  url: string,
  init: RequestInit,
): Promise<{ readonly response: Response | null; readonly fault?: unknown }> {
  try {
    // A redirect to another host goes without the token: fetch drops it there.
    return { response: await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }) };
  } catch (fault) {
    return { response: null, fault };
  }
}

async function readAtMost(response: Response, path: string, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) throw new TooManyBytes(`more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
