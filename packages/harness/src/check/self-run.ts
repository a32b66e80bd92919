// The check of a variant that runs itself: spoilt outputs, a run, the family's own oracle, and inputs as they were.
import type { Gpu } from '@kernel-ladder/gpu';
import type { CaseParams, Caches, Demand, Prepared, Problem, SelfRunVariant } from '../contract/family.ts';
import { worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import { allocate, poisonWord, typeOfArray } from '../contract/scalars.ts';
import type { Arrays, NumberArray } from '../contract/scalars.ts';
import type { HostData } from '../launch/case-data.ts';
import { accuracyOf } from './accuracy.ts';
import { rejected, rejectionOf } from './judge-outputs.ts';
import { sumOf } from './sum.ts';

/** A variant on one case's inputs. */
export interface SelfRunSpec<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly params: Case;
  readonly variant: SelfRunVariant<Case>;
  readonly demand: Demand;
  readonly data: HostData;
  readonly caches?: Caches | undefined;
}

/** A variant that is ready; `inputSum` is what its inputs summed up to before it saw them. */
export interface Ready<Case extends CaseParams> {
  readonly spec: SelfRunSpec<Case>;
  readonly prepared: Prepared;
  readonly inputSum: number;
  /** What the oracle has said of outputs that it let pass, by their sum: equal ones are compared once. */
  readonly accepted: Map<number, Finding>;
}

/** Prepares a variant, works with it and frees it. */
export async function withPrepared<Case extends CaseParams, T>(
  gpu: Gpu,
  spec: SelfRunSpec<Case>,
  work: (ready: Ready<Case>) => Promise<T>,
): Promise<T> {
  const { variant, params, data, caches } = spec;
  const inputSum = sumBefore(data.inputs);
  const prepared = await variant.prepare(params, {
    inputs: data.inputs,
    gpu,
    memory: data.judge.memory,
    ...(caches ? { caches } : {}),
  });
  try {
    return await work({ spec, prepared, inputSum, accepted: new Map() });
  } finally {
    await prepared.free();
  }
}

/** Runs it twice on spoilt outputs, because that is how it is timed, and compares both times. */
export async function checkPrepared<Case extends CaseParams>(ready: Ready<Case>): Promise<Finding> {
  const first = await runAndCompare(ready);
  if (!first.passed) return withInputs(ready, first);
  const second = await runAndCompare(ready);
  return withInputs(ready, worse(first, second.passed ? second : { ...second, rejection: 'unrepeatable' }));
}

/**
 * Puts other inputs of the case in the place of those that it was prepared with, and runs it on them: an answer that was kept from
 * before, or a part of it, is wrong there.
 */
export async function runOnOthers<Case extends CaseParams>(
  { spec, prepared }: Ready<Case>,
  data: HostData,
): Promise<Finding> {
  const others = { spec: { ...spec, data }, prepared, inputSum: sumBefore(data.inputs), accepted: new Map() };
  await prepared.replace(data.inputs);
  const found = withInputs(others, await runAndCompare(others));
  return found.passed
    ? found
    : { ...found, message: `on inputs that came after it was ready: ${found.message}` };
}

/** A finding, unless the inputs are not as they were: those a reference may have been made of. */
export function withInputs<Case extends CaseParams>(
  { spec, inputSum }: Pick<Ready<Case>, 'spec' | 'inputSum'>,
  finding: Finding,
): Finding {
  if (sumOf(spec.data.inputs) === inputSum) return finding;
  return rejected('changed-input', 'the variant changed its inputs');
}

/** Runs it once on spoilt outputs and compares; what equals outputs that have passed is not judged again. */
export async function runAndCompare<Case extends CaseParams>(ready: Ready<Case>): Promise<Finding> {
  await spoil(ready);
  await ready.prepared.run();
  return comparePrepared(ready);
}

// Fills the outputs with what nobody computes.
async function spoil<Case extends CaseParams>({ spec, prepared }: Ready<Case>): Promise<void> {
  const outputs = spoilt.get(spec.data) ?? spoiltOutputs(spec);
  spoilt.set(spec.data, outputs);
  await prepared.spoil(outputs);
}

// All variants of a case are given the same: making a gigabyte of it takes half a second.
const spoilt = new WeakMap<HostData, Arrays>();

function spoiltOutputs<Case extends CaseParams>({ family, params }: SelfRunSpec<Case>): Arrays {
  const shapes = Object.entries(family.outputs(params));
  return Object.fromEntries(
    shapes.map(([name, { type, length }]) => [name, poisoned(allocate(type, length))]),
  );
}

// Compares what the last run left.
async function comparePrepared<Case extends CaseParams>({
  spec,
  prepared,
  accepted,
}: Ready<Case>): Promise<Finding> {
  const outputs = await prepared.outputs();
  refuseOtherShapes(spec, outputs);
  const sum = sumOf(outputs);
  const known = accepted.get(sum);
  if (known) return known;
  const accuracy = accuracyOf({ family: spec.family, params: spec.params, claim: spec.demand });
  const report = await spec.data.judge.verify(outputs, accuracy);
  if (!report.passed) return { ...report, rejection: rejectionOf(report, outputs) };
  accepted.set(sum, report);
  return report;
}

// An output of another length or type is no wrong value but no output of this family at all.
function refuseOtherShapes<Case extends CaseParams>(spec: SelfRunSpec<Case>, outputs: Arrays): void {
  for (const [name, { type, length }] of Object.entries(spec.family.outputs(spec.params))) {
    const array = outputs[name];
    const got = array ? `${array.length} of ${typeOfArray(array)}` : 'nothing';
    if (got !== `${length} of ${type}`)
      throw new Error(
        `${spec.variant.name} gives ${got} as "${name}", the family wants ${length} of ${type}`,
      );
  }
}

// Word by word: the outputs of a large case have hundreds of millions of bytes.
function poisoned(array: NumberArray): NumberArray {
  const words = Uint32Array.of(poisonWord(typeOfArray(array)));
  const whole = Math.floor(array.byteLength / 4);
  new Uint32Array(array.buffer, array.byteOffset, whole).fill(words[0] ?? 0);
  const rest = bytesOfArray(array).subarray(4 * whole);
  rest.set(new Uint8Array(words.buffer, 0, rest.length));
  return array;
}

// What the inputs summed up to before any variant saw them: one that changes them later shows with the next.
const sums = new WeakMap<Arrays, number>();

function sumBefore(inputs: Arrays): number {
  const sum = sums.get(inputs) ?? sumOf(inputs);
  sums.set(inputs, sum);
  return sum;
}

function bytesOfArray(array: NumberArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
