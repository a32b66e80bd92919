// The verb `cover`: the awkward cases of rungs, whoever times them later.
import { deviceMs, GpuFault } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { FamilyEvent, Job, VariantKind } from '@kernel-ladder/schema';
import { coverEdgeCases } from '../check/coverage.ts';
import { clockedJudges, sameThread } from '../contract/judges.ts';
import type { CaseParams, Family } from '../contract/family.ts';
import { findSubject } from '../run/listing.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import type { Threads } from './threads.ts';

/** A job, which names a rung by each of its ids, and what it is done with. */
export interface CoverRequest<Case extends CaseParams> {
  readonly job: Job;
  readonly gpu: Gpu;
  readonly family: Family<Case, VariantKind>;
  readonly load: WgslLoader;
  /** Who judges what is worth a thread; everything is judged in this one when left out. */
  readonly threads?: Threads;
  readonly emit: (event: FamilyEvent) => void;
}

/** Tells of each awkward case of a rung, then what they came to; ends with an error event where the device is lost. */
export async function coverRungs<Case extends CaseParams>(request: CoverRequest<Case>): Promise<void> {
  const { job, threads, emit } = request;
  try {
    for (const id of job.ids ?? []) await coverRung(request, id);
  } catch (error) {
    if (!(error instanceof GpuFault) || error.code !== 'device-lost') throw error;
    emit({ type: 'error', code: 'device-lost', message: error.message });
  } finally {
    await threads?.close();
  }
}

async function coverRung<Case extends CaseParams>(
  { job, gpu, family, load, threads, emit }: CoverRequest<Case>,
  id: string,
): Promise<void> {
  const { judges, spentMs } = clockedJudges(threads ?? sameThread);
  const { variant } = findSubject(family, id);
  const before = deviceMs(gpu);
  const onCase = (done: number, total: number) =>
    emit({ type: 'progress', id, phase: 'edge cases', share: done / total });
  emit({ type: 'start', id });
  const { seed, ahead = true } = job;
  const covered = await coverEdgeCases(gpu, { family, variant, load, seed, judges, ahead, onCase });
  const spent = { deviceMs: deviceMs(gpu) - before, judgingMs: spentMs() };
  emit({ type: 'covered', id, covered, spent });
}
