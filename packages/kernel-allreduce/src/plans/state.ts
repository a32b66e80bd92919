// What every rank's vector holds between two steps, range by range.
import type { Range, Schedule } from '@kernel-ladder/collectives';
import type { Move } from './moves.ts';

/** Consecutive elements of one rank with one history. */
export interface Segment extends Range {
  /** Whether the rank's current vector lies in the output; else it is still the input. */
  readonly isWritten: boolean;
  /** Vectors that are combined in it. */
  readonly contributions: number;
  readonly additions: number;
  readonly roundings: number;
}

/** Segments of every rank, in order, without gaps. */
export type State = readonly (readonly Segment[])[];

/** Every rank has its own input. */
export function initialState({ ranks, elements }: Schedule, isWritten: boolean): State {
  const own = { offset: 0, count: elements, isWritten, contributions: 1, additions: 0, roundings: 0 };
  return Array.from({ length: ranks }, () => (elements > 0 ? [own] : []));
}

/** The segments of a rank within a range, cut to it. */
export function segmentsOf(state: State, rank: number, { offset, count }: Range): readonly Segment[] {
  return cut(state[rank] ?? [], offset, offset + count);
}

/** The state after all moves of a step. */
export function update(state: State, moves: readonly Move[]): State {
  const byRank = Map.groupBy(moves, ({ to }) => to);
  return state.map((segments, rank) =>
    (byRank.get(rank) ?? []).reduce((current, move) => replace(current, written(state, move)), segments),
  );
}

// What a move leaves behind: its terms are added one after another.
function written(state: State, { offset, count, terms }: Move): Segment {
  const parts = terms.flatMap(({ rank }) => segmentsOf(state, rank, { offset, count }));
  const [first, ...others] = parts;
  const additions = others.reduce(
    (chain, part) => Math.max(chain, part.additions) + 1,
    first?.additions ?? 0,
  );
  return {
    offset,
    count,
    isWritten: true,
    contributions: parts.reduce((sum, part) => sum + part.contributions, 0),
    additions,
    roundings: Math.max(...parts.map((part) => part.roundings)) + (others.length > 0 ? 1 : 0),
  };
}

function replace(segments: readonly Segment[], by: Segment): readonly Segment[] {
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) return [by];
  const before = cut(segments, first.offset, by.offset);
  const after = cut(segments, by.offset + by.count, last.offset + last.count);
  return [...before, by, ...after];
}

function cut(segments: readonly Segment[], start: number, end: number): readonly Segment[] {
  return segments
    .filter(({ offset, count }) => offset < end && start < offset + count)
    .map((segment) => {
      const offset = Math.max(start, segment.offset);
      return { ...segment, offset, count: Math.min(end, segment.offset + segment.count) - offset };
    });
}
