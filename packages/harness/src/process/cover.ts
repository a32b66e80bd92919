// The verb `cover`: the awkward cases of rungs, whoever times them later.
import { deviceMs, GpuFault } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { FamilyEvent, Job, VariantKind } from '@kernel-ladder/schema';
import { coverTogether } from '../check/coverage.ts';
import { clockedJudges, sameThread } from '../contract/judges.ts';
import type { CaseParams, Family } from '../contract/family.ts';
import type { SharedDevice } from '../contract/shared-device.ts';
import { whole } from '../contract/part.ts';
import type { Part } from '../contract/part.ts';
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
  /** The device among those who use it; this process's own when left out. */
  readonly device?: SharedDevice;
  readonly emit: (event: FamilyEvent) => void;
}

/**
 * Tells of each awkward case of the rungs, or of a share of the cases, which they are checked on together; then what each rung's came to. Ends with an
 * error event where the device is lost.
 */
export async function coverRungs<Case extends CaseParams>(request: CoverRequest<Case>): Promise<void> {
  const { threads, emit } = request;
  try {
    await coverIds(request);
  } catch (error) {
    if (!(error instanceof GpuFault) || error.code !== 'device-lost') throw error;
    emit({ type: 'error', code: 'device-lost', message: error.message });
  } finally {
    await threads?.close();
  }
}

async function coverIds<Case extends CaseParams>({
  job,
  gpu,
  family,
  load,
  threads,
  device,
  emit,
}: CoverRequest<Case>): Promise<void> {
  const { ids = [], seed, ahead = true, share = whole } = job;
  const { judges, spentMs } = clockedJudges(threads ?? sameThread);
  const before = deviceMs(gpu);
  for (const id of ids) emit({ type: 'start', id });
  const [first = ''] = ids;
  const onCase = (done: number, total: number) =>
    emit({ type: 'progress', id: first, phase: 'edge cases', share: done / total });
  const among = device ? { device } : {};
  const request = { family: sharedOut(family, share), load, seed, judges, ahead, onCase, ...among };
  const variants = ids.map((id) => findSubject(family, id).variant);
  const found = await coverTogether(gpu, request, variants);
  const spent = {
    deviceMs: (deviceMs(gpu) - before) / ids.length,
    judgingMs: spentMs() / ids.length,
  };
  for (const [at, covered] of found.entries()) emit({ type: 'covered', id: ids[at] ?? '', covered, spent });
}

/** The family with a share of its awkward cases: every so manieth, since those beside each other cost alike. All sets stay, if without cases. */
export function sharedOut<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  { index, of }: Part,
): Family<Case, VariantKind> {
  let place = 0;
  const isOwn = () => place++ % of === index;
  return {
    ...family,
    edgeCases: family.edgeCases.map((set) => ({ ...set, cases: set.cases.filter(isOwn) })),
  };
}
