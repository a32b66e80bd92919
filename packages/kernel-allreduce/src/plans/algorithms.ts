// Which algorithms there are to run, and the program of each for a case.
import { schedules } from '@kernel-ladder/collectives';
import type { Algorithm, Shape } from '@kernel-ladder/collectives';
import { quad } from '../cases/kind.ts';
import type { AllreduceCase } from '../cases/kind.ts';
import type { Program } from './moves.ts';
import { naive } from './naive.ts';
import { compileSchedule } from './program.ts';

/** Algorithms of the ladder that walk a schedule. */
export type StepAlgorithm = Algorithm | 'naive';

/** What a program depends on: not on how vectors are combined, nor of what they are. */
export type ProgramCase = Pick<AllreduceCase, 'n' | 'ranks' | 'place' | 'nodes'>;

/** The algorithms, simplest first. */
export const stepAlgorithms = ['naive', ...(Object.keys(schedules) as Algorithm[])] as const;

/** The program of an algorithm for a case. */
export function programOf(name: StepAlgorithm, params: ProgramCase): Program {
  const schedule = { ...schedules, naive }[name](shapeOf(params));
  return compileSchedule(schedule, params.place);
}

/** The shape of a case: chunks begin at whole quads. */
export function shapeOf({ n, ranks, nodes }: ProgramCase): Shape {
  return { ranks, elements: n, nodes: ranks % nodes === 0 ? nodes : 1, granularity: quad };
}
