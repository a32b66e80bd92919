// A plan made real on the device: buffers, pipelines, bind groups, and the encoder of one launch.
import { createBuffer, createPipeline, destroyBuffer, GpuFault, liveBuffers } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import { hashKernel } from '@kernel-ladder/schema/measuring';
import type { Dispatch, KernelPass, KernelText, Loc } from '@kernel-ladder/schema';
import { guardedBytes, poison } from './case-data.ts';
import type { CaseData } from './case-data.ts';
import { boundBuffer } from '../contract/family.ts';
import type { CaseParams, Problem, Pass, Plan } from '../contract/family.ts';
import { bytesOf } from '../contract/scalars.ts';
import { generatorLines, linesOfCode } from '../wgsl/lines.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { readFacts } from '../wgsl/facts.ts';
import { inSource } from '../wgsl/places.ts';

/** Named GPU buffers. */
export type Buffers = ReadonlyMap<string, GPUBuffer>;

/** One variant ready to run on one case. */
export interface Launch {
  /** Encodes one launch on the original inputs, or on the copy of that number. */
  readonly encode: (copy: number) => EncodePass;
  /** The same for timing, pass by pass, where each goes to the device in a submission of its own. */
  readonly submissions?: (copy: number) => readonly EncodePass[];
  /** Encodes one launch on other inputs, of the same names and sizes, with the same outputs and scratch. */
  readonly encodeOn: (inputs: Buffers) => EncodePass;
  /** Makes inputs 1 … copies − 1, so that consecutive launches read different memory. */
  readonly addCopies: (copies: number) => Promise<void>;
  readonly outputs: Buffers;
  readonly scratch: Buffers;
  /** Bytes of the inputs that it binds. */
  readonly inputBytes: number;
  /** All bytes bound by a launch: what must pass through a cache. */
  readonly footprintBytes: number;
  readonly compileMs: number;
  readonly dispatch: Dispatch;
  /** The final texts with what they bind, and their hash. */
  readonly kernel: KernelText;
  readonly loc: Loc;
  readonly free: () => void;
}

interface Stage {
  readonly pipeline: GPUComputePipeline;
  readonly pass: Pass;
}

/** Everything that a launch is made from. */
export interface LaunchSpec<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly params: Case;
  readonly plan: Plan;
  readonly data: Pick<CaseData, 'buffers'>;
  readonly load: WgslLoader;
}

/** Compiles and allocates a plan; what was made is freed again when a later step throws. */
export async function createLaunch<Case extends CaseParams>(
  gpu: Gpu,
  spec: LaunchSpec<Case>,
): Promise<Launch> {
  const owned: GPUBuffer[] = [];
  const free = () => owned.splice(0).forEach((buffer) => destroyBuffer(gpu, buffer));
  try {
    const texts = spec.plan.passes.map((pass) => shaderText(pass.wgsl, spec.load));
    const compiled = await compile(gpu, spec, texts);
    refuseOverCap(gpu, spec);
    const outputs = await allocateOutputs(gpu, spec, owned);
    const scratch = await allocateScratch(gpu, spec.plan, owned);
    const inputs = inputsBound(spec);
    const rotation = createRotation(gpu, {
      stages: compiled.stages,
      isSubmittedApart: submissionsOf(spec.plan) > 1,
      fixed: [...outputs, ...scratch],
      inputs,
      owned,
    });
    return {
      ...rotation,
      outputs,
      scratch,
      inputBytes: bytesIn(inputs),
      footprintBytes: bytesIn(inputs) + bytesIn(outputs) + bytesIn(scratch),
      compileMs: compiled.compileMs,
      dispatch: describeDispatch(spec.plan, texts),
      kernel: await describeKernel(spec.plan, texts),
      loc: countLines(spec.plan, texts, spec.load),
      free,
    };
  } catch (error) {
    free();
    throw error;
  }
}

// Of a case that has its data in several forms a plan binds one: the others pass through no cache.
function inputsBound<Case extends CaseParams>({ plan, data }: LaunchSpec<Case>): Buffers {
  const bound = new Set(plan.passes.flatMap(({ bindings }) => bindings.map(boundBuffer)));
  return new Map([...data.buffers].filter(([name]) => bound.has(name)));
}

const bytesIn = (buffers: Buffers) => [...buffers.values()].reduce((sum, { size }) => sum + size, 0);

async function compile<Case extends CaseParams>(
  gpu: Gpu,
  { plan, load }: LaunchSpec<Case>,
  texts: readonly string[],
) {
  const stages: Stage[] = [];
  // Passes that differ only in what they bind share a pipeline.
  const pipelines = new Map<string, GPUComputePipeline>();
  let compileMs = 0;
  for (const [index, pass] of plan.passes.entries()) {
    const text = texts[index] ?? '';
    const known = pipelines.get(text);
    const made = known
      ? { pipeline: known, compileMs: 0 }
      : await createPipeline(gpu, pass.wgsl.file, text).catch((error: unknown) => {
          throw inSource(error, pass.wgsl, load);
        });
    pipelines.set(text, made.pipeline);
    compileMs += made.compileMs;
    stages.push({ pipeline: made.pipeline, pass });
  }
  return { stages, compileMs };
}

// Judged as a whole before the first buffer is filled: a software adapter's memory is the machine's own.
function refuseOverCap<Case extends CaseParams>(gpu: Gpu, { family, params, plan }: LaunchSpec<Case>): void {
  const outputs = Object.values(family.outputs(params)).map(({ type, length }) =>
    guardedBytes(length * bytesOf(type)),
  );
  const needed = [...outputs, ...Object.values(plan.scratch ?? {})].reduce((sum, bytes) => sum + bytes, 0);
  const live = liveBuffers(gpu).bytes;
  if (live + needed <= gpu.memoryCapBytes) return;
  const message = `the launch needs ${needed} bytes beside ${live} live ones, the cap is ${gpu.memoryCapBytes} bytes`;
  throw new GpuFault('out-of-memory', message);
}

async function allocateOutputs<Case extends CaseParams>(
  gpu: Gpu,
  spec: LaunchSpec<Case>,
  owned: GPUBuffer[],
) {
  const buffers = new Map<string, GPUBuffer>();
  for (const [name, shape] of Object.entries(spec.family.outputs(spec.params))) {
    const bytes = guardedBytes(shape.length * bytesOf(shape.type));
    const buffer = await createBuffer(gpu, { label: name, bytes, usage: storageUsage() });
    owned.push(buffer);
    buffers.set(name, buffer);
    // Written before anything is timed: a driver clears untouched memory inside the first pass that binds it.
    poison(gpu, buffer, shape.type);
  }
  return buffers;
}

async function allocateScratch(gpu: Gpu, plan: Plan, owned: GPUBuffer[]) {
  const buffers = new Map<string, GPUBuffer>();
  for (const [name, bytes] of Object.entries(plan.scratch ?? {})) {
    const buffer = await createBuffer(gpu, { label: name, bytes, usage: storageUsage() });
    owned.push(buffer);
    buffers.set(name, buffer);
    poison(gpu, buffer, 'u32');
  }
  return buffers;
}

interface RotationSpec {
  readonly stages: readonly Stage[];
  readonly isSubmittedApart: boolean;
  readonly fixed: readonly (readonly [string, GPUBuffer])[];
  readonly inputs: Buffers;
  readonly owned: GPUBuffer[];
}

// Only inputs rotate: all copies write the same outputs, so that launches stay in order.
function createRotation(
  gpu: Gpu,
  spec: RotationSpec,
): Pick<Launch, 'encode' | 'encodeOn' | 'addCopies' | 'submissions'> {
  const copies = [bindAll(gpu, spec, spec.inputs)];
  const groupsOf = (copy: number) => copies[copy % copies.length] ?? [];
  const addCopies = async (count: number) => {
    while (copies.length < count) copies.push(bindAll(gpu, spec, await copyInputs(gpu, spec)));
  };
  const encodeWith = (groups: readonly GPUBindGroup[]): EncodePass => {
    return (pass) => spec.stages.forEach((stage, index) => encodeStage(pass, stage, groups[index]));
  };
  const encodeEach = (groups: readonly GPUBindGroup[]): readonly EncodePass[] =>
    spec.stages.map((stage, index) => (pass) => encodeStage(pass, stage, groups[index]));
  return {
    addCopies,
    encode: (copy) => encodeWith(groupsOf(copy)),
    ...(spec.isSubmittedApart ? { submissions: (copy) => encodeEach(groupsOf(copy)) } : {}),
    encodeOn: (inputs) => {
      refuseOtherSizes(spec.inputs, inputs);
      return encodeWith(bindAll(gpu, spec, inputs));
    },
  };
}

function encodeStage(encoder: GPUComputePassEncoder, { pipeline, pass }: Stage, group?: GPUBindGroup): void {
  encoder.setPipeline(pipeline);
  encoder.setBindGroup(0, group);
  encoder.dispatchWorkgroups(...pass.workgroups);
}

function refuseOtherSizes(inputs: Buffers, others: Buffers): void {
  for (const [name, { size }] of inputs) {
    const other = others.get(name)?.size;
    if (other !== size)
      throw new Error(`input "${name}" has ${size} bytes, and ${other ?? 'no'} bytes instead`);
  }
}

function bindAll(gpu: Gpu, spec: RotationSpec, inputs: Buffers): GPUBindGroup[] {
  const named = new Map([...inputs, ...spec.fixed]);
  return spec.stages.map(({ pipeline, pass }) =>
    gpu.device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: pass.bindings.map((bound, binding) => {
        const buffer = named.get(boundBuffer(bound));
        if (!buffer)
          throw new Error(
            `${pass.wgsl.file} binds "${boundBuffer(bound)}", which is no input, output or scratch`,
          );
        const range = typeof bound === 'string' ? {} : { offset: bound.offset, size: bound.bytes };
        return { binding, resource: { buffer, ...range } };
      }),
    }),
  );
}

async function copyInputs(gpu: Gpu, spec: RotationSpec): Promise<Buffers> {
  const copies = new Map<string, GPUBuffer>();
  const encoder = gpu.device.createCommandEncoder();
  for (const [name, original] of spec.inputs) {
    const copy = await createBuffer(gpu, {
      label: `${name} copy`,
      bytes: original.size,
      usage: storageUsage(),
    });
    spec.owned.push(copy);
    copies.set(name, copy);
    encoder.copyBufferToBuffer(original, 0, copy, 0, original.size);
  }
  gpu.device.queue.submit([encoder.finish()]);
  return copies;
}

function storageUsage(): GPUBufferUsageFlags {
  return GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
}

function submissionsOf({ passes, submissions = 'one' }: Plan): number {
  return submissions === 'one' ? 1 : passes.length;
}

/** What a plan launches, read off the final texts of its passes. */
export function describeDispatch(plan: Plan, texts: readonly string[]): Dispatch {
  const facts = texts.map(readFacts);
  return {
    passes: plan.passes.length,
    ...(submissionsOf(plan) > 1 ? { submissions: submissionsOf(plan) } : {}),
    workgroups: plan.passes.reduce((sum, { workgroups: [x, y, z] }) => sum + x * y * z, 0),
    workgroupSize: Math.max(0, ...facts.map((fact) => fact.workgroupSize)),
    sharedBytes: Math.max(0, ...facts.map((fact) => fact.sharedBytes)),
  };
}

/** The final texts of a plan with what they bind, and their hash. */
export async function describeKernel(plan: Plan, texts: readonly string[]): Promise<KernelText> {
  const passes = plan.passes.map(({ wgsl, bindings, workgroups: [x, y, z] }, index): KernelPass => {
    return { file: wgsl.file, text: texts[index] ?? '', bindings, workgroups: [x, y, z] };
  });
  return { schemaVersion: 1, hash: await hashKernel(passes), passes };
}

// A file counts once, however many passes run it with whatever constants; of the texts of a generator the longest.
function countLines(plan: Plan, texts: readonly string[], load: WgslLoader): Loc {
  const generators = new Set(plan.passes.flatMap(({ wgsl }) => ('text' in wgsl ? [wgsl.file] : [])));
  const lines = new Map<string, number>();
  for (const [index, { wgsl }] of plan.passes.entries())
    lines.set(wgsl.file, Math.max(lines.get(wgsl.file) ?? 0, linesOfCode(texts[index] ?? '')));
  return {
    wgsl: [...lines.values()].reduce((sum, count) => sum + count, 0),
    host: generatorLines(generators, load),
    counts: 'generator-and-imports',
  };
}
