import { expect, test } from 'vitest';
import { patient, waitAfter } from './attempt.ts';

const now = 1_000_000_000;
const inSeconds = (seconds: number) => String(now / 1000 + seconds);

test.for([
  ['an answer', 200, {}, 1, true, null],
  ['a refusal', 403, { 'x-ratelimit-remaining': '10' }, 1, true, null],
  ['what is not there', 404, {}, 1, true, null],
  ['a fault', 502, {}, 1, true, 1000],
  ['a second fault', 502, {}, 2, true, 2000],
  ['a fifth fault', 502, {}, 5, true, null],
  ['no answer', null, {}, 1, true, 1000],
  ['a fault of what creates', 502, {}, 1, false, null],
  ['a limit of what creates, which did nothing', 429, { 'retry-after': '3' }, 1, false, 3000],
  ['a limit with its wait', 403, { 'retry-after': '7' }, 1, true, 7000],
  [
    'a limit with its end',
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(9) },
    1,
    true,
    9000,
  ],
  [
    'a limit that has ended',
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(-9) },
    1,
    true,
    0,
  ],
  [
    'a limit of an hour',
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(3600) },
    1,
    true,
    null,
  ],
  ['a limit without a word', 429, {}, 2, true, 2000],
  ['a wait that is no number', 403, { 'retry-after': 'soon' }, 1, true, null],
] as const)('%s', ([, status, headers, made, isRepeatable, wait]) => {
  const all = new Headers(headers);
  const attempt = { status, headers: all, isLimit: false, made, now, isRepeatable };
  expect(waitAfter(attempt, patient)).toBe(wait);
});

test('a limit that only words speak of is waited out for a minute', () => {
  const attempt = { status: 403, headers: new Headers(), isLimit: true, made: 1, now, isRepeatable: false };
  expect(waitAfter(attempt, patient)).toBe(60_000);
});
