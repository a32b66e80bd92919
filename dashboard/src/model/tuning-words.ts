// A search in words: what it took, what it left out, and what its choice brings.
import { choiceText } from '@kernel-ladder/schema';
import type { TuningEntry } from '@kernel-ladder/schema';
import { formatNumber, formatTime } from '../format.ts';
import type { Combination, CombinationState, TuningCell } from './tuning.ts';

const stateWords: Readonly<Record<CombinationState, string>> = {
  timed: 'timed',
  wrong: 'wrong',
  failed: 'failed',
  constraint: 'against a constraint',
  limit: 'over a limit of the device',
  dominated: 'beaten in every number by another',
};

/** A state as a reader says it. */
export function stateText(state: CombinationState): string {
  return stateWords[state];
}

/** `12 timed, 3 wrong, 8 against a constraint`. */
export function countsText(counts: TuningCell['counts']): string {
  return [...counts].map(([state, count]) => `${count} ${stateText(state)}`).join(', ') || 'none';
}

/** How much faster the choice is than the usual one; in turns, with the interval, where that was measured. */
export function speedText({ speed: { ratio, low, high, turns } }: TuningEntry): string {
  if (turns === 0) return 'the usual choice: nothing was clearly faster, or it was wrong itself';
  const [value, from, to] = [ratio, low, high].map((each) => formatNumber(each, 4));
  return `${value} times as fast as the usual choice (${from} … ${to}, ${turns} turns)`;
}

/** What a reader wants to know of a search, as pairs. */
export function searchFacts(
  entry: TuningEntry,
  combinations: readonly Combination[],
): readonly (readonly [term: string, text: string])[] {
  const { search, choice, usual, tunedNs, usualNs, case: name, at, versions, space } = entry;
  const states = Map.groupBy(combinations, ({ state }) => state);
  const counts = new Map([...states].map(([state, own]) => [state, own.length] as const));
  const rounds = 1 + Math.max(0, ...entry.landscape.rows.map(({ round }) => round));
  return [
    ['plans take', choiceText(choice)],
    ['instead of', choiceText(usual)],
    ['which is', `${speedText(entry)}: ${formatTime(tunedNs)} instead of ${formatTime(usualNs)}`],
    ['searched on', name],
    ['combinations', `${search.combinations}: ${countsText(counts)}`],
    [
      'looks',
      `${search.looks} in ${rounds === 1 ? 'one round' : `${rounds} rounds`}, ${search.samples} samples, ${search.seconds} s${search.exhaustive ? ', all alike' : ''}`,
    ],
    ['when', `${at.slice(0, 10)} at ${versions['commit']?.slice(0, 8) ?? 'no commit'}, space ${space}`],
  ];
}
