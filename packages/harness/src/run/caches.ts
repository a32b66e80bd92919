// What the caches of the device hold before a run of a variant that brings its own time.
import type { Cache } from '@kernel-ladder/schema';
import type { CaseParams, Caches, SelfRunVariant } from '../contract/family.ts';
import { canFlush, createEviction } from '../measure/flush.ts';
import type { Workbench } from './workbench.ts';

/** The caches, until they are freed. */
export interface HeldCaches extends Caches {
  readonly free: () => void;
}

/** What is timed: who runs, and the compulsory traffic of the case in bytes. */
export interface CachesRequest<Case extends CaseParams> {
  readonly variant: SelfRunVariant<Case>;
  readonly minBytes: number;
}

/** Gets them ready for the family's headline, as for its rungs; undefined where the host takes the time, or nobody does. */
export async function openCaches<Case extends CaseParams>(
  bench: Workbench<Case>,
  { variant, minBytes }: CachesRequest<Case>,
): Promise<HeldCaches | undefined> {
  if (variant.clock === 'host' || !bench.timing) return undefined;
  const llcBytes = bench.machine.llc?.bytes ?? 0;
  const state = stateOf(bench, { minBytes, llcBytes });
  if (state !== 'cold') return { state, llcBytes, evict: async () => {}, free: () => {} };
  return { state, llcBytes, ...(await createEviction(bench.gpu, llcBytes)) };
}

// A software adapter's caches are the processor's, and are left as they are.
function stateOf<Case extends CaseParams>(
  { gpu, family }: Workbench<Case>,
  { minBytes, llcBytes }: { readonly minBytes: number; readonly llcBytes: number },
): Cache {
  if (minBytes >= 3 * llcBytes) return 'streaming';
  if (gpu.facts.software || family.headline.cache === 'hot') return 'hot';
  return canFlush(gpu, llcBytes) ? 'cold' : 'hot';
}
