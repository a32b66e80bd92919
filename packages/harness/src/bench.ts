// A family as a process: `node src/bench.ts profile|list|show ID|run`, a job on stdin, events on fd 3.
import { closeDevice, liveBuffers } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { duplicateNames, listAdapters, NoAdapter, openGpu, UnknownAdapter } from '@kernel-ladder/gpu/node';
import { formatCase, parseId } from '@kernel-ladder/schema';
import type { FamilyEvent, FamilyListing, Job, ListedId, ShownId, SizeClass } from '@kernel-ladder/schema';
import { createClock } from './clock.ts';
import { lastLevelCache } from './devices.ts';
import { emit, readJob } from './events.ts';
import { execute, identify } from './execute.ts';
import type { Session } from './execute.ts';
import type { CaseParams, Family, Variant } from './family.ts';
import { createInputCache } from './input-cache.ts';
import { fileLoader } from './loader.ts';
import { profileMachine } from './machine.ts';
import { planFor } from './plan.ts';
import { measureRulers } from './roofs.ts';
import { shaderText } from './wgsl.ts';
import type { WgslLoader } from './wgsl.ts';
import { readFacts } from './wgsl-facts.ts';

/** Answers one verb and ends the process; `kernels` is the folder of the family's .wgsl files. */
export async function benchFamily<Case extends CaseParams>(family: Family<Case>, kernels: URL): Promise<void> {
  const [verb = 'run', argument] = process.argv.slice(2);
  try {
    const job = await readJob();
    const gpu = await openGpu(job.gpu);
    const before = liveBuffers(gpu).count;
    await answer({ verb, argument, job, gpu, family, load: fileLoader(kernels) });
    gpu.timestamps.slots?.free();
    emit({ type: 'done', leakedBuffers: liveBuffers(gpu).count - before });
    closeDevice(gpu);
    // Dawn's objects keep the event loop alive.
    process.exit(0);
  } catch (error) {
    emit(describeError(error));
    process.exit(error instanceof NoAdapter ? 3 : 2);
  }
}

interface Request<Case extends CaseParams> {
  readonly verb: string;
  readonly argument: string | undefined;
  readonly job: Job;
  readonly gpu: Gpu;
  readonly family: Family<Case>;
  readonly load: WgslLoader;
}

async function answer<Case extends CaseParams>(request: Request<Case>): Promise<void> {
  const { verb, argument, gpu, family, load } = request;
  switch (verb) {
    case 'profile':
      return profile(request);
    case 'list':
      return emit({ type: 'family', family: listFamily(family, gpu) });
    case 'show':
      return emit({ type: 'shown', shown: showId(family, gpu, { id: argument ?? '', load }) });
    case 'run':
      return runIds(request);
    default:
      throw new Error(`"${verb}" is not a verb: write profile, list, show ID or run`);
  }
}

async function profile<Case extends CaseParams>({ job, gpu }: Request<Case>): Promise<void> {
  if (job.rulersOnly) {
    const llc = lastLevelCache(gpu.adapter.name, gpu.facts.software);
    return emit({ type: 'ruler', ruler: await measureRulers(gpu, llc.bytes) });
  }
  const adapters = await listAdapters();
  emit({ type: 'adapters', adapters, duplicates: duplicateNames(adapters) });
  const machine = await profileMachine(gpu);
  emit({ type: 'machine', machine });
  emit({ type: 'ruler', ruler: await measureRulers(gpu, machine.llc?.bytes ?? 0) });
}

async function runIds<Case extends CaseParams>({ job, gpu, family, load }: Request<Case>): Promise<void> {
  if (!job.machine) throw new Error('the verb run needs the machine’s profile in its job');
  const { seed, effort = 'normal', edgeCases = true, machine } = job;
  const clock = await createClock(gpu, job.canaryNs ?? null);
  const shared = { gpu, family, load, machine, effort, seed, edgeCases, clock, inputs: createInputCache(), covered: new Map() };
  let lost = false;
  void gpu.lost.then(() => (lost = true));
  for (const id of job.ids ?? []) {
    emit({ type: 'start', id });
    const onProgress: Session<Case>['onProgress'] = (phase, share) => emit({ type: 'progress', id, phase, share });
    const result = await execute({ ...shared, onProgress }, find(family, id));
    emit({ type: 'result', result });
    if (lost) return emit({ type: 'error', code: 'device-lost', message: await gpu.lost });
  }
  shared.inputs.drop();
  clock?.free();
}

function listFamily<Case extends CaseParams>(family: Family<Case>, gpu: Gpu): FamilyListing {
  const { name, title, headline, variants } = family;
  const ids = family.variants.flatMap((variant) => listVariant(family, variant, gpu));
  return { name, title, headline, variants: variants.map(({ name: of, summary }) => ({ name: of, summary })), ids };
}

function listVariant<Case extends CaseParams>(family: Family<Case>, variant: Variant<Case>, gpu: Gpu): ListedId[] {
  return casesByName(family).flatMap(({ params, sizes }): readonly ListedId[] => {
    const identity = { ...identify(family, { variant, params }), sizes };
    const plan = planFor(variant, params, gpu.facts);
    if (!('skip' in plan)) return [{ ...identity, status: 'runnable' }];
    // A case that a variant does not claim to solve, on any device, is no id of it.
    if (plan.skip.code === 'not-applicable') return [];
    return [{ ...identity, status: 'skipped', reason: `${plan.skip.code}: ${plan.skip.message}` }];
  });
}

// A case that stands in several size classes is one id.
function casesByName<Case extends CaseParams>(family: Family<Case>) {
  const named = new Map<string, { readonly caseName: string; readonly params: Case; readonly sizes: SizeClass[] }>();
  for (const [size, cases] of Object.entries(family.cases) as [SizeClass, readonly Case[]][]) {
    for (const params of cases) {
      const caseName = formatCase(family.params, params);
      const entry = named.get(caseName) ?? { caseName, params, sizes: [] };
      entry.sizes.push(size);
      named.set(caseName, entry);
    }
  }
  return [...named.values()];
}

function find<Case extends CaseParams>(family: Family<Case>, id: string) {
  const parts = parseId(id);
  const variant = family.variants.find((candidate) => candidate.name === parts.variant);
  const found = casesByName(family).find((candidate) => candidate.caseName === parts.case);
  if (!variant || !found) throw new Error(`${family.name} has no ${id}: see \`bench list\``);
  return { variant, params: found.params };
}

function showId<Case extends CaseParams>(
  family: Family<Case>,
  gpu: Gpu,
  { id, load }: { readonly id: string; readonly load: WgslLoader },
): ShownId {
  const { variant, params } = find(family, id);
  const plan = planFor(variant, params, gpu.facts);
  const isSkip = 'skip' in plan;
  const work = { ...family.work(params), implBytes: isSkip ? 0 : plan.implBytes };
  const passes = isSkip ? [] : plan.passes;
  return {
    id,
    summary: variant.summary,
    params,
    work,
    tolerance: family.tolerance,
    ...(isSkip ? { skip: `${plan.skip.code}: ${plan.skip.message}` } : {}),
    passes: passes.map((pass) => {
      const text = shaderText(pass.wgsl, load);
      return { file: pass.wgsl.file, text, bindings: pass.bindings, workgroups: pass.workgroups, ...readFacts(text) };
    }),
  };
}

function describeError(error: unknown): FamilyEvent {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NoAdapter) return { type: 'error', code: 'no-adapter', message };
  if (error instanceof UnknownAdapter) return { type: 'error', code: 'usage', message };
  return { type: 'error', code: 'usage', message };
}
