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

/** A variant on one case's inputs. */
export interface SelfRunSpec<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly params: Case;
  readonly variant: SelfRunVariant<Case>;
  readonly demand: Demand;
  readonly data: HostData;
  readonly caches?: Caches | undefined;
}

/** A variant that is ready, with what its inputs summed up to before it saw them. */
export interface Ready<Case extends CaseParams> {
  readonly spec: SelfRunSpec<Case>;
  readonly prepared: Prepared;
  readonly inputSum: number;
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
    ...(caches ? { caches } : {}),
  });
  try {
    return await work({ spec, prepared, inputSum });
  } finally {
    await prepared.free();
  }
}

/** Runs it twice on spoilt outputs, because that is how it is timed, and compares both times. */
export async function checkPrepared<Case extends CaseParams>(ready: Ready<Case>): Promise<Finding> {
  const first = await runAndCompare(ready);
  if (!first.passed) return first;
  const second = await runAndCompare(ready);
  return worse(first, second.passed ? second : { ...second, rejection: 'unrepeatable' });
}

/** Runs it once on spoilt outputs and compares. */
export async function runAndCompare<Case extends CaseParams>(ready: Ready<Case>): Promise<Finding> {
  await spoil(ready);
  await ready.prepared.run();
  return comparePrepared(ready);
}

/** Fills the outputs with what nobody computes. */
export async function spoil<Case extends CaseParams>({ spec, prepared }: Ready<Case>): Promise<void> {
  const shapes = Object.entries(spec.family.outputs(spec.params));
  await prepared.spoil(
    Object.fromEntries(shapes.map(([name, { type, length }]) => [name, poisoned(allocate(type, length))])),
  );
}

/** Compares what the last run left: after timing, that is the work of the last timed run. */
export async function comparePrepared<Case extends CaseParams>({
  spec,
  prepared,
  inputSum,
}: Ready<Case>): Promise<Finding> {
  const outputs = await prepared.outputs();
  refuseOtherShapes(spec, outputs);
  if (sumOf(spec.data.inputs) !== inputSum)
    return rejected('changed-input', 'the variant changed its inputs');
  const accuracy = accuracyOf({ family: spec.family, params: spec.params, claim: spec.demand });
  const report = await spec.data.judge.verify(outputs, accuracy);
  return report.passed ? report : { ...report, rejection: rejectionOf(report, outputs) };
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

// Each byte counts by its place, so that swapped elements change the sum: FNV-1a over words, the last bytes by themselves.
function sumOf(arrays: Arrays): number {
  let hash = 0x811c9dc5;
  for (const array of Object.values(arrays)) {
    const words = new Uint32Array(array.buffer, array.byteOffset, Math.floor(array.byteLength / 4));
    for (const lane of lanesOf(words)) hash = mixed(hash, lane);
    for (const byte of bytesOfArray(array).subarray(4 * words.length)) hash = mixed(hash, byte);
  }
  return hash;
}

// Four sums side by side: the next multiplication does not wait for the one before.
function lanesOf(words: Uint32Array): readonly number[] {
  let [h0, h1, h2, h3] = [0x811c9dc5, 0x811c9dc5, 0x811c9dc5, 0x811c9dc5];
  const whole = words.length - (words.length % 4);
  for (let index = 0; index < whole; index += 4) {
    h0 = mixed(h0, words[index] ?? 0);
    h1 = mixed(h1, words[index + 1] ?? 0);
    h2 = mixed(h2, words[index + 2] ?? 0);
    h3 = mixed(h3, words[index + 3] ?? 0);
  }
  return [h0, h1, h2, h3, ...words.subarray(whole)];
}

function mixed(hash: number, word: number): number {
  return Math.imul(hash ^ word, 0x01000193);
}

function bytesOfArray(array: NumberArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
