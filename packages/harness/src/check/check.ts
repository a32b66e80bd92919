// Right before fast: a launch on poisoned outputs, compared with the oracle, with guard bands and inputs intact.
import { readBuffer, submitPasses } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { KnownOutputs, ScalarType } from '@kernel-ladder/schema';
import { inputsUnchanged, poison } from '../launch/case-data.ts';
import { checksum } from '../launch/checksum.ts';
import type { CaseData } from '../launch/case-data.ts';
import type { BufferShape } from '../contract/family.ts';
import type { Arrays } from '../contract/scalars.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch, LaunchSpec } from '../launch/launch.ts';
import type { CaseParams } from '../contract/family.ts';
import { isUnwritten, worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import type { Rejection } from '../contract/rejection.ts';
import { bytesOf, poisonWord, view } from '../contract/scalars.ts';

/** A launch with the inputs and the oracle that judge it. */
export type CheckSpec<Case extends CaseParams> = LaunchSpec<Case> & { readonly data: CaseData };

async function verify<Case extends CaseParams>(
  gpu: Gpu,
  spec: CheckSpec<Case>,
  launch: Launch,
): Promise<Finding> {
  await launchOnPoison(gpu, spec, launch);
  return compare(gpu, spec, launch);
}

/** A report on outputs, and their checksums, guard bands included. */
export interface Checked {
  readonly report: Finding;
  readonly sums: readonly number[];
  /** The earlier launch whose check stands for this one. */
  readonly known: KnownOutputs | null;
}

/**
 * Poisons outputs and scratch, launches once, and compares, unless the outputs equal the known ones by their checksums and
 * those of the inputs.
 */
export async function verifyUnknown<Case extends CaseParams>(
  gpu: Gpu,
  { spec, launch }: { readonly spec: CheckSpec<Case>; readonly launch: Launch },
  known: KnownOutputs | undefined,
): Promise<Checked> {
  await launchOnPoison(gpu, spec, launch);
  const sums = await checksum(gpu, [...launch.outputs.values()]);
  if (known && areEqual(known.sums, [...spec.data.checksums, ...sums])) {
    if (await inputsUnchanged(gpu, spec.data)) return { sums, known, report: reportOf(known) };
  }
  return { sums, known: null, report: await compare(gpu, spec, launch) };
}

/**
 * Checks what the last timed launch left. Outputs of the same checksum are those that were checked: comparing
 * gigabytes with the oracle again would tell nothing more. Others, of a kernel whose order of additions varies, are.
 */
export async function recheck<Case extends CaseParams>(
  gpu: Gpu,
  { spec, launch }: { readonly spec: CheckSpec<Case>; readonly launch: Launch },
  before: Checked,
): Promise<Finding> {
  const sums = await checksum(gpu, [...launch.outputs.values()]);
  if (areEqual(sums, before.sums) && (await inputsUnchanged(gpu, spec.data))) return before.report;
  return worse(before.report, await compare(gpu, spec, launch));
}

async function launchOnPoison<Case extends CaseParams>(
  gpu: Gpu,
  spec: CheckSpec<Case>,
  launch: Launch,
): Promise<void> {
  poisonOutputs(gpu, spec, launch);
  for (const buffer of launch.scratch.values()) poison(gpu, buffer, 'u32');
  await submitPasses(gpu, [launch.encode(0)]);
}

function areEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((sum, index) => sum === others[index]);
}

function reportOf({ check: { maxAbs, maxRel, worstErrorOverTolerance } }: KnownOutputs): Finding {
  return { passed: true, maxAbs, maxRel, worst: worstErrorOverTolerance, message: '' };
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

/** Compares what the outputs hold now: after timing, that is the work of the last timed launch. */
async function compare<Case extends CaseParams>(
  gpu: Gpu,
  spec: CheckSpec<Case>,
  launch: Launch,
): Promise<Finding> {
  const outputs: { [name: string]: Arrays[string] } = {};
  for (const [name, shape] of Object.entries(spec.family.outputs(spec.params))) {
    const buffer = launch.outputs.get(name);
    if (!buffer) throw new Error(`no buffer for output "${name}"`);
    const bytes = await readBuffer(gpu, buffer, { offset: 0, bytes: buffer.size });
    if (!guardIntact(bytes, shape))
      return rejected('out-of-bounds', `${name}: the kernel wrote behind the last element`);
    outputs[name] = view(shape.type, bytes, shape.length);
  }
  if (!(await inputsUnchanged(gpu, spec.data)))
    return rejected('changed-input', 'the kernel changed its inputs');
  const report = spec.data.oracle().verify(outputs, { longestSum: spec.plan.longestSum });
  return report.passed ? report : { ...report, rejection: rejectionOf(report, outputs) };
}

/** How a report of a failure rejects outputs. */
export function rejectionOf(report: Finding, outputs: Arrays): Rejection {
  return report.rejection ?? (isUnwritten(report, outputs) ? 'unwritten' : 'wrong-value');
}

/**
 * Compiles, verifies and frees: the check of one awkward case. The kernel runs twice, the second time on scratch
 * buffers as the first has left them, because that is how it is timed.
 */
export async function checkOnce<Case extends CaseParams>(gpu: Gpu, spec: CheckSpec<Case>): Promise<Finding> {
  const launch = await createLaunch(gpu, spec);
  try {
    const first = await verify(gpu, spec, launch);
    if (!first.passed || spec.plan.passes.length === 0) return first;
    poisonOutputs(gpu, spec, launch);
    await submitPasses(gpu, [launch.encode(0)]);
    const second = await compare(gpu, spec, launch);
    return worse(first, second.passed ? second : { ...second, rejection: 'unrepeatable' });
  } finally {
    launch.free();
  }
}

function guardIntact(bytes: ArrayBuffer, shape: BufferShape): boolean {
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
