// One case on the device twice: with the inputs that are timed, and with others of the same sizes.
import type { Gpu } from '@kernel-ladder/gpu';
import { createCaseData } from './case-data.ts';
import type { CaseData, CaseRequest } from './case-data.ts';
import type { CaseParams } from '../contract/family.ts';

/** The inputs of a case under two seeds. */
export interface CasePair {
  readonly given: CaseData;
  /** Inputs under the next seed, exact ones where the family has such; made at the first call. */
  readonly other: () => Promise<CaseData>;
  readonly free: () => void;
}

/** Makes the given inputs at once, the others when they are asked for. */
export async function createCasePair<Case extends CaseParams>(
  gpu: Gpu,
  { family, params, seed }: CaseRequest<Case>,
): Promise<CasePair> {
  const given = await createCaseData(gpu, { family, params, seed });
  const exact = family.exact?.(params) ?? params;
  let made: CaseData | null = null;
  return {
    given,
    other: async () =>
      (made ??= await createCaseData(gpu, { family, params: exact, structure: params, seed: seed + 1 })),
    free: () => {
      given.free();
      made?.free();
    },
  };
}
