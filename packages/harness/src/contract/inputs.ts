// The inputs of a case under a seed.
import { formatCase } from '@kernel-ladder/schema';
import type { CaseParams, Problem } from './family.ts';
import { createRandom, seedOf } from './random.ts';
import type { Arrays } from './scalars.ts';

/** The inputs of a case: their values drawn from the seed, their structure the same under every seed. */
export function inputsOf<Case extends CaseParams>(family: Problem<Case>, params: Case, seed: number): Arrays {
  return inputsLike(family, { params, structure: params, seed });
}

/** Inputs of one case with the structure of another: what the time hangs on stays, and the values are others. */
export function inputsLike<Case extends CaseParams>(
  family: Problem<Case>,
  { params, structure, seed }: { readonly params: Case; readonly structure: Case; readonly seed: number },
): Arrays {
  const nameOf = (each: Case) => formatCase(family.params, each);
  const stream = createRandom(seedOf(`structure of ${nameOf(structure)}`, 0));
  return family.inputs(params, createRandom(seedOf(nameOf(params), seed)), stream);
}
