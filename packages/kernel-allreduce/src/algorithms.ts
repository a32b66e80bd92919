// Which algorithms there are to run, those with a known fault among them, and the program of each for a case.
import { schedules } from '@kernel-ladder/collectives';
import type { Algorithm, Schedule, Shape } from '@kernel-ladder/collectives';
import { faultyPrograms } from './faults.ts';
import type { AllreduceCase } from './kinds.ts';
import { quad } from './layout.ts';
import type { Program } from './moves.ts';
import { naive } from './naive.ts';
import { compileSchedule } from './program.ts';

/** Algorithms of the ladder that walk a schedule. */
export type StepAlgorithm = Algorithm | 'naive';

/** Makes the program of a case. */
export type MakeProgram = (params: ProgramCase) => Program;

/** What a program depends on: not on how vectors are combined, nor of what they are. */
export type ProgramCase = Pick<AllreduceCase, 'n' | 'ranks' | 'place' | 'nodes'>;

/** The algorithms, simplest first. */
export const stepAlgorithms = ['naive', ...(Object.keys(schedules) as Algorithm[])] as const;

/** Every program that a launch may bind, by name. */
export const programMakers: { readonly [name: string]: MakeProgram } = {
  ...Object.fromEntries(stepAlgorithms.map((name) => [name, maker({ ...schedules, naive }[name])])),
  ...faultyPrograms,
};

/** The shape of a case: chunks begin at whole quads. */
export function shapeOf({ n, ranks, nodes }: ProgramCase): Shape {
  return { ranks, elements: n, nodes: ranks % nodes === 0 ? nodes : 1, granularity: quad };
}

function maker(make: (shape: Shape) => Schedule): MakeProgram {
  return (params) => compileSchedule(make(shapeOf(params)), params.place);
}
