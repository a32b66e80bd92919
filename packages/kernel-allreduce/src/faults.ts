// Schedules and programs with a known fault; each is what a bug in a real implementation would do.
import { schedules } from '@kernel-ladder/collectives';
import type { Schedule, Shape, Transfer } from '@kernel-ladder/collectives';
import type { ProgramCase } from './algorithms.ts';
import { quad } from './layout.ts';
import type { Dispatch, Program } from './moves.ts';
import { compileSchedule } from './program.ts';

const { ring, tree } = schedules;

/** Programs of the wrong variants, by name. */
export const faultyPrograms: { readonly [name: string]: (params: ProgramCase) => Program } = {
  'dropped-chunk': (params) => compileSchedule(droppedChunk(ring(flat(params))), params.place),
  'double-add': (params) => compileSchedule(repeatedStep(ring(flat(params))), params.place),
  'last-rank-stale': (params) => compileSchedule(withoutLastCopy(tree(flat(params))), params.place),
  'truncated-chunks': (params) => compileSchedule(ring(truncated(flat(params))), params.place),
  unstaged: (params) => withoutStaging(compileSchedule(schedules['one-shot'](flat(params)), params.place)),
};

function flat({ n, ranks }: ProgramCase): Shape {
  return { ranks, elements: n, granularity: quad };
}

// The first message of the last step of the reduce-scatter is lost.
function droppedChunk(schedule: Schedule): Schedule {
  const lossy = schedule.stepCount / 2 - 1;
  return changed(schedule, (transfers, step) => (step === lossy ? transfers.slice(1) : transfers));
}

// Sent again after a timeout, although the first copy had arrived.
function repeatedStep(schedule: Schedule): Schedule {
  const half = schedule.stepCount / 2;
  return {
    ...schedule,
    stepCount: schedule.stepCount + (half > 0 ? 1 : 0),
    step: (index) => schedule.step(index < half ? index : index - 1),
  };
}

// A loop over the ranks that stops one too early.
function withoutLastCopy(schedule: Schedule): Schedule {
  const last = schedule.ranks - 1;
  return changed(schedule, (transfers) =>
    transfers.filter(({ to, action }) => action === 'reduce' || to !== last),
  );
}

// Chunks of ⌊n / ranks⌋ elements: what does not divide is nobody's.
function truncated(shape: Shape): Shape {
  return { ...shape, elements: shape.elements - (shape.elements % shape.ranks) };
}

// Reads what other moves of the same dispatch overwrite.
function withoutStaging(program: Program): Program {
  // A dispatch for each move: which rank overwrites what another wants to read is then no matter of luck.
  const dispatches = program.dispatches
    .filter(({ destination }) => destination === 'output')
    .flatMap((dispatch): readonly Dispatch[] => {
      if (dispatch.source !== 'staging') return [dispatch];
      return dispatch.moves.map((move) => {
        const terms = move.terms.map((term) => ({ ...term, isWritten: true }));
        return { ...dispatch, moves: [{ ...move, terms }], source: 'input' };
      });
    });
  return { ...program, dispatches };
}

function changed(
  schedule: Schedule,
  change: (transfers: readonly Transfer[], step: number) => readonly Transfer[],
): Schedule {
  return { ...schedule, step: (index) => change([...schedule.step(index)], index) };
}
