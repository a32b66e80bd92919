// Rungs on awkward cases in their order, and what is begun for those to come beside the one at hand.
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

/** A variant on a case. */
export interface Step<Case extends CaseParams> {
  readonly variant: Variant<Case, VariantKind>;
  readonly params: Case;
}

/** Steps that are checked one after the other. */
export interface CaseQueue<Case extends CaseParams> {
  /** Goes on to the next step, and begins with those behind it. */
  readonly advance: () => void;
  /** Inputs of the case at hand and of the next, and who judges what comes out of them. */
  readonly hosts: HostCases<Case>;
  readonly close: () => void;
}

/** Which steps, who judges, and whether anything is begun ahead. */
export interface QueueRequest<Case extends CaseParams> {
  readonly family: Problem<Case>;
  /** Those of one case follow one another. */
  readonly steps: readonly Step<Case>[];
  readonly load: WgslLoader;
  readonly seed: number;
  readonly judges?: Judges;
  readonly ahead?: boolean;
}

// A driver takes up to two seconds for a kernel, all else on a case a tenth of that; and while somebody else has the device alone, half of the time,
// nothing but compilers goes on. Of the steps to come a family leaves out up to five in six: those have none.
const pipelinesAhead = 64;
// Each of them is a thread of its own, in every process that checks: as many as there are cases ahead would leave no processor to whoever times.
const compiledAtOnce = 2;

/** A queue before its first step. */
export function openQueue<Case extends CaseParams>(gpu: Gpu, request: QueueRequest<Case>): CaseQueue<Case> {
  const { family, steps, judges, ahead = true } = request;
  const hosts = createHostCases({ family, judges });
  let at = -1;
  const compiler = openCompiler(gpu, request);
  const openCase = () => {
    const own = ofOneCase(steps, at);
    const near = [own, ofOneCase(steps, at + own.length)].filter((some) => some.length > 0);
    hosts.keep(near.flatMap(([step]) => (step ? [step.params] : [])));
    if (ahead) for (const some of near) begin(gpu, { ...request, hosts }, some);
  };
  return {
    hosts,
    advance: () => {
      const before = steps[at++]?.params;
      if (ahead) compiler.reach(at + 1);
      if (before !== steps[at]?.params) openCase();
    },
    close: () => {
      compiler.close();
      hosts.keep([]);
    },
  };
}

// From a place on, as long as the case is the same.
function ofOneCase<Case extends CaseParams>(
  steps: readonly Step<Case>[],
  from: number,
): readonly Step<Case>[] {
  const params = steps[from]?.params;
  const behind = steps.slice(from);
  const end = behind.findIndex((step) => step.params !== params);
  return end < 0 ? behind : behind.slice(0, end);
}

// Compiles the steps behind the one at hand, which asks for its own, until so many pipelines are ahead.
function openCompiler<Case extends CaseParams>(gpu: Gpu, request: QueueRequest<Case>) {
  const { steps } = request;
  let [next, end, idle] = [0, steps.length, compiledAtOnce];
  let ahead: readonly { readonly at: number; readonly pipelines: number }[] = [];
  const isFull = () => ahead.reduce((sum, { pipelines }) => sum + pipelines, 0) >= pipelinesAhead;
  const work = async () => {
    idle--;
    while (next < end && !isFull()) {
      const at = next++;
      const creates = pipelinesOfStep(gpu, request, steps[at]);
      if (creates.length > 0) ahead = [...ahead, { at, pipelines: creates.length }];
      for (const create of creates) await create().catch(ignore);
    }
    idle++;
  };
  return {
    reach: (from: number) => {
      next = Math.max(next, from);
      ahead = ahead.filter(({ at }) => at >= from);
      for (let more = idle; more > 0; more--) void work();
    },
    close: () => void (end = 0),
  };
}

// What goes wrong is told when the case is checked.
function pipelinesOfStep<Case extends CaseParams>(
  gpu: Gpu,
  { load }: QueueRequest<Case>,
  step: Step<Case> | undefined,
): readonly (() => Promise<unknown>)[] {
  try {
    return step ? pipelinesOf(gpu, { ...step, load }) : [];
  } catch {
    return [];
  }
}

function ignore(): void {}

// Both inputs that a kernel is checked on; what runs itself is checked on the first.
function begin<Case extends CaseParams>(
  gpu: Gpu,
  { seed, hosts }: Pick<QueueRequest<Case>, 'seed'> & Pick<CaseQueue<Case>, 'hosts'>,
  steps: readonly Step<Case>[],
): void {
  const taken = steps.filter((step) => isTaken(gpu, step));
  const [first] = taken;
  if (!first) return;
  const { params } = first;
  hosts.begin({ params, seed }, true);
  if (taken.some(({ variant }) => !runsItself(variant))) hosts.begin({ params, seed: seed + 1 }, true);
}

// A plan that throws is told of when its case is checked.
function isTaken<Case extends CaseParams>(gpu: Gpu, { variant, params }: Step<Case>): boolean {
  try {
    return !('skip' in demandOf(variant, params, gpu.facts));
  } catch {
    return false;
  }
}
