// What a process does for families on a device that it opens, or on one that it shares.
import { closeDevice, GpuFault, liveBuffers } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { NoAdapter, openGpu } from '@kernel-ladder/gpu/node';
import type { AdapterListing } from '@kernel-ladder/gpu/node';
import type { FamilyEvent, Job } from '@kernel-ladder/schema';
import { emit, readJob } from './events.ts';
import type { Orders } from './events.ts';
import { createSharedDevice, ownDevice } from '../contract/shared-device.ts';
import type { SharedDevice } from '../contract/shared-device.ts';
import { answerAll, startFirst } from './serve.ts';
import type { Served } from './serve.ts';

/** Answers one verb for several families and ends the process. */
export async function benchFamilies(served: readonly Served[]): Promise<void> {
  try {
    await answerOrders(served, await readJob());
  } catch (error) {
    fail(error);
  }
}

/** Answers the verb of the command line for several families, as a job has it, and ends the process. Throws what keeps it from that. */
export async function answerOrders(served: readonly Served[], orders: Orders): Promise<never> {
  const [verb = 'run', argument] = process.argv.slice(2);
  const { job, opening, turn, granted } = orders;
  startFirst(served, { verb, job });
  const says = verb === 'run' ? emit : () => {};
  says({ type: 'ready' });
  await opening();
  const { seen } = job;
  if (verb === 'list' && seen) {
    for (const each of served) each.list(job, seen, emit);
    emit({ type: 'done', leakedBuffers: 0 });
    process.exit(0);
  }
  const device = job.sharesDevice ? createSharedDevice({ emit, granted }) : ownDevice;
  // What it takes to open it would be in the times of others.
  await device.use(verb === 'cover' ? 'yielding' : 'shared');
  return workOn({ job, mayRest: restsIn(verb, job, device) }, async (gpu) => {
    says({ type: 'device-open' });
    await answerAll(served, { verb, argument, job, gpu, emit, turn, device });
    // So would what it takes to close it: whoever has more to time waits for it in its turn.
    if (verb === 'cover') await device.use('yielding');
  });
}

/**
 * Whether a process that does a job may leave its processor to others while it waits: at any time where it only checks, which others do beside it and their
 * compilers; where it times, but not while it has the device alone.
 */
export function restsIn(
  verb: string,
  { timing }: Pick<Job, 'timing'>,
  device: Pick<SharedDevice, 'isAlone'>,
): () => boolean {
  const onlyChecks = verb === 'cover' || (verb === 'run' && timing === false);
  return () => onlyChecks || !device.isAlone();
}

/** A job, the device that it asks for, and who is told. */
export interface Opened {
  readonly job: Job;
  readonly gpu: Gpu;
  readonly emit: typeof emit;
}

/** Does one job that is no family's, and ends the process. */
export async function serveJob(work: (opened: Opened) => Promise<void>): Promise<void> {
  try {
    const { job, turn } = await readJob();
    await turn();
    await workOn({ job }, (gpu) => work({ job, gpu, emit }));
  } catch (error) {
    fail(error);
  }
}

async function workOn(
  { job, mayRest }: { readonly job: Job; readonly mayRest?: () => boolean },
  work: (gpu: Gpu) => Promise<void>,
): Promise<never> {
  const gpu = await openGpu(job.gpu, { found: foundBefore(job), mayRest });
  await work(gpu);
  gpu.timestamps.slots?.free();
  emit({ type: 'done', leakedBuffers: liveBuffers(gpu).count });
  closeDevice(gpu);
  // Dawn's objects keep the event loop alive.
  process.exit(0);
}

// The adapter that was profiled.
function foundBefore({ machine }: Job): AdapterListing | undefined {
  if (!machine) return undefined;
  const { backend, adapter, software } = machine;
  return { backend, name: adapter.name, software };
}

/** Says what kept a process from its verb, and ends it. */
export function fail(error: unknown): never {
  emit(describeError(error));
  process.exit(error instanceof NoAdapter ? 3 : 2);
}

/** What a process says that cannot do its verb. */
export function describeError(error: unknown): FamilyEvent {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NoAdapter) return { type: 'error', code: 'no-adapter', message };
  return { type: 'error', code: error instanceof GpuFault ? 'crashed' : 'usage', message };
}
