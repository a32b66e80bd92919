// The problems as graphs of operators: what is compiled, and what the reference evaluates.
import { graphOf } from '@kernel-ladder/fusion';
import type { Graph } from '@kernel-ladder/fusion';
import { hasSlopes } from './problem.ts';
import type { FusionCase } from './problem.ts';
import { resultOf } from './results.ts';
import type { Size } from './results.ts';
import { slopesFor } from './slopes.ts';

/** The graph of a case: its result, and behind that the slopes along its inputs where they are asked for. */
export function graphFor(params: FusionCase, size: Size = {}): Graph {
  return hasSlopes(params) ? slopesFor(params).graph : graphOf([resultOf(params, size)]);
}

/** The names of the outputs of a case, in the order of its graph. */
export function outputNames(params: FusionCase): readonly string[] {
  const { inputs, outputs } = graphFor(params);
  return ['y', ...inputs.slice(0, outputs.length - 1).map(({ name }) => `d_${name}`)];
}
