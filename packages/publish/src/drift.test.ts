import { expect, test } from 'vitest';
import { withKnownDrift } from './drift.ts';
import { gateOf } from './gate.ts';
import { judgeMachine } from './testing-site.ts';
import { unknownNoise } from './noise.ts';
import { seriesRuns } from './order.ts';
import { steadyDays } from './testing.ts';

const day = steadyDays.at(-1)!;
const session = (reasons: readonly string[]) => ({ rulers: [], stable: reasons.length === 0, reasons });

test.for([
  { what: 'was judged', sessions: [session([])], comparable: true },
  { what: 'was interrupted', sessions: [session(['interrupted'])], comparable: false },
  { what: 'has no closing ruler', sessions: [session(['no-ruler'])], comparable: false },
  {
    what: 'was interrupted before another was judged',
    sessions: [session(['interrupted']), session([])],
    comparable: false,
  },
  { what: 'drifted, whose own results say so', sessions: [session(['drift:copy +9.0 %'])], comparable: true },
])('times of a session that $what: comparable $comparable', ({ sessions, comparable }) => {
  const { results } = withKnownDrift({ ...day, sessions });
  expect(results.map((result) => result.comparable)).toEqual(results.map(() => comparable));
  expect(new Set(results.flatMap((result) => result.comparableReasons))).toEqual(
    new Set(comparable ? [] : ['unstable-session']),
  );
});

test('neither the history nor the gate counts a time whose session nobody judged', () => {
  const interrupted = { ...day, sessions: [session(['interrupted'])] };
  const launches = [...steadyDays.slice(0, -1), interrupted];
  const runs = seriesRuns(launches.map((run) => ({ run, local: false })));
  const { series } = judgeMachine(day.machine.key, runs);
  expect(series.map(({ points }) => points)).toEqual(series.map(() => steadyDays.length - 1));
  expect(gateOf(launches, unknownNoise)?.judged).toBe(0);
  expect(gateOf(steadyDays, unknownNoise)?.judged).toBe(2);
});
