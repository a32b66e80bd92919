// What a family's process answers: its machine, its ids, one id in full, or the results of a job.
import { duplicateNames, listAdapters } from '@kernel-ladder/gpu/node';
import { fittingCards } from '../machine/card.ts';
import { lastLevelCache } from '../machine/devices.ts';
import { runIds } from '../run/run-ids.ts';
import type { TakeApart } from '../run/workbench.ts';
import type { CaseParams } from '../contract/family.ts';
import { list, seenOn } from './list.ts';
import { showId } from '../run/listing.ts';
import { coverRungs } from './cover.ts';
import { tuneRungs } from './tune.ts';
import type { CoverRequest } from './cover.ts';
import { keyOfMachine, profileMachine } from '../machine/profile.ts';
import { measureRulers } from '../machine/roofs.ts';
import { withTable } from '../tune/table.ts';
import { nodeHost, nodeSystem } from './host.ts';

/** One verb, and everything that it may use. */
export interface Request<Case extends CaseParams> extends CoverRequest<Case> {
  readonly verb: string;
  /** The id of `show`. */
  readonly argument?: string | undefined;
  /** Waits until the device, which is open, is this process's own; `run` gets ready by then. It is so at once when left out. */
  readonly turn?: () => Promise<void>;
}

/** Answers with events; throws on a verb or an id that there is not. */
export async function answer<Case extends CaseParams>(request: Request<Case>): Promise<void> {
  const { verb } = request;
  if (verb !== 'run') await request.turn?.();
  switch (verb) {
    case 'profile':
      return profile(request);
    case 'list':
      return list(request, seenOn(request.gpu));
    case 'show':
      return show(await tuned(request));
    case 'cover':
      return coverRungs(await tuned(request));
    case 'run':
      return run(request);
    case 'tune':
      return tuneRungs(request);
    case 'mutants':
      return mutants(request);
    default:
      throw new Error(`"${verb}" is not a verb: write profile, list, show ID, cover, run, tune or mutants`);
  }
}

// With what the machine's table has for the family, as `run` takes it.
async function tuned<Case extends CaseParams>(request: Request<Case>): Promise<Request<Case>> {
  const { gpu, family, load, emit } = request;
  const key = keyOfMachine(gpu, nodeSystem());
  const onStale = (message: string) => emit({ type: 'note', message });
  return { ...request, gpu: await withTable(gpu, { family, load, key }, onStale) };
}

// One id as an argument, several in the job.
function show<Case extends CaseParams>({ argument, job, gpu, family, load, emit }: Request<Case>): void {
  for (const id of argument === undefined ? (job.ids ?? ['']) : [argument])
    emit({ type: 'shown', shown: showId(family, gpu, { id, load }) });
}

async function profile<Case extends CaseParams>(request: Request<Case>): Promise<void> {
  const { job, gpu, emit } = request;
  if (job.rulersOnly) return rulers(request);
  const adapters = await listAdapters();
  const host = nodeHost();
  const cards = gpu.facts.software ? [] : fittingCards(gpu.adapter.name, host.cards).map(({ bus }) => bus);
  emit({ type: 'adapters', adapters, duplicates: duplicateNames(adapters), cards });
  const machine = await profileMachine(gpu, host);
  emit({ type: 'machine', machine });
  emit({ type: 'ruler', ruler: await measureRulers(gpu, machine.llc?.bytes ?? 0) });
}

// The emulator is a seventh of all that a family's process would load, and no other verb has a use for it.
async function mutants<Case extends CaseParams>(request: Request<Case>): Promise<void> {
  const { answerMutants } = await import('../mutants/answer.ts');
  return answerMutants(request);
}

async function rulers<Case extends CaseParams>({ gpu, emit }: Request<Case>): Promise<void> {
  const llc = lastLevelCache(gpu.adapter.name, gpu.facts.software);
  emit({ type: 'ruler', ruler: await measureRulers(gpu, llc.bytes) });
}

// The reader of kernels is loaded by those who ask for it alone.
const takeApart: TakeApart = async (bench, timed) => {
  const { measurePerturbations } = await import('../perturb/measure.ts');
  return measurePerturbations(bench, timed);
};

async function run<Case extends CaseParams>({ threads, ...request }: Request<Case>): Promise<void> {
  const closing = request.job.rulersAfter ? { closing: () => rulers(request) } : {};
  const given = { ...request, takeApart, ...closing, ...(threads ? { judges: threads } : {}) };
  await runIds(given).finally(() => threads?.close());
}
