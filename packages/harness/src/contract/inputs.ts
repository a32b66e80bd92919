// The inputs of a case under a seed.
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { CaseParams, Problem } from './family.ts';
import { createRandom, seedOf } from './random.ts';
import type { Arrays } from './scalars.ts';

/** The inputs of a case: their values drawn from the seed, their structure the same under every seed. */
export function inputsOf<Case extends CaseParams>(family: Problem<Case>, params: Case, seed: number): Arrays {
  return inputsLike(family, { params, structure: params, seed });
}

/** Whose inputs, and which of them. */
export interface InputRequest<Case extends CaseParams> {
  readonly params: Case;
  /** The case whose structure the inputs have. */
  readonly structure: Case;
  readonly seed: number;
  /** What the structure is drawn from; that which belongs to the case when left out. */
  readonly structureSeed?: number;
}

/** Inputs of one case with the structure of another: what the time hangs on stays, and the values are others. */
export function inputsLike<Case extends CaseParams>(
  family: Problem<Case>,
  { params, structure, seed, structureSeed = 0 }: InputRequest<Case>,
): Arrays {
  const nameOf = (each: Case) => formatCase(family.params, each);
  const stream = createRandom(seedOf(`structure of ${nameOf(structure)}`, structureSeed));
  return family.inputs(params, createRandom(seedOf(nameOf(params), seed)), stream);
}
