// The inputs of a case under a seed.
import { formatCase } from '@kernel-ladder/schema';
import type { CaseParams, Problem } from './family.ts';
import { createRandom, seedOf } from './random.ts';
import type { Arrays } from './scalars.ts';

/** The inputs of a case: their values drawn from the seed, their structure the same under every seed. */
export function inputsOf<Case extends CaseParams>(family: Problem<Case>, params: Case, seed: number): Arrays {
  const name = formatCase(family.params, params);
  const structure = createRandom(seedOf(`structure of ${name}`, 0));
  return family.inputs(params, createRandom(seedOf(name, seed)), structure);
}
