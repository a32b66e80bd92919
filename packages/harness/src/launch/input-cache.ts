// Inputs of the case at hand: its variants follow one another and share what takes seconds to make.
import type { CaseData } from './case-data.ts';

/** Holds the inputs of one case at a time. */
export interface InputCache {
  /** The inputs under `key`, made when another case was held. */
  readonly get: (key: string, make: () => Promise<CaseData>) => Promise<CaseData>;
  /** Frees what is held: after a fault nobody knows what the device did to it. */
  readonly drop: () => void;
}

/** An empty cache. */
export function createInputCache(): InputCache {
  let held: { readonly key: string; readonly data: CaseData } | null = null;
  const drop = () => {
    held?.data.free();
    held = null;
  };
  return {
    drop,
    get: async (key, make) => {
      if (held?.key === key) return held.data;
      drop();
      held = { key, data: await make() };
      return held.data;
    },
  };
}
