// Inputs of cases on the host, with their judges: what all variants of a case share, made once.
import { formatCase } from '@kernel-ladder/schema/measuring';
import { createHostData } from './case-data.ts';
import type { CaseRequest, HostData } from './case-data.ts';
import { entryOf } from '../contract/entry.ts';
import type { CaseParams, Problem } from '../contract/family.ts';
import { sameThread } from '../contract/judges.ts';

/** Which inputs, of whatever family and judges all of them have. */
export type HostRequest<Case extends CaseParams> = Omit<CaseRequest<Case>, 'family' | 'judges'>;

/** Holds inputs until they are freed. */
export interface HostCases<Case extends CaseParams> {
  readonly get: (request: HostRequest<Case>) => Promise<HostData>;
  /** Begins with inputs, and with their reference where that is wanted, if that goes on beside other work. */
  readonly begin: (request: HostRequest<Case>, isJudged: boolean) => void;
  /** Frees the inputs of all other cases. */
  readonly keep: (cases: readonly Case[]) => void;
  /** Waits until nothing that was begun goes on. */
  readonly settled: () => Promise<void>;
}

type Held = Map<string, Promise<HostData>>;

/** No inputs yet. */
export function createHostCases<Case extends CaseParams>({
  family,
  judges = sameThread,
}: Pick<CaseRequest<Case>, 'family' | 'judges'>): HostCases<Case> {
  const begun = createPending();
  const nameOf = (params: Case) => formatCase(family.params, params);
  // By case, and of each by what fills it.
  const held = new Map<string, Held>();
  const heldFor = ({ params, structure = params }: HostRequest<Case>) =>
    entryOf(held, nameOf(structure), (): Held => new Map());
  const get = (request: HostRequest<Case>) => {
    const [filled, key] = [heldFor(request), keyOf(family, request)];
    return entryOf(filled, key, () => {
      const made = createHostData({ ...request, family, judges });
      // Whoever awaits it is told; the next who asks tries again.
      made.catch(() => filled.delete(key));
      return made;
    });
  };
  return {
    get,
    begin: (request, isJudged) => {
      if (!judges.isBeside(family, request.params)) return;
      const made = get(request);
      const done = made.then(({ judge }) => {
        // Freed meanwhile, it has nobody who wants its reference.
        if (isJudged && heldFor(request).get(keyOf(family, request)) === made) judge.prepare();
      }, ignore);
      begun.add(done);
    },
    keep: (cases) => {
      const kept = new Set(cases.map(nameOf));
      for (const [name, filled] of held) {
        if (kept.has(name)) continue;
        for (const made of filled.values()) made.then(({ judge }) => judge.free(), ignore);
        held.delete(name);
      }
    },
    settled: () => begun.settled().then(judges.settled),
  };
}

// What goes on; none of it may fail.
function createPending() {
  const pending = new Set<Promise<void>>();
  return {
    add: (work: Promise<void>) => {
      pending.add(work);
      void work.then(() => pending.delete(work));
    },
    settled: async () => void (await Promise.all(pending)),
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
