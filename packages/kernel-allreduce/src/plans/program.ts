// From a schedule to dispatches: which vectors every receiver combines in a step, and in which buffer each of them lies.
import type { Schedule, Transfer } from '@kernel-ladder/collectives';
import type { Placement } from '../cases/kind.ts';
import type { Dispatch, Move, Program } from './moves.ts';
import { initialState, segmentsOf, update } from './state.ts';
import type { Segment, State } from './state.ts';

/**
 * Turns a schedule into dispatches, one a step that moves anything. A step that overwrites what it also has to read, such
 * as a one-shot in place, first copies it to `staging`; vectors that no step has written are copied to the output in
 * the end (one rank alone).
 */
export function compileSchedule(schedule: Schedule, place: Placement): Program {
  const dispatches: Dispatch[] = [];
  let state = initialState(schedule, place === 'in');
  if (place === 'in') dispatches.push(copyAll(schedule));
  for (let step = 0; step < schedule.stepCount; step++) {
    const groups = receivers(schedule.step(step));
    const moves = groups.flatMap((group) => movesOf(state, group, schedule.ranks));
    const dispatch: Dispatch = { moves, step, source: 'input', destination: 'output' };
    dispatches.push(...(overwritesTerms(moves) ? staged(dispatch) : [dispatch]));
    state = update(state, moves);
  }
  dispatches.push({ moves: unwritten(state), step: null, source: 'input', destination: 'output' });
  const segments = state.flat();
  return {
    dispatches: dispatches.filter(({ moves }) => moves.length > 0),
    additions: Math.max(0, ...segments.map((segment) => segment.additions)),
    roundings: Math.max(0, ...segments.map((segment) => segment.roundings)),
  };
}

/** Transfers to one range of one rank. */
interface Receiver {
  readonly to: number;
  readonly offset: number;
  readonly count: number;
  readonly ranks: readonly number[];
}

// Reductions of one range are one gather, the receiver's own vector among them by its rank.
function receivers(transfers: Iterable<Transfer>): readonly Receiver[] {
  const groups = new Map<string, Receiver>();
  for (const { from: sender, to, offset, count, action } of transfers) {
    const key = `${to}:${offset}`;
    const ranks = groups.get(key)?.ranks ?? (action === 'reduce' ? [to] : []);
    groups.set(key, { to, offset, count, ranks: [...ranks, sender].toSorted((a, b) => a - b) });
  }
  return [...groups.values()];
}

// Cut wherever one of the vectors passes from one buffer or one set of contributions to another.
function movesOf(state: State, { to, offset, count, ranks }: Receiver, all: number): readonly Move[] {
  const range = { offset, count };
  const starts = new Set(ranks.flatMap((rank) => segmentsOf(state, rank, range).map((part) => part.offset)));
  const cuts = [...starts].toSorted((a, b) => a - b);
  return cuts.map((start, index): Move => {
    const size = (cuts[index + 1] ?? offset + count) - start;
    const parts = ranks.map((rank) => firstOf(segmentsOf(state, rank, { offset: start, count: size })));
    const contributions = parts.reduce((sum, part) => sum + part.contributions, 0);
    return {
      to,
      offset: start,
      count: size,
      terms: ranks.map((rank, term) => ({ rank, isWritten: parts[term]?.isWritten ?? false })),
      isComplete: ranks.length > 1 && contributions === all,
    };
  });
}

function firstOf(parts: readonly Segment[]): Segment {
  const [part] = parts;
  if (!part) throw new Error('a transfer reaches past the end of the vector');
  return part;
}

// Whether a dispatch in which moves run in any order could read what another move has already written.
function overwritesTerms(moves: readonly Move[]): boolean {
  const byRank = Map.groupBy(moves, ({ to }) => to);
  return moves.some(({ to, offset, count, terms }) =>
    terms.some(
      ({ rank, isWritten }) =>
        isWritten &&
        rank !== to &&
        (byRank.get(rank) ?? []).some(
          (other) => other.offset < offset + count && offset < other.offset + other.count,
        ),
    ),
  );
}

function staged(dispatch: Dispatch): readonly Dispatch[] {
  const copies = new Map<string, Move>();
  const moves = dispatch.moves.map((move): Move => {
    for (const { rank, isWritten } of move.terms) {
      if (!isWritten) throw new Error(`step ${dispatch.step} overwrites what it reads from two buffers`);
      copies.set(`${rank}:${move.offset}`, copyOf({ ...move, rank }));
    }
    return { ...move, terms: move.terms.map(({ rank }) => ({ rank, isWritten: false })) };
  });
  return [
    { moves: [...copies.values()], step: null, source: 'output', destination: 'staging' },
    { ...dispatch, moves, source: 'staging' },
  ];
}

function copyAll({ ranks, elements }: Schedule): Dispatch {
  const whole = elements > 0 ? Array.from({ length: ranks }, (_, rank) => rank) : [];
  const moves = whole.map((rank) => copyOf({ rank, offset: 0, count: elements }));
  return { moves, step: null, source: 'input', destination: 'output' };
}

function unwritten(state: State): readonly Move[] {
  return state.flatMap((segments, rank) =>
    segments.filter((part) => !part.isWritten).map(({ offset, count }) => copyOf({ rank, offset, count })),
  );
}

function copyOf({ rank, offset, count }: { rank: number; offset: number; count: number }): Move {
  return { to: rank, offset, count, terms: [{ rank, isWritten: false }], isComplete: false };
}
