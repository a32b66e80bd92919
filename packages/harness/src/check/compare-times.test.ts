// What times of launches that follow each other, and of launches on overwritten buffers, say together.
import { expect, test } from 'vitest';
import { slackOf, tells, verdictOf } from './compare-times.ts';

const hardware = slackOf(false, 32);
const attempt = (following: number, overwritten: number) => ({ count: 12, following, overwritten });
const [alike, unlike] = [attempt(1e6, 1.02e6), attempt(1e6, 1.09e6)];
const doubt = { ...unlike, count: 2 };

test.for([
  { attempts: [], says: null },
  { attempts: [alike], says: 'alike' },
  { attempts: [unlike], says: null },
  { attempts: [unlike, alike], says: null },
  { attempts: [unlike, alike, alike], says: 'alike' },
  { attempts: [unlike, unlike], says: 'unlike' },
  { attempts: [unlike, alike, unlike], says: 'unlike' },
  { attempts: [doubt, unlike], says: null },
  { attempts: [doubt, alike], says: null },
  { attempts: [doubt, alike, alike], says: 'alike' },
  { attempts: [doubt, unlike, unlike], says: 'unlike' },
])('attempts say $says', ({ attempts, says }) => {
  expect(verdictOf(attempts, hardware)).toBe(says);
});

test.for([
  { attempts: [false, true, true], says: 'alike' },
  { attempts: [false, false, true, true], says: null },
  { attempts: [false, false, true, true, true], says: 'alike' },
  { attempts: [false, false, false], says: null },
  { attempts: [false, true, false, false, false], says: 'unlike' },
] as const)(
  'in software four attempts have to find a launch slow: $attempts say $says',
  ({ attempts, says }) => {
    const taken = attempts.map((isAlike) => attempt(1e7, isAlike ? 1e7 : 5e7));
    expect(verdictOf(taken, slackOf(true, 1))).toBe(says);
  },
);

test('in software a short launch that waits for its turn on a core four times running is not slow', () => {
  // As seen of an honest launch on two cores that four other programs kept busy.
  const waited = attempt(103_000, 2_429_000);
  expect(verdictOf([waited, waited, waited, waited], slackOf(true, 1))).toBe('alike');
});

test.for([
  { share: 'an eighth of its work', following: 7e5, overwritten: 8e5, is: true },
  { share: 'what chance adds', following: 8e5, overwritten: 8.16e5, is: false },
  { share: 'a few steps of the clock', following: 6000, overwritten: 8500, is: false },
])('a launch that saves $share is told on hardware: $is', ({ following, overwritten, is }) => {
  const attempts = [attempt(following, overwritten), attempt(following, overwritten)];
  expect(verdictOf(attempts, hardware) === 'unlike').toBe(is);
});

test('on a clock of coarse steps two of them are chance, and in software several times as long', () => {
  const twice = [attempt(65_536, 131_072), attempt(65_536, 131_072)];
  expect(verdictOf(twice, slackOf(false, 65_536))).toBe('alike');
  expect(verdictOf([attempt(1e6, 3.9e6)], slackOf(true, 1))).toBe('alike');
});

test.for([
  {
    following: 'as long as the timed ones',
    medianNs: 2e7,
    attempt: { count: 2, following: 2.1e7, overwritten: 2.1e7 },
    is: true,
  },
  {
    following: 'longer than they did',
    medianNs: 1.5e7,
    attempt: { count: 2, following: 2e7, overwritten: 2e7 },
    is: false,
  },
  {
    following: 'longer, but less than one on overwritten buffers',
    medianNs: 1e7,
    attempt: { count: 2, following: 2e7, overwritten: 3e7 },
    is: true,
  },
  {
    following: 'longer, as several others did',
    medianNs: 1e7,
    attempt: { count: 4, following: 2e7, overwritten: 2e7 },
    is: true,
  },
])(
  'a single launch that takes $following tells something of them: $is',
  ({ medianNs, attempt: taken, is }) => {
    expect(tells(taken, { medianNs }, hardware)).toBe(is);
  },
);
