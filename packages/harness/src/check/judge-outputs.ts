// What a launch has left, compared with the oracle: guard bands and inputs intact, every element within its bound.
import { readInto } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu, Wanted } from '@kernel-ladder/gpu';
import type { KnownOutputs, ScalarType } from '@kernel-ladder/schema';
import { accuracyOf } from './accuracy.ts';
import { underWay } from './report.ts';
import type { Report } from './report.ts';
import type { BufferShape, CaseParams } from '../contract/family.ts';
import type { How, Judge } from '../contract/judges.ts';
import { isUnwritten } from '../contract/oracle.ts';
import type { Accuracy, Finding } from '../contract/oracle.ts';
import type { Rejection } from '../contract/rejection.ts';
import { bytesOf, poisonWord, view } from '../contract/scalars.ts';
import type { Arrays } from '../contract/scalars.ts';
import type { CaseData } from '../launch/case-data.ts';
import { sumBehind } from '../launch/checksum.ts';
import type { Launch, LaunchSpec } from '../launch/launch.ts';

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

/** The same, whose report may be under way. */
export interface Begun extends Pick<Judged, 'sums'> {
  readonly report: Report;
}

/** Outputs of which inputs, and whether the device goes on while they are compared. */
export interface JudgeRequest {
  readonly data: CaseData;
  readonly how?: How | undefined;
  /** Passes that go to the device with the checksums of what they leave: the launch, where it is still to be submitted. */
  readonly behind?: readonly EncodePass[];
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
  launched: Launched<Case>,
  request: JudgeRequest,
): Promise<Judged> {
  const { sums, report } = await beginJudging(gpu, launched, request);
  return { sums, report: await report };
}

/** The same, whose report is under way once the outputs are read back if that goes on beside other work. */
export async function beginJudging<Case extends CaseParams>(
  gpu: Gpu,
  { spec, launch }: Launched<Case>,
  { data, how, behind = [] }: JudgeRequest,
): Promise<Begun> {
  const isLittle = bytesIn(launch) <= littleBytes;
  const early = isLittle ? placesFor({ spec, launch }, data.judge) : null;
  const { sums, areInputsKept } = await sumUp(gpu, launch, { data, behind, wanted: early ?? [] });
  if (!areInputsKept) return { sums, report: rejected('changed-input', 'the kernel changed its inputs') };
  const accuracy = accuracyOfLaunch({ spec, launch });
  const key = keyOf(sums, accuracy);
  const accepted = data.accepted.get(keyOf(sums)) ?? data.accepted.get(key);
  if (accepted) return { sums, report: accepted };
  const read = early ? whole(early) : await readEach(gpu, placesFor({ spec, launch }, data.judge));
  if ('rejection' in read) return { sums, report: read.rejection };
  const report = compare(read.outputs, { judge: data.judge, accuracy, how }).then((found) => {
    data.accepted.delete(key);
    if (found.passed) accept({ spec, launch }, data, { report: found, sums });
    return found;
  });
  if (how !== 'beside') return { sums, report: await report };
  data.accepted.set(key, underWay(report));
  report.catch(() => data.accepted.delete(key));
  return { sums, report };
}

// Little is read back before it is known whether anybody wants it: a wait for the device costs more, above all beside other processes.
const littleBytes = 2 ** 20;

function bytesIn({ outputs }: Launch): number {
  return [...outputs.values()].reduce((sum, { size }) => sum + size, 0);
}

interface Summing extends Required<Pick<JudgeRequest, 'data' | 'behind'>> {
  readonly wanted: readonly Wanted[];
}

// Outputs and inputs together: the device is waited for once.
async function sumUp(gpu: Gpu, { outputs }: Launch, { data, behind, wanted }: Summing) {
  const { buffers, checksums, salt } = data;
  const summed = [...outputs.values(), ...buffers.values()];
  const all = await sumBehind(gpu, behind, { buffers: summed, salt, wanted });
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

/** Whether two lists of checksums say the same. */
export function areEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((sum, index) => sum === others[index]);
}

// An output's buffer, and memory for what it holds.
interface Place extends Wanted {
  readonly name: string;
  readonly shape: BufferShape;
}

function placesFor<Case extends CaseParams>(
  { spec: { family, params }, launch }: Launched<Case>,
  { memory }: Judge,
): readonly Place[] {
  return Object.entries(family.outputs(params)).map(([name, shape]) => {
    const buffer = launch.outputs.get(name);
    if (!buffer) throw new Error(`no buffer for output "${name}"`);
    return { name, shape, buffer, memory: memory(name, buffer.size) };
  });
}

type Read = { readonly outputs: Arrays } | { readonly rejection: Finding };

async function readEach(gpu: Gpu, places: readonly Place[]): Promise<Read> {
  for (const { buffer, memory } of places) await readInto(gpu, buffer, memory);
  return whole(places);
}

// What was read, unless something stands behind it.
function whole(places: readonly Place[]): Read {
  const broken = places.find(({ memory, shape }) => !guardIntact(memory, shape));
  if (broken)
    return {
      rejection: rejected('out-of-bounds', `${broken.name}: the kernel wrote behind the last element`),
    };
  const outputs = places.map(({ name, memory, shape }) => [name, view(shape.type, memory, shape.length)]);
  return { outputs: Object.fromEntries(outputs) };
}

interface Judging extends Pick<JudgeRequest, 'how'> {
  readonly judge: Judge;
  readonly accuracy: Accuracy;
}

async function compare(outputs: Arrays, { judge: judged, accuracy, how }: Judging): Promise<Finding> {
  const report = await judged.verify(outputs, accuracy, how);
  return report.passed ? report : { ...report, rejection: rejectionOf(report, outputs) };
}

/** How a report of a failure rejects outputs. */
export function rejectionOf(report: Finding, outputs: Arrays): Rejection {
  return report.rejection ?? (isUnwritten(report, outputs) ? 'unwritten' : 'wrong-value');
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
