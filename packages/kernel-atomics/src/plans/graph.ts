// Launches over the edges of a graph.
import { notApplicable } from '@kernel-ladder/harness';
import { nothing } from '@kernel-ladder/kernel-kit';
import type { BufferRange, Pass, PlanCase } from '@kernel-ladder/harness';
import { depthOf, edgesOf } from '../cases/graphs.ts';
import type { DegreesCase, LevelsCase } from '../cases/kinds.ts';
import { atomicsWork } from '../problem.ts';
import { cleared, threadEach } from './launch.ts';

/** A thread for each edge. */
export const degrees: PlanCase<DegreesCase> = (params) => {
  const count = edgesOf(params);
  if (params.n === 0) return nothing;
  const kernel = { file: 'graph/degrees.wgsl', constants: { EDGES: count }, bindings: ['edges', 'degrees'] };
  return {
    passes: [cleared('degrees', params.n), ...(count > 0 ? [threadEach(count, kernel)] : [])],
    // An atomic reads a word and writes it.
    implBytes: atomicsWork(params).minBytes + 16 * count,
    longestSum: 1,
  };
};

// A plan is made before anything is known: rounds beyond that would be dispatches by the thousand.
const mostRounds = 1024;

// From the flag of a round to the next: 64 words, the offset alignment that every device takes.
const flagBytes = 256;

/** A dispatch over all edges for each round, of which those behind the first that changes nothing return at once. */
export const levels: PlanCase<LevelsCase> = (params) => {
  const { n, source } = params;
  if (n === 0) return nothing;
  const [count, rounds] = [edgesOf(params), depthOf(params)];
  if (rounds > mostRounds)
    return notApplicable(`takes graphs of up to ${mostRounds} rounds, this one may need ${rounds}`);
  const constants = { VERTICES: n, SOURCE: source, ROUNDS: rounds, FLAG: flagBytes / 4 };
  const begin = threadEach(Math.max(n, rounds + 1), {
    file: 'graph/begin.wgsl',
    constants,
    bindings: ['levels', 'changed'],
  });
  return {
    passes: [begin, ...Array.from({ length: rounds }, (_, round) => relaxed(count, round))],
    scratch: { changed: flagBytes * (rounds + 1) },
    // Two rounds at least, of which the last finds nothing to change.
    implBytes: atomicsWork(params).minBytes + (rounds > 1 ? 8 * count : 0),
    longestSum: 1,
  };
};

function relaxed(count: number, round: number): Pass {
  return threadEach(count, {
    file: 'graph/relax.wgsl',
    constants: { EDGES: count },
    bindings: ['edges', 'levels', flag(round), flag(round + 1)],
  });
}

function flag(place: number): BufferRange {
  return { buffer: 'changed', offset: flagBytes * place, bytes: flagBytes };
}
