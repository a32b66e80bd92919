// One case on the device three times: with the inputs that are timed, with others of the same sizes, and filled in another way.
import type { Gpu } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema';
import { createCaseData } from './case-data.ts';
import type { CaseData, CaseRequest } from './case-data.ts';
import type { CaseParams } from '../contract/family.ts';
import { createRandom, seedOf } from '../contract/random.ts';
import { createSeeded } from './seeded.ts';

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

/** Inputs of a case filled in another way, of a structure that belongs to the seed. */
export interface Refilled {
  readonly name: string;
  readonly data: CaseData;
}

/** Makes the given inputs at once, the others when they are asked for. */
export async function createCasePair<Case extends CaseParams>(
  gpu: Gpu,
  { family, params, seed, judges }: Omit<CaseRequest<Case>, 'structure' | 'structureSeed'>,
): Promise<CasePair<Case>> {
  const given = await createCaseData(gpu, { family, params, seed, judges });
  const seeded = createSeeded(
    (other) => createCaseData(gpu, { family, params, seed: other, judges }),
    (data) => data.free(),
  );
  const nameOf = (each: Case) => formatCase(family.params, each);
  const others = shifted(family.refills?.(params) ?? [params], seedOf(`refill of ${nameOf(params)}`, seed));
  const made = new Map<string, CaseData>();
  const once = async (name: string, make: () => Promise<CaseData>) => {
    const data = made.get(name) ?? (await make());
    made.set(name, data);
    return data;
  };
  return {
    given,
    other: () => {
      const exact = family.exact?.(params) ?? params;
      const request = { family, params: exact, structure: params, seed: seed + 1, judges };
      return once('other', () => createCaseData(gpu, request));
    },
    refilled: async (takes) => {
      const refill = others.find(takes);
      if (!refill) return null;
      const name = nameOf(refill);
      const from = { structure: params, seed: seed + 2, structureSeed: seed };
      const request = { family, params: refill, ...from, judges };
      return { name, data: await once(name, () => createCaseData(gpu, request)) };
    },
    under: seeded.at,
    free: () => {
      seeded.free();
      [given, ...made.values()].forEach((data) => data.free());
    },
  };
}

function shifted<T>(items: readonly T[], seed: number): readonly T[] {
  if (items.length === 0) return items;
  const first = createRandom(seed).integer(0, items.length - 1);
  return [...items.slice(first), ...items.slice(0, first)];
}
