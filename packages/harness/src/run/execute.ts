// One id from plan to result: verify, time, verify the last timed output again.
import { destroyBuffer, GpuFault, hasTimestamps } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { ComparableReason, Reason, Result, VariantKind, Work } from '@kernel-ladder/schema';
import { checkAndTime } from './check-and-time.ts';
import type { Executed } from './check-and-time.ts';
import { underWay } from '../check/report.ts';
import { Unjudged } from './check-seeds.ts';
import { coverEdgeCases } from '../check/coverage.ts';
import type { Covered } from '../check/coverage.ts';
import { boundBuffer, runsItself } from '../contract/family.ts';
import type { CaseParams, Demand, Plan, Skip, Variant } from '../contract/family.ts';
import { isOutOfMemory } from '../contract/memory.ts';
import { claimFaults } from '../contract/claims.ts';
import { identify } from '../contract/identity.ts';
import type { Subject } from '../contract/identity.ts';
import { planFor } from '../contract/plan.ts';
import { checkAndTimeSelfRun } from './self-run.ts';
import type { Base } from './time-launch.ts';
import type { Workbench } from './workbench.ts';

/** Runs one id. Every fault of kernel or device becomes a failed result; only device loss leaves nothing to go on with. */
export async function execute<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: Subject<Case>,
): Promise<Result> {
  const { result } = await begin(bench, subject);
  return result;
}

/** The same up to where the device is done with the id. Where judges work beside it, the result comes later. */
export async function begin<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: Subject<Case>,
): Promise<Executed> {
  const base = describe(bench, subject);
  const next = bench.following.case;
  bench.hosts.keep([subject.params, ...(next ? [next.params] : [])]);
  try {
    const way = wayOf(bench, subject);
    if ('skip' in way) return { result: { ...base, status: 'skipped', reason: way.skip } };
    const [claim] = claimFaults(bench.family, subject.params, way.demand);
    if (claim) {
      const reason = { code: 'wrong-result', message: `the plan ${claim}` } as const;
      return { result: { ...base, status: 'failed', reason } };
    }
    const coverage = await cover(bench, subject.variant);
    const covered = {
      ...base,
      coverage: coverage.coverage,
      work: { ...base.work, implBytes: way.demand.implBytes },
    };
    if (coverage.failure !== null) {
      const code = coverage.isOutOfMemory ? 'out-of-memory' : 'wrong-result';
      return { result: { ...covered, status: 'failed', reason: { code, message: coverage.failure } } };
    }
    const { result } = await withoutLeaks(bench, () => way.take(covered));
    if (!(result instanceof Promise)) return { result };
    return { result: underWay(result.catch((error: unknown) => unfinished(base, error))) };
  } catch (error) {
    return { result: unfinished(base, error) };
  }
}

function unfinished(base: Base, error: unknown): Result {
  const reason = reasonOf(error);
  const isSkip = error instanceof Unjudged || reason.code.startsWith('limit:');
  return { ...base, status: isSkip ? 'skipped' : 'failed', reason };
}

/** How an id is checked and timed, once it is known what it asks for. */
interface Way {
  readonly demand: Demand;
  readonly take: (base: Base) => Promise<Executed>;
}

function wayOf<Case extends CaseParams>(
  bench: Workbench<Case>,
  { variant, params }: Subject<Case>,
): Way | Skip {
  if (runsItself(variant)) {
    const demand = variant.plan(params, bench.gpu.facts);
    const take = (base: Base, asked: Demand) =>
      checkAndTimeSelfRun(bench, { variant, params, demand: asked, base });
    return 'skip' in demand ? demand : { demand, take: (base) => take(base, demand) };
  }
  const plan = planFor(variant, params, bench.gpu.facts);
  if ('skip' in plan) return plan;
  refuseTooLarge(bench.gpu, plan, bench.family.work(params));
  const tuned = plan.tuned ? { tuned: plan.tuned } : {};
  return {
    demand: plan,
    take: (base) => checkAndTime(bench, { variant, params }, { plan, base: { ...base, ...tuned } }),
  };
}

// Any size can be asked for: what no buffers hold is refused before its inputs are made.
function refuseTooLarge(
  { memoryCapBytes, facts }: Gpu,
  plan: Plan,
  { minBytes }: Pick<Work, 'minBytes'>,
): void {
  const bound = new Set(plan.passes.flatMap((pass) => pass.bindings.map(boundBuffer)));
  const count = [...bound].filter((name) => plan.scratch?.[name] === undefined).length;
  const limit = 'maxStorageBufferBindingSize';
  const most = facts.limits[limit] ?? Number.POSITIVE_INFINITY;
  const has = `${count} inputs and outputs have ${minBytes} bytes`;
  if (count > 0 && minBytes > count * most)
    throw new GpuFault(`limit:${limit}`, `${has}, ${limit} is ${most}`);
  if (minBytes > memoryCapBytes)
    throw new GpuFault('out-of-memory', `${has}, the cap is ${memoryCapBytes} bytes`);
}

function describe<Case extends CaseParams>({ family, gpu }: Workbench<Case>, subject: Subject<Case>): Base {
  const doubts = doubtsOf(subject.variant, gpu);
  return {
    ...identify(family, subject),
    ...(subject.variant.breaksOn ? { breaks: true } : {}),
    ...(family.simulated && !crossesLinks(subject.variant) ? { simulated: true } : {}),
    coverage: [],
    comparable: doubts.length === 0,
    comparableReasons: doubts,
  };
}

function crossesLinks<Case extends CaseParams>(variant: Variant<Case, VariantKind>): boolean {
  return runsItself(variant) && variant.simulated === false;
}

// A machine's key names the device: the host, whose clock and processor a time may hang on, can be another next time.
function doubtsOf<Case extends CaseParams>(
  variant: Variant<Case, VariantKind>,
  gpu: Gpu,
): readonly ComparableReason[] {
  const isOnHostClock = runsItself(variant) ? variant.clock === 'host' : !hasTimestamps(gpu);
  return [
    ...(gpu.facts.software ? ['software-adapter' as const] : []),
    ...(isOnHostClock ? ['host-clock' as const] : []),
  ];
}

async function cover<Case extends CaseParams>(
  bench: Workbench<Case>,
  variant: Variant<Case, VariantKind>,
): Promise<Covered> {
  if (!bench.edgeCases) return { coverage: [], failure: null };
  const { gpu, family, load, seed, judges, ahead, device, onProgress } = bench;
  const found = bench.covered.get(variant.name);
  if (found) return found;
  await device.use('shared');
  const onCase = (done: number, total: number) => onProgress('edge cases', done / total);
  const report = await coverEdgeCases(gpu, { family, variant, load, seed, judges, ahead, onCase });
  bench.covered.set(variant.name, report);
  return report;
}

// What a fault left behind is freed, so that one id's failure is not the next one's lack of memory.
async function withoutLeaks<Case extends CaseParams, T>(
  { gpu, inputs, hosts }: Workbench<Case>,
  work: () => Promise<T>,
): Promise<T> {
  const before = new Set(gpu.ledger.keys());
  try {
    return await work();
  } catch (error) {
    inputs.drop();
    hosts.keep([]);
    // The device's timestamp buffers are made by the first timing and serve all later ids.
    const { slots } = gpu.timestamps;
    const kept = new Set([...before, slots?.resolved, slots?.staging]);
    for (const buffer of gpu.ledger.keys()) if (!kept.has(buffer)) destroyBuffer(gpu, buffer);
    throw error;
  }
}

function reasonOf(error: unknown): Reason {
  const message = error instanceof Error ? error.message || error.name : String(error);
  if (error instanceof GpuFault) return { code: error.code, message };
  if (error instanceof Unjudged) return { code: 'not-applicable', message };
  if (isOutOfMemory(error)) return { code: 'out-of-memory', message };
  return { code: 'crashed', message };
}
