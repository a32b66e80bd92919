// The awkward cases of a rung in their order, and what is begun for those to come beside the one at hand.
import type { Gpu } from '@kernel-ladder/gpu';
import type { VariantKind } from '@kernel-ladder/schema';
import { runsItself } from '../contract/family.ts';
import type { CaseParams, Problem, Variant } from '../contract/family.ts';
import type { Judges } from '../contract/judges.ts';
import { demandOf } from '../contract/plan.ts';
import { pipelinesOf } from '../launch/compile-ahead.ts';
import { createHostCases } from '../launch/host-cases.ts';
import type { HostCases } from '../launch/host-cases.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** Cases of a rung that are checked one after the other. */
export interface CaseQueue<Case extends CaseParams> {
  /** Goes on to the next case, and begins with those behind it. */
  readonly advance: () => void;
  /** Inputs of the case at hand and of the next, and who judges what comes out of them. */
  readonly hosts: HostCases<Case>;
  readonly close: () => void;
}

/** Whose cases, who judges, and whether anything is begun ahead. */
export interface QueueRequest<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly variant: Variant<Case, VariantKind>;
  readonly cases: readonly Case[];
  readonly load: WgslLoader;
  readonly seed: number;
  readonly judges?: Judges;
  readonly ahead?: boolean;
}

// A driver takes up to two seconds for a kernel, all else on a case a tenth of that: so many compilers keep up, and a device keeps
// more pipelines than they make.
const compiledAhead = 4;

/** A queue before its first case. */
export function openQueue<Case extends CaseParams>(gpu: Gpu, request: QueueRequest<Case>): CaseQueue<Case> {
  const { family, cases, judges, ahead = true } = request;
  const hosts = createHostCases({ family, judges });
  let at = -1;
  return {
    hosts,
    advance: () => {
      at++;
      hosts.keep(cases.slice(at, at + 2));
      if (!ahead) return;
      for (const params of cases.slice(at, at + 1 + compiledAhead)) void compile(gpu, request, params);
      for (const params of cases.slice(at, at + 2))
        if (isTaken(gpu, request, params)) begin(request, hosts, params);
    },
    close: () => hosts.keep([]),
  };
}

// All passes at once; what goes wrong is told when the case is checked.
async function compile<Case extends CaseParams>(
  gpu: Gpu,
  request: QueueRequest<Case>,
  params: Case,
): Promise<void> {
  try {
    await Promise.all(pipelinesOf(gpu, { ...request, params }).map((create) => create()));
  } catch {}
}

// Both inputs that a kernel is checked on; what runs itself is checked on the first.
function begin<Case extends CaseParams>(
  { variant, seed }: QueueRequest<Case>,
  hosts: HostCases<Case>,
  params: Case,
): void {
  hosts.begin({ params, seed }, true);
  if (!runsItself(variant)) hosts.begin({ params, seed: seed + 1 }, true);
}

// A plan that throws is told of when its case is checked.
function isTaken<Case extends CaseParams>(gpu: Gpu, { variant }: QueueRequest<Case>, params: Case): boolean {
  try {
    return !('skip' in demandOf(variant, params, gpu.facts));
  } catch {
    return false;
  }
}
