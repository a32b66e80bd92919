// That the times of an id are those of its work: what is taken away while it is timed, and what is tried afterwards.
import { hasTimestamps, submitPasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import type { CarryOver, KnownOutputs } from '@kernel-ladder/schema';
import { checkCarryOver } from '../check/carry-over.ts';
import type { CarriedOver } from '../check/carry-over.ts';
import type { Sampled } from '../check/compare-times.ts';
import { recall } from '../check/judge-outputs.ts';
import type { Launched } from '../check/judge-outputs.ts';
import type { CaseParams } from '../contract/family.ts';
import type { How } from '../contract/judges.ts';
import type { CaseData } from '../launch/case-data.ts';
import type { Refilled } from '../launch/case-pair.ts';
import { createOverwriter } from '../launch/overwrite.ts';
import type { Overwriter } from '../launch/overwrite.ts';
import { canFlush, createFlush } from '../measure/flush.ts';
import type { Workbench } from './workbench.ts';

/** Overwrites outputs and scratch while a launch is timed, and counts what that costs. */
export interface Disturber {
  readonly overwriter: Overwriter;
  readonly disturb: () => Promise<void>;
  /**
   * Does so or not, as chance has it: a kernel cannot know the moment. Never twice running: of long launches a few are timed, and
   * one at least is to follow another over what that has left.
   */
  readonly perhapsDisturb: () => Promise<void>;
  readonly spent: () => { readonly poisonings: number; readonly ms: number };
}

/** A disturber of one launch; its overwriter is freed by the caller. */
export async function createDisturber<Case extends CaseParams>(
  gpu: Gpu,
  { spec, launch }: Launched<Case>,
): Promise<Disturber> {
  const overwriter = await createOverwriter(gpu, launch, spec.family.outputs(spec.params));
  let [poisonings, ms] = [0, 0];
  let isDisturbed = false;
  const disturb = async () => {
    isDisturbed = true;
    const start = performance.now();
    overwriter.draw();
    await submitPasses(gpu, [overwriter.spoil]);
    poisonings++;
    ms += performance.now() - start;
  };
  return {
    overwriter,
    disturb,
    perhapsDisturb: async () => {
      if (!isDisturbed && Math.random() < 0.5) await disturb();
      else isDisturbed = false;
    },
    spent: () => ({ poisonings, ms }),
  };
}

/** Inputs that nothing is timed on: others, and some that are filled in another way, if the variant takes such. */
export interface Untimed {
  readonly other: () => Promise<CaseData>;
  readonly refilled: () => Promise<Refilled | null>;
}

/** A timed launch, and inputs that nothing was timed on. */
export interface ProofRequest<Case extends CaseParams> extends Launched<Case> {
  readonly untimed: Untimed;
  readonly known: KnownOutputs | undefined;
  readonly disturber: Disturber;
  readonly sampled: Sampled;
  readonly how: How | undefined;
}

/** What the trial says. */
export interface Proof extends Pick<CarriedOver, 'report' | 'submitsMs'> {
  readonly carryOver: CarryOver;
  readonly known: Pick<KnownOutputs, 'otherSums' | 'refilledSums'>;
}

/** Tries a timed launch on other inputs and over overwritten buffers. */
export async function proveWork<Case extends CaseParams>(
  bench: Workbench<Case>,
  { untimed, known, disturber, ...request }: ProofRequest<Case>,
): Promise<Proof> {
  const start = performance.now();
  const [other, refilled] = [await untimed.other(), await untimed.refilled()];
  if (known?.otherSums) recall(request, other, { ...known, sums: known.otherSums });
  if (refilled && known?.refilledSums) recall(request, refilled.data, { ...known, sums: known.refilledSums });
  const { onTimed = () => {} } = bench;
  const tools = { spinUp: async () => bench.clock?.spinUp(), tickNs: stepOf(bench), onTimed };
  const { overwriter, spent } = disturber;
  const { report, sums, refilledSums, submitsMs, facts } = await withFlush(bench, request, (flush) =>
    checkCarryOver(bench.gpu, { ...request, ...tools, other, refilled, overwriter, flush }),
  );
  const { poisonings, ms } = spent();
  const costMs = Math.round(ms + performance.now() - start);
  const exact = bench.family.exact !== undefined;
  return {
    report,
    submitsMs,
    carryOver: {
      seed: bench.seed + 1,
      exact,
      ...(refilled ? { refilled: refilled.name } : {}),
      poisonings,
      ...facts,
      costMs,
    },
    known: {
      otherSums: [...other.checksums, ...sums],
      ...(refilled && refilledSums ? { refilledSums: [...refilled.data.checksums, ...refilledSums] } : {}),
    },
  };
}

// What the host's clock is looked at for costs more than its step, and never twice the same.
function stepOf<Case extends CaseParams>({ gpu, machine: { timer } }: Workbench<Case>): number {
  return hasTimestamps(gpu) ? timer.tickNs : Math.max(timer.tickNs, timer.passOverheadNs);
}

// A software adapter's caches are the CPU's: emptying them takes longer than anything that is timed there.
async function withFlush<Case extends CaseParams, T>(
  { gpu, machine }: Workbench<Case>,
  { launch }: Pick<Launched<Case>, 'launch'>,
  work: (flush: EncodePass | null) => Promise<T>,
): Promise<T> {
  const llcBytes = machine.llc?.bytes ?? 0;
  const [fence] = launch.outputs.values();
  if (gpu.facts.software || !fence || !canFlush(gpu, llcBytes)) return work(null);
  const flush = await createFlush(gpu, llcBytes, fence);
  return work(flush.encode).finally(flush.free);
}
