// The verb `tune`: searches parameters of a family's rungs; a device that is lost is told, and what was seen of it is told already.
import { GpuFault } from '@kernel-ladder/gpu';
import { tune } from '../tune/tune.ts';
import type { CaseParams } from '../contract/family.ts';
import type { CoverRequest } from './cover.ts';

/** Tunes what the job says. Throws where the job says nothing of it, and on a rung or a case that there is not. */
export async function tuneRungs<Case extends CaseParams>(request: CoverRequest<Case>): Promise<void> {
  const { job, threads, emit } = request;
  const { tune: wishes } = job;
  if (!wishes) throw new Error('the verb tune needs to know what to tune: its job has no "tune"');
  try {
    await tune({ ...request, job: { ...job, tune: wishes }, ...(threads ? { judges: threads } : {}) });
  } catch (error) {
    if (!(error instanceof GpuFault) || error.code !== 'device-lost') throw error;
    emit({ type: 'error', code: 'device-lost', message: error.message });
  } finally {
    await threads?.close();
  }
}
