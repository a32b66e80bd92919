// The check of a variant that runs itself: spoilt outputs, a run, the family's own oracle, and inputs as they were.
import type { Gpu } from '@kernel-ladder/gpu';
import type { ScalarType } from '@kernel-ladder/schema';
import type { How } from '../contract/judges.ts';
import type {
  BufferShape,
  CaseParams,
  Caches,
  Demand,
  Prepared,
  Problem,
  SelfRunVariant,
} from '../contract/family.ts';
import { flawless, worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import { bytesOf, poisonWord, typeOfArray, view } from '../contract/scalars.ts';
import type { Arrays, NumberArray } from '../contract/scalars.ts';
import type { HostData } from '../launch/case-data.ts';
import { accuracyOf } from './accuracy.ts';
import { rejected, rejectionOf } from './judge-outputs.ts';
import { joinReports, underWay } from './report.ts';
import type { Report } from './report.ts';

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
  /** What the oracle says of outputs that it let pass or still looks at, by their sum: equal ones are compared once. */
  readonly accepted: Map<number, Report>;
}

/** What is said of a run, at once or later. */
export interface Compared {
  readonly report: Report;
}

/** Prepares a variant, works with it and frees it. */
export async function withPrepared<Case extends CaseParams, T>(
  gpu: Gpu,
  spec: SelfRunSpec<Case>,
  work: (ready: Ready<Case>) => Promise<T>,
): Promise<T> {
  const { variant, params, data, caches } = spec;
  const inputSum = await sumBefore(data);
  const { memory, movers } = data.judge;
  const prepared = await variant.prepare(params, {
    inputs: data.inputs,
    gpu,
    memory,
    movers,
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
  const first = await (await runAndCompare(ready)).report;
  if (!first.passed) return withInputs(ready, { report: first }).then(({ report }) => report);
  const second = await (await runAndCompare(ready)).report;
  const repeated = second.passed ? second : { ...second, rejection: 'unrepeatable' as const };
  return (await withInputs(ready, { report: worse(first, repeated) })).report;
}

/**
 * Puts other inputs of the case in the place of those that it was prepared with, and runs it on them: an answer that was kept from
 * before, or a part of it, is wrong there.
 */
export async function runOnOthers<Case extends CaseParams>(
  { spec, prepared }: Ready<Case>,
  data: HostData,
  how?: How,
): Promise<Compared> {
  const inputSum = await sumBefore(data);
  const others = { spec: { ...spec, data }, prepared, inputSum, accepted: new Map() };
  await prepared.replace(data.inputs);
  const { report } = await withInputs(others, await runAndCompare(others, how));
  return {
    report: joinReports([report], ([found = flawless]) =>
      found.passed
        ? found
        : { ...found, message: `on inputs that came after it was ready: ${found.message}` },
    ),
  };
}

/** What was said, unless the inputs are not as they were: those a reference may have been made of. */
export async function withInputs<Case extends CaseParams>(
  { spec, inputSum }: Pick<Ready<Case>, 'spec' | 'inputSum'>,
  compared: Compared,
): Promise<Compared> {
  if ((await spec.data.judge.movers.sum(spec.data.inputs)) === inputSum) return compared;
  return { report: rejected('changed-input', 'the variant changed its inputs') };
}

/** Runs it once on spoilt outputs and compares, beside other work if that is how; what equals outputs that have passed is not judged again. */
export async function runAndCompare<Case extends CaseParams>(
  ready: Ready<Case>,
  how?: How,
): Promise<Compared> {
  await spoil(ready);
  await ready.prepared.run();
  return comparePrepared(ready, how);
}

// Fills the outputs with what nobody computes.
async function spoil<Case extends CaseParams>({ spec, prepared }: Ready<Case>): Promise<void> {
  const shapes = Object.entries(spec.family.outputs(spec.params));
  await prepared.spoil(Object.fromEntries(shapes.map(([name, shape]) => [name, poisonOf(shape)])));
}

// By type, the longest of them, of which shorter ones are the beginning: making a gigabyte takes half a second.
const poisons = new Map<ScalarType, ReadonlyMap<number, NumberArray>>();

function poisonOf({ type, length }: BufferShape): NumberArray {
  const made = poisons.get(type) ?? new Map<number, NumberArray>();
  const found = made.get(length);
  if (found) return found;
  const longest = [...made.values()].find((array) => array.length > length);
  const poison = longest ? view(type, longest.buffer, length) : poisoned(type, length);
  // What was shorter is let go with its memory.
  poisons.set(type, longest ? new Map([...made, [length, poison]]) : new Map([[length, poison]]));
  return poison;
}

// Compares what the last run left.
async function comparePrepared<Case extends CaseParams>(
  { spec, prepared, accepted }: Ready<Case>,
  how: How | undefined,
): Promise<Compared> {
  const outputs = await prepared.outputs();
  refuseOtherShapes(spec, outputs);
  const { judge } = spec.data;
  const sum = await judge.movers.sum(outputs);
  const known = accepted.get(sum);
  if (known) return { report: known };
  const accuracy = accuracyOf({ family: spec.family, params: spec.params, claim: spec.demand });
  const report = judge
    .verify(outputs, accuracy, how)
    .then((found) => (found.passed ? found : { ...found, rejection: rejectionOf(found, outputs) }));
  const said = how === 'beside' ? underWay(report) : await report;
  accepted.set(sum, said);
  return { report: said };
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

// Word by word: the outputs of a large case have hundreds of millions of bytes. In memory that threads share, for those who copy it.
function poisoned(type: ScalarType, length: number): NumberArray {
  const words = Math.ceil((length * bytesOf(type)) / 4);
  const memory = new SharedArrayBuffer(4 * words);
  new Uint32Array(memory).fill(poisonWord(type));
  return view(type, memory, length);
}

// What the inputs summed up to before any variant saw them: one that changes them later shows with the next.
const sums = new WeakMap<Arrays, Promise<number>>();

function sumBefore({ inputs, judge }: HostData): Promise<number> {
  const sum = sums.get(inputs) ?? judge.movers.sum(inputs);
  sums.set(inputs, sum);
  return sum;
}
