// Inputs of one case on the host, with their judges: what all variants of the case share, made once.
import { formatCase } from '@kernel-ladder/schema';
import { createHostData } from './case-data.ts';
import type { CaseRequest, HostData } from './case-data.ts';
import { entryOf } from './entry.ts';
import type { CaseParams, Problem } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';

/** Which inputs, of whatever family and judges all of them have. */
export type HostRequest<Case extends CaseParams> = Omit<CaseRequest<Case>, 'family' | 'judges'>;

/** Holds inputs until they are freed. */
export interface HostCases<Case extends CaseParams> {
  readonly get: (request: HostRequest<Case>) => Promise<HostData>;
  /** Begins with inputs and reference if that goes on beside other work. */
  readonly begin: (request: HostRequest<Case>) => void;
  readonly free: () => void;
}

/** No inputs yet. */
export function createHostCases<Case extends CaseParams>({
  family,
  judges = sameThread,
}: Pick<CaseRequest<Case>, 'family' | 'judges'>): HostCases<Case> {
  const held = new Map<string, Promise<HostData>>();
  const get = (request: HostRequest<Case>) => {
    const key = keyOf(family, request);
    return entryOf(held, key, () => {
      const made = createHostData({ ...request, family, judges });
      // Whoever awaits it is told; the next who asks tries again.
      made.catch(() => held.delete(key));
      return made;
    });
  };
  return {
    get,
    begin: (request) => {
      if (!judges.isBeside(family, request.params)) return;
      get(request).then(({ judge }) => {
        // Freed meanwhile, it has nobody who wants its reference.
        if (held.has(keyOf(family, request))) judge.prepare();
      }, ignore);
    },
    free: () => {
      for (const made of held.values()) made.then(({ judge }) => judge.free(), ignore);
      held.clear();
    },
  };
}

/** Tells the inputs of one case apart, whatever they are filled with: all of them have its structure. */
export function keyOf<Case extends CaseParams>(
  { params: keys }: Problem<Case>,
  { params, seed, structureSeed = 0 }: HostRequest<Case>,
): string {
  return `${formatCase(keys, params)} ${seed} ${structureSeed}`;
}

// It is told to whoever asks for the same again.
function ignore(): void {}

/** Inputs of some cases of a family. */
export interface Shelf<Case extends CaseParams> {
  readonly of: (params: Case) => HostCases<Case>;
  /** Frees the inputs of all other cases. */
  readonly keep: (cases: readonly Case[]) => void;
}

/** An empty shelf. */
export function createShelf<Case extends CaseParams>(
  from: Pick<CaseRequest<Case>, 'family' | 'judges'>,
): Shelf<Case> {
  const held = new Map<string, HostCases<Case>>();
  const nameOf = (params: Case) => formatCase(from.family.params, params);
  return {
    of: (params) => entryOf(held, nameOf(params), () => createHostCases(from)),
    keep: (cases) => {
      const kept = new Set(cases.map(nameOf));
      for (const [name, hosts] of held) {
        if (kept.has(name)) continue;
        hosts.free();
        held.delete(name);
      }
    },
  };
}
