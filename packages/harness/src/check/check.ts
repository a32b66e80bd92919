// Right before fast: a launch on poisoned outputs, compared with the oracle, with guard bands and inputs intact.
import { chainedDurations, raceLoss, readInto, submitPasses, timePasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import type { KnownOutputs, ScalarType } from '@kernel-ladder/schema';
import { poison, uploadData } from '../launch/case-data.ts';
import { createHostCases } from '../launch/host-cases.ts';
import type { HostCases } from '../launch/host-cases.ts';
import { checksum } from '../launch/checksum.ts';
import type { CaseData } from '../launch/case-data.ts';
import type { Judge } from '../contract/judges.ts';
import type { BufferShape, CaseParams } from '../contract/family.ts';
import type { Arrays } from '../contract/scalars.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch, LaunchSpec } from '../launch/launch.ts';
import { accuracyOf } from './accuracy.ts';
import { boundBuffer } from '../contract/family.ts';
import { isUnwritten, worse } from '../contract/oracle.ts';
import type { Accuracy, Finding } from '../contract/oracle.ts';
import type { Rejection } from '../contract/rejection.ts';
import { bytesOf, poisonWord, view } from '../contract/scalars.ts';
import { writableBindings } from '../wgsl/facts.ts';
import { shaderText } from '../wgsl/wgsl.ts';

/** A launch with the inputs and the oracle that judge it. */
export type CheckSpec<Case extends CaseParams> = LaunchSpec<Case> & { readonly data: CaseData };

/** A launch, and what it was made from. */
export interface Launched<Case extends CaseParams> {
  readonly spec: CheckSpec<Case>;
  readonly launch: Launch;
}

/** A report on outputs, and their checksums, guard bands included. */
export interface Judged {
  readonly report: Finding;
  readonly sums: readonly number[];
}

/** The check of a launch's first outputs. */
export interface Checked extends Judged {
  /** The earlier launch whose check stands for this one. */
  readonly known: KnownOutputs | null;
  /** What the launch took, at whatever clock the device had; null where the timer gave no valid pair of stamps. */
  readonly launchNs: number | null;
}

/**
 * Poisons outputs and scratch, launches once, and compares, unless the outputs equal the known ones by their checksums and
 * those of the inputs.
 */
export async function verifyUnknown<Case extends CaseParams>(
  gpu: Gpu,
  launched: Launched<Case>,
  known: KnownOutputs | undefined,
): Promise<Checked> {
  const { spec } = launched;
  const refused = writesInputs(spec);
  if (refused) return { report: refused, sums: [], known: null, launchNs: null };
  const report = known && recall(launched, spec.data, known);
  poisonAll(gpu, launched);
  // What still fills the buffers would be in its time: a pass may be stamped before it waits for others.
  await raceLoss(gpu, gpu.device.queue.onSubmittedWorkDone());
  const [launchNs = null] = chainedDurations(
    await timePasses(gpu, [launched.launch.encodeOn(spec.data.buffers)]),
  );
  const judged = await judge(gpu, launched, spec.data);
  return { ...judged, known: known && judged.report === report ? known : null, launchNs };
}

/** Lets outputs pass that were found right on the same inputs; gives the report that stands for them. */
export function recall<Case extends CaseParams>(
  launched: Launched<Case>,
  data: CaseData,
  { check, sums }: KnownOutputs,
): Finding {
  const { maxAbs, maxRel, worstErrorOverTolerance: worst, largest } = check;
  const report: Finding = { passed: true, maxAbs, maxRel, worst, largest, message: '' };
  const inputs = data.checksums.length;
  if (areEqual(sums.slice(0, inputs), data.checksums))
    accept(launched, data, { report, sums: sums.slice(inputs) });
  return report;
}

/**
 * Compares what the outputs hold with the oracle of `data`. Outputs of the same checksum as some that passed are right
 * as well: reading gigabytes back again would tell nothing more.
 */
export async function judge<Case extends CaseParams>(
  gpu: Gpu,
  { spec, launch }: Launched<Case>,
  data: CaseData,
): Promise<Judged> {
  const { sums, areInputsKept } = await sumUp(gpu, launch, data);
  if (!areInputsKept) return { sums, report: rejected('changed-input', 'the kernel changed its inputs') };
  const accuracy = accuracyOfLaunch({ spec, launch });
  const accepted = data.accepted.get(keyOf(sums)) ?? data.accepted.get(keyOf(sums, accuracy));
  if (accepted) return { sums, report: accepted };
  const report = await compare(gpu, { spec, launch }, { judge: data.judge, accuracy });
  if (report.passed) accept({ spec, launch }, data, { report, sums });
  return { sums, report };
}

// Outputs and inputs together: the device is waited for once.
async function sumUp(gpu: Gpu, { outputs }: Launch, { buffers, checksums, salt }: CaseData) {
  const all = await checksum(gpu, [...outputs.values(), ...buffers.values()], salt);
  const ofOutputs = all.length - checksums.length;
  return { sums: all.slice(0, ofOutputs), areInputsKept: areEqual(all.slice(ofOutputs), checksums) };
}

// What has no error is right within every bound, whoever computed it.
function accept<Case extends CaseParams>(
  launched: Launched<Case>,
  data: CaseData,
  { report, sums }: Judged,
): void {
  data.accepted.set(report.worst === 0 ? keyOf(sums) : keyOf(sums, accuracyOfLaunch(launched)), report);
}

// The bound may depend on the chain: what passes a wide one proves nothing for a narrow one.
function keyOf(sums: readonly number[], accuracy?: Accuracy): string {
  return [accuracy?.longestSum ?? 'exact', ...sums].join();
}

function accuracyOfLaunch<Case extends CaseParams>({
  spec: { family, params, plan },
  launch,
}: Launched<Case>): Accuracy {
  return accuracyOf({ family, params, claim: plan, threads: launch.dispatch });
}

async function launchOnPoison<Case extends CaseParams>(
  gpu: Gpu,
  launched: Launched<Case>,
  data: CaseData,
): Promise<void> {
  poisonAll(gpu, launched);
  await submitPasses(gpu, [launched.launch.encodeOn(data.buffers)]);
}

function poisonAll<Case extends CaseParams>(gpu: Gpu, { spec, launch }: Launched<Case>): void {
  poisonOutputs(gpu, spec, launch);
  for (const buffer of launch.scratch.values()) poison(gpu, buffer, 'u32');
}

function areEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((sum, index) => sum === others[index]);
}

/** Fills the outputs with what no kernel computes. */
export function poisonOutputs<Case extends CaseParams>(
  gpu: Gpu,
  spec: LaunchSpec<Case>,
  launch: Launch,
): void {
  const shapes = spec.family.outputs(spec.params);
  for (const [name, buffer] of launch.outputs) poison(gpu, buffer, shapes[name]?.type ?? 'u32');
}

interface Judging {
  readonly judge: Judge;
  readonly accuracy: Accuracy;
}

async function compare<Case extends CaseParams>(
  gpu: Gpu,
  { spec, launch }: Launched<Case>,
  { judge: judged, accuracy }: Judging,
): Promise<Finding> {
  const outputs: { [name: string]: Arrays[string] } = {};
  for (const [name, shape] of Object.entries(spec.family.outputs(spec.params))) {
    const buffer = launch.outputs.get(name);
    if (!buffer) throw new Error(`no buffer for output "${name}"`);
    const bytes = judged.memory(name, buffer.size);
    await readInto(gpu, buffer, bytes);
    if (!guardIntact(bytes, shape))
      return rejected('out-of-bounds', `${name}: the kernel wrote behind the last element`);
    outputs[name] = view(shape.type, bytes, shape.length);
  }
  const report = await judged.verify(outputs, accuracy);
  return report.passed ? report : { ...report, rejection: rejectionOf(report, outputs) };
}

/** How a report of a failure rejects outputs. */
export function rejectionOf(report: Finding, outputs: Arrays): Rejection {
  return report.rejection ?? (isUnwritten(report, outputs) ? 'unwritten' : 'wrong-value');
}

/** One case of a family as a plan solves it, on the inputs of a seed. */
export type CaseCheck<Case extends CaseParams> = Omit<LaunchSpec<Case>, 'data'> & {
  readonly seed: number;
  /** Who has the inputs, and judges; made in this thread when left out. */
  readonly hosts?: HostCases<Case>;
};

/** Uploads the inputs of a seed and of the next, checks a launch on both, and frees all. */
export async function checkOnTwoSeeds<Case extends CaseParams>(
  gpu: Gpu,
  { seed, hosts, ...spec }: CaseCheck<Case>,
): Promise<Finding> {
  const { family, params } = spec;
  const held = hosts ?? createHostCases({ family });
  const dataOf = async (each: number) => uploadData(gpu, await held.get({ params, seed: each }), each);
  const data = await dataOf(seed);
  try {
    const other = await dataOf(seed + 1);
    return await checkOnce(gpu, { ...spec, data }, other).finally(other.free);
  } finally {
    data.free();
  }
}

/**
 * Compiles, verifies and frees. The kernel runs a second time, on `other` inputs over outputs and scratch as the first
 * launch has left them, because that is how it is timed.
 */
export async function checkOnce<Case extends CaseParams>(
  gpu: Gpu,
  spec: CheckSpec<Case>,
  other: CaseData,
): Promise<Finding> {
  const refused = writesInputs(spec);
  if (refused) return refused;
  const launched = { spec, launch: await createLaunch(gpu, spec) };
  try {
    await launchOnPoison(gpu, launched, spec.data);
    const first = await judge(gpu, launched, spec.data);
    if (!first.report.passed || spec.plan.passes.length === 0) return first.report;
    const second = await relaunch(gpu, launched, { from: spec.data, to: other });
    return worse(first.report, second.report);
  } finally {
    launched.launch.free();
  }
}

/** What a launch over what another one has left says, and what was taken of it. */
export interface Relaunched {
  readonly report: Finding;
  readonly taken: number;
}

/** Inputs to launch on over what a launch on others has left, and who launches: left out, the host's time to submit is taken, in ms. */
export interface Relaunch {
  readonly from: CaseData;
  readonly to: CaseData;
  readonly take?: (encode: EncodePass) => Promise<number>;
}

/** Launches on the inputs `to` over what a launch on the inputs `from` has left, and compares. */
export async function relaunch<Case extends CaseParams>(
  gpu: Gpu,
  launched: Launched<Case>,
  { from, to, take = (encode) => submitPasses(gpu, [encode]) }: Relaunch,
): Promise<Relaunched> {
  const { spec, launch } = launched;
  // Inputs that are the same whatever the seed have the same answer: it is taken away.
  if (areEqual(from.checksums, to.checksums)) poisonOutputs(gpu, spec, launch);
  const taken = await take(launch.encodeOn(to.buffers));
  const { report } = await judge(gpu, launched, to);
  if (report.passed) return { report, taken };
  // Wrong because of what went before, or on these inputs by itself?
  await launchOnPoison(gpu, launched, to);
  const alone = await judge(gpu, launched, to);
  if (!alone.report.passed) return { report: alone.report, taken };
  const message = `right on overwritten outputs and scratch, wrong over those of an earlier launch: ${report.message}`;
  return { report: { ...report, message, rejection: 'unrepeatable' }, taken };
}

// An input that can be written is one in which a launch could leave something for the next.
function writesInputs<Case extends CaseParams>({ plan, data, load }: CheckSpec<Case>): Finding | null {
  for (const { wgsl, bindings } of plan.passes) {
    for (const binding of writableBindings(shaderText(wgsl, load))) {
      const name = boundBuffer(bindings[binding] ?? '');
      if (!data.buffers.has(name)) continue;
      const message = `the kernel may change its inputs: ${wgsl.file} binds "${name}" as read_write, inputs are bound as read`;
      return rejected('changed-input', message);
    }
  }
  return null;
}

function guardIntact(bytes: ArrayBufferLike, shape: BufferShape): boolean {
  const expected = poisonBytes(shape.type);
  const tail = new Uint8Array(bytes, shape.length * bytesOf(shape.type));
  const phase = shape.length * bytesOf(shape.type);
  return tail.every((byte, index) => byte === expected[(phase + index) % 4]);
}

function poisonBytes(type: ScalarType): Uint8Array {
  return new Uint8Array(Uint32Array.of(poisonWord(type)).buffer);
}

/** The report of outputs that are not even compared. */
export function rejected(rejection: Rejection, message: string): Finding {
  return { passed: false, maxAbs: Infinity, maxRel: Infinity, worst: Infinity, message, rejection };
}
