// Inputs of an awkward case on the device, which the variants that are checked on it share.
import type { Gpu } from '@kernel-ladder/gpu';
import type { CaseParams } from '../contract/family.ts';
import { uploadData } from '../launch/case-data.ts';
import type { CaseData } from '../launch/case-data.ts';
import type { HostCases } from '../launch/host-cases.ts';

/** A case under a seed and under the next. */
export interface DataPair {
  readonly data: CaseData;
  readonly other: CaseData;
}

/** Holds the inputs of one case. */
export interface SharedInputs<Case extends CaseParams> {
  /** Those of the case that was asked for last, or fresh ones: the case before is freed. */
  readonly get: (params: Case) => Promise<DataPair>;
  /** Frees what is held: a launch that fails may have spoilt it. */
  readonly drop: () => void;
}

/** Holds nothing yet. */
export function openSharedInputs<Case extends CaseParams>(
  gpu: Gpu,
  { seed, hosts }: { readonly seed: number; readonly hosts: HostCases<Case> },
): SharedInputs<Case> {
  let held: (DataPair & { readonly params: Case }) | null = null;
  const drop = () => {
    held?.data.free();
    held?.other.free();
    held = null;
  };
  const upload = async (params: Case, own: number) =>
    uploadData(gpu, await hosts.get({ params, seed: own }), own);
  return {
    get: async (params) => {
      if (held?.params === params) return held;
      drop();
      const [own, next] = await Promise.allSettled([upload(params, seed), upload(params, seed + 1)]);
      if (own.status === 'fulfilled' && next.status === 'fulfilled')
        return (held = { params, data: own.value, other: next.value });
      for (const each of [own, next]) if (each.status === 'fulfilled') each.value.free();
      throw [own, next].find((each) => each.status === 'rejected')?.reason;
    },
    drop,
  };
}
