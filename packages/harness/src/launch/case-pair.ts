// One case on the device three times: with the inputs that are timed, with others of the same sizes, and filled in another way.
import type { Gpu } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema/measuring';
import { uploadData } from './case-data.ts';
import type { CaseData, CaseRequest } from './case-data.ts';
import type { CaseParams } from '../contract/family.ts';
import { fillsOf } from './fills.ts';
import { createHostCases, keyOf } from './host-cases.ts';
import type { HostCases, HostRequest } from './host-cases.ts';

/** The inputs of a case under two seeds, and filled in other ways under a third. */
export interface CasePair<Case extends CaseParams> {
  readonly given: CaseData;
  /** Inputs under the next seed, exact ones where the family has such; made at the first call. */
  readonly other: () => Promise<CaseData>;
  /** Inputs of the same fill under another seed; made at the first call. */
  readonly under: (seed: number) => Promise<CaseData>;
  /** The first of the family's other fills, in an order that the seed draws, that a variant takes; null where it takes none. */
  readonly refilled: (takes: (params: Case) => boolean) => Promise<Refilled | null>;
  readonly free: () => void;
}

/** Whose inputs, and where they are on the host; made for this pair alone when left out. */
export interface PairRequest<Case extends CaseParams> extends Pick<
  CaseRequest<Case>,
  'family' | 'params' | 'seed'
> {
  readonly hosts?: HostCases<Case>;
}

/** Inputs of a case filled in another way, of a structure that belongs to the seed. */
export interface Refilled {
  readonly name: string;
  readonly data: CaseData;
}

/** Makes the given inputs at once, the others when they are asked for. */
export async function createCasePair<Case extends CaseParams>(
  gpu: Gpu,
  { family, params, seed, hosts = createHostCases({ family }) }: PairRequest<Case>,
): Promise<CasePair<Case>> {
  const fills = fillsOf(family, params, seed);
  const made = new Map<string, CaseData>();
  const upload = async (request: HostRequest<Case>) => {
    const key = keyOf(family, request);
    const data = made.get(key) ?? (await uploadData(gpu, await hosts.get(request), request.seed));
    made.set(key, data);
    return data;
  };
  return {
    given: await upload(fills.given),
    other: () => upload(fills.other),
    under: (each) => upload({ params, seed: each }),
    refilled: async (takes) => {
      const refill = fills.refill(takes);
      if (!refill) return null;
      return { name: formatCase(family.params, refill.params), data: await upload(refill) };
    },
    free: () => made.forEach((data) => data.free()),
  };
}
