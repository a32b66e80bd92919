// Looks at the browser's adapter and runs suites on it, as the command does in its families' processes.
import { closeDevice, hasTimestamps } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { openBrowserGpu } from '@kernel-ladder/gpu/browser';
import {
  isCoarse,
  listFamily,
  measureRulers,
  pageHost,
  profileMachine,
  runIds,
} from '@kernel-ladder/harness/run';
import type { FamilyListing, Job, ListedId, Machine, Ruler } from '@kernel-ladder/schema';
import { pickIds } from '@kernel-ladder/schema/select';
import { halve } from '@kernel-ladder/stats';
import { families } from './families.ts';
import type { LoadedFamily } from './families.ts';
import type { Ending, RunWishes, Seen, Tell } from './words.ts';

/** Whether this thread has WebGPU at all: some browsers keep it from workers. */
export function hasWebGpu(): boolean {
  return 'gpu' in globalThis.navigator;
}

/** What the families offer on the browser's adapter; null without one. */
export async function look(): Promise<Seen | null> {
  const gpu = await openBrowserGpu();
  if (!gpu) return null;
  try {
    const { name } = gpu.adapter;
    return { name, software: gpu.facts.software, timestamps: hasTimestamps(gpu), listings: listAll(gpu) };
  } finally {
    closeDevice(gpu);
  }
}

/** Runs what is wished for and tells of it; the device is closed when it comes back, with all that it held. */
export async function runSuite(wishes: RunWishes, tell: Tell, signal: AbortSignal): Promise<Ending> {
  try {
    const gpu = await openBrowserGpu();
    if (!gpu) return { how: 'failed', message: 'the browser offers no adapter any more' };
    return await runOn(gpu, { wishes, tell, signal }).finally(() => closeDevice(gpu));
  } catch (error) {
    if (signal.aborted) return stopped;
    return { how: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

const stopped: Ending = { how: 'stopped', message: '' };

interface Course {
  readonly wishes: RunWishes;
  readonly tell: Tell;
  readonly signal: AbortSignal;
}

async function runOn(gpu: Gpu, course: Course): Promise<Ending> {
  const { wishes, tell, signal } = course;
  const machine = await profileMachine(gpu, pageHost());
  signal.throwIfAborted();
  const listings = listAll(gpu);
  const { software } = machine;
  const { ids } = pickIds(listings, { ...wishes, software });
  tell({ type: 'begun', machine, listings, ids });
  const canary = await rulers(gpu, { machine, tell }, 'start');
  const job = jobOf(wishes, machine, isCoarse(gpu, machine.timer) ? null : canary);
  const stretches = stretchesOf(ids, software);
  for (const [at, stretch] of stretches.entries()) {
    const ending = await runStretch(gpu, stretch, { ...course, job });
    if (ending) return ending;
    await rulers(gpu, { machine, tell }, at < stretches.length - 1 ? 'middle' : 'end');
  }
  return { how: 'finished', message: '' };
}

function listAll(gpu: Gpu): readonly FamilyListing[] {
  return families.map(({ family }) => listFamily(family, gpu));
}

// The rulers' middle belongs between two families: a single one would have its awkward cases checked twice.
function stretchesOf(ids: readonly ListedId[], software: boolean): readonly (readonly ListedId[])[] {
  const isOne = new Set(ids.map(({ family }) => family)).size < 2;
  return software || isOne ? [ids] : halve(ids);
}

function jobOf(
  { suite, seed }: RunWishes,
  machine: Machine,
  canaryNs: number | null,
): Job & { readonly machine: Machine } {
  const { effort, edgeCases = true, timing = true } = suite;
  const ahead = !machine.software;
  const canary = canaryNs === null ? {} : { canaryNs };
  return { gpu: { kind: 'auto' }, seed, effort, edgeCases, timing, machine, ahead, ...canary };
}

// Tells what the rulers say on hardware; gives the time of the multiply-add one, in ns.
async function rulers(
  gpu: Gpu,
  { machine, tell }: { readonly machine: Machine; readonly tell: Tell },
  at: Ruler['at'],
): Promise<number | null> {
  if (machine.software) return null;
  const ruler = await measureRulers(gpu, machine.llc?.bytes ?? 0, machine.timer);
  tell({ type: 'ruler', ruler: { at, ...ruler } });
  return ruler.fmaNs;
}

// Each family's ids together; an ending where it comes before the last of them.
async function runStretch(
  gpu: Gpu,
  ids: readonly ListedId[],
  { job, tell, signal }: Course & { readonly job: Job },
): Promise<Ending | null> {
  for (const [name, own] of Map.groupBy(ids, ({ family }) => family)) {
    const loaded = families.find(({ family }) => family.name === name);
    if (!loaded) continue;
    let lost = '';
    const isWhole = await runFamily(gpu, loaded, {
      job: { ...job, ids: own.map(({ id }) => id) },
      signal,
      tell: (told) => {
        if (told.type === 'event' && told.event.type === 'error') lost = told.event.message;
        tell(told);
      },
    });
    if (!isWhole) return signal.aborted ? stopped : { how: 'lost', message: lost };
  }
  return null;
}

async function runFamily(
  gpu: Gpu,
  { family, load }: LoadedFamily,
  { job, tell, signal }: Pick<Course, 'tell' | 'signal'> & { readonly job: Job },
): Promise<boolean> {
  return runIds({ job, gpu, family, load, signal, emit: (event) => tell({ type: 'event', event }) });
}
