// Right before fast: a launch on poisoned outputs, compared with the oracle, and another over what it has left.
import { chainedDurations, raceLoss, timePasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import type { KnownOutputs } from '@kernel-ladder/schema';
import { areEqual, beginJudging, judge, recall, rejected } from './judge-outputs.ts';
import type { Begun, CheckSpec, Judged, JudgeRequest, Launched } from './judge-outputs.ts';
import { underWay } from './report.ts';
import { boundBuffer } from '../contract/family.ts';
import type { CaseParams } from '../contract/family.ts';
import { worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import { poison, uploadData } from '../launch/case-data.ts';
import type { CaseData } from '../launch/case-data.ts';
import { createHostCases } from '../launch/host-cases.ts';
import type { HostCases } from '../launch/host-cases.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch, LaunchSpec } from '../launch/launch.ts';
import { writableBindings } from '../wgsl/facts.ts';
import { shaderText } from '../wgsl/wgsl.ts';

/** The check of a launch's first outputs. */
export interface Checked extends Begun {
  /** The earlier launch whose check stands for this one. */
  readonly known: KnownOutputs | null;
  /** What the launch took, at whatever clock the device had; null where the timer gave no valid pair of stamps. */
  readonly launchNs: number | null;
}

/** What stands for outputs that are known, and whether the device goes on while others are compared. */
export interface Verification extends Pick<JudgeRequest, 'how'> {
  readonly known?: KnownOutputs | undefined;
}

/**
 * Poisons outputs and scratch, launches once, and compares, unless the outputs equal the known ones by their checksums and
 * those of the inputs.
 */
export async function verifyUnknown<Case extends CaseParams>(
  gpu: Gpu,
  launched: Launched<Case>,
  { known, how }: Verification = {},
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
  const judged = await beginJudging(gpu, launched, { data: spec.data, how });
  return { ...judged, known: known && judged.report === report ? known : null, launchNs };
}

// The launch and what is read of it go to the device together.
async function judgeOnPoison<Case extends CaseParams>(
  gpu: Gpu,
  launched: Launched<Case>,
  data: CaseData,
): Promise<Judged> {
  poisonAll(gpu, launched);
  return judge(gpu, launched, { data, behind: [launched.launch.encodeOn(data.buffers)] });
}

function poisonAll<Case extends CaseParams>(gpu: Gpu, { spec, launch }: Launched<Case>): void {
  poisonOutputs(gpu, spec, launch);
  for (const buffer of launch.scratch.values()) poison(gpu, buffer, 'u32');
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
    const first = await judgeOnPoison(gpu, launched, spec.data);
    if (!first.report.passed || spec.plan.passes.length === 0) return first.report;
    const second = await relaunch(gpu, launched, { from: spec.data, to: other });
    return worse(first.report, await second.report);
  } finally {
    launched.launch.free();
  }
}

/** Inputs to launch on over what a launch on others has left, and who submits the launch: left out, it goes to the device with what is read of it. */
export interface Relaunch extends Pick<JudgeRequest, 'how'> {
  readonly from: CaseData;
  readonly to: CaseData;
  readonly send?: (encode: EncodePass) => Promise<unknown>;
}

/** Launches on the inputs `to` over what a launch on the inputs `from` has left, and compares. */
export async function relaunch<Case extends CaseParams>(
  gpu: Gpu,
  launched: Launched<Case>,
  { from, to, how, send }: Relaunch,
): Promise<Begun> {
  const { spec, launch } = launched;
  // Inputs that are the same whatever the seed have the same answer: it is taken away.
  if (areEqual(from.checksums, to.checksums)) poisonOutputs(gpu, spec, launch);
  const encode = launch.encodeOn(to.buffers);
  await send?.(encode);
  const { report, sums } = await beginJudging(gpu, launched, { data: to, how, behind: send ? [] : [encode] });
  if (report instanceof Promise) return { report: underWay(report.then(overLeft)), sums };
  if (report.passed) return { report, sums };
  // Wrong because of what went before, or on these inputs by itself?
  const alone = await judgeOnPoison(gpu, launched, to);
  if (!alone.report.passed) return alone;
  const message = `right on overwritten outputs and scratch, wrong over those of an earlier launch: ${report.message}`;
  return { report: { ...report, message, rejection: 'unrepeatable' }, sums };
}

// The buffers have another launch's work when this is known: by itself it is not looked at again.
function overLeft(report: Finding): Finding {
  const message = `${report.message}, over what an earlier launch had left`;
  return report.passed ? report : { ...report, message };
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
