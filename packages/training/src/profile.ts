// Where the time of a step goes: every kernel between two time stamps of the device, beside what the machine's roofs allow.
import type { Program } from '@kernel-ladder/fusion';
import { countOf } from '@kernel-ladder/fusion';
import { chainedDurations, timePasses } from '@kernel-ladder/gpu';
import type { Gpu, Stamp } from '@kernel-ladder/gpu';
import type { Roofs, TraceEvent, TrainingOperator, TrainingProfile } from '@kernel-ladder/schema';
import type { GpuEngine, StepPass } from './engine/gpu.ts';
import type { Programs } from './engine/plan.ts';

/** A profile, and one of its steps as a trace that Perfetto opens. */
export interface Profiled {
  readonly profile: TrainingProfile;
  readonly trace: readonly TraceEvent[];
}

const looks = 5;

/** Runs the kernels of a step a few times, each in a pass of its own; what is learnt stays as it is. */
export async function profileStep(gpu: Gpu, engine: GpuEngine, roofs: Roofs | null): Promise<Profiled> {
  const passes = engine.passes();
  const runs: (readonly Stamp[])[] = [];
  // The first look warms up.
  for (let look = 0; look <= looks; look++) {
    const stamps = await timePasses(
      gpu,
      passes.map(({ encode }) => encode),
    );
    if (look > 0) runs.push(stamps);
  }
  const durations = runs.map((stamps) => chainedDurations(stamps));
  const kernels = passes.map((pass, index) => ({
    ...pass,
    ...describe(engine.plan.programs, pass),
    ns: median(durations.map((each) => each[index] ?? 0)),
  }));
  const kernelNs = kernels.reduce((sum, { ns }) => sum + ns, 0);
  const stepNs = median(runs.map((stamps) => (stamps.at(-1)?.endNs ?? 0) - (stamps[0]?.beginNs ?? 0)));
  const operators = tableOf(kernels, kernelNs, roofs);
  return {
    profile: { stepNs, kernelNs, steps: looks, operators },
    trace: traceOf(kernels, runs.at(-1) ?? []),
  };
}

interface Described {
  readonly operators: string;
  readonly shape: string;
  readonly flops: number;
  readonly bytes: number;
}

type Timed = StepPass & Described & { readonly ns: number };

function describe(programs: Programs, { program, index }: StepPass): Described {
  const compiled = programs[program];
  const { lines = [], flops = 0 } = compiled.kernels[index] ?? {};
  const [first = ''] = lines;
  return {
    operators: lines.map((line, at) => callOf(line, at === 0)).join(' '),
    shape: /: (\S+) =/.exec(first)?.[1] ?? '',
    flops,
    bytes: boundBytes(compiled, index),
  };
}

// `%7: f32[8,4] = matmul(%1, %2, transposeA=true)` without what differs from layer to layer.
function callOf(line: string, isWhole: boolean): string {
  const [, op = '', operands = ''] = /= ([\w-]+)\((.*)\)$/.exec(line) ?? [];
  const attributes = operands.split(', ').filter((each) => each !== '' && !/^%\d+$/.test(each));
  return isWhole && attributes.length > 0 ? `${op}(${attributes.join(', ')})` : op;
}

// Each buffer once: what no kernel of these operands and results can do without.
function boundBytes({ plan, inputs, outputs, constants }: Program, index: number): number {
  const types = new Map([...inputs, ...outputs, ...constants].map(({ name, type }) => [name, type]));
  const bindings = plan.passes[index]?.bindings ?? [];
  return bindings.reduce((sum, binding) => {
    if (typeof binding !== 'string') return sum + binding.bytes;
    const type = types.get(binding);
    return sum + (type ? countOf(type.shape) * (type.dtype === 'f16' ? 2 : 4) : 0);
  }, 0);
}

function tableOf(
  kernels: readonly Timed[],
  kernelNs: number,
  roofs: Roofs | null,
): readonly TrainingOperator[] {
  const groups = new Map<string, Timed[]>();
  for (const kernel of kernels) {
    const key = `${kernel.program} ${kernel.operators} ${kernel.shape}`;
    groups.set(key, [...(groups.get(key) ?? []), kernel]);
  }
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || first.program === 'accumulate') return [];
    const total = (of: (kernel: Timed) => number) => group.reduce((sum, kernel) => sum + of(kernel), 0);
    const [ns, flops, bytes] = [
      total((each) => each.ns),
      total((each) => each.flops),
      total((each) => each.bytes),
    ];
    const leastNs = roofs && leastTime(roofs, { flops, bytes });
    return [
      {
        program: first.program,
        operators: first.operators,
        shape: first.shape,
        count: group.length,
        ns,
        share: kernelNs > 0 ? ns / kernelNs : 0,
        flops,
        bytes,
        pctOfRoof: leastNs === null || ns === 0 ? null : (100 * leastNs) / ns,
      },
    ];
  });
  return rows.toSorted((a, b) => b.ns - a.ns);
}

// By whichever roof is lower: bytes at the rate of a copy, operations at that of f32.
function leastTime(
  { copyGBps, gflops }: Roofs,
  { flops, bytes }: Pick<Described, 'flops' | 'bytes'>,
): number | null {
  const rate = gflops['f32'];
  return rate && copyGBps ? Math.max(bytes / copyGBps, flops / rate) : null;
}

function traceOf(kernels: readonly Timed[], stamps: readonly Stamp[]): readonly TraceEvent[] {
  const start = stamps[0]?.beginNs ?? 0;
  const events = kernels.map((kernel, index): TraceEvent => {
    const { beginNs = start, endNs = start } = stamps[index] ?? {};
    // A begin stamp may be written before the pass ahead has ended.
    const from = Math.max(beginNs, stamps[index - 1]?.endNs ?? 0);
    const { operators, shape, flops, bytes } = kernel;
    return {
      name: operators.split(' ').length > 3 ? `${operators.split(' ').slice(0, 3).join(' ')} …` : operators,
      cat: kernel.program,
      ph: 'X',
      pid: 1,
      tid: 1,
      ts: (from - start) / 1000,
      dur: Math.max(0, endNs - from) / 1000,
      args: { operators, shape, flops, bytes },
    };
  });
  return [{ name: 'process_name', ph: 'M', pid: 1, tid: 0, args: { name: 'a step of training' } }, ...events];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
