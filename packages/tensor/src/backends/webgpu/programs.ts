// Graphs made ready to run, each structure once: as a rung of a family where that is the kernel to take for a call that stands alone,
// else as kernels that fusion generates.
import { compile, print } from '@kernel-ladder/fusion';
import type { Graph, Program, Type } from '@kernel-ladder/fusion';
import type { Gpu } from '@kernel-ladder/gpu';
import type { RunOptions } from '../../backend.ts';
import type { RungPlan } from '../../kernels/kinds.ts';
import type { Registry } from '../../registry.ts';
import { createPipelines } from './launch.ts';
import type { Prepared } from './launch.ts';
import { loneCall } from './lone.ts';
import type { LoneCall } from './lone.ts';

/** A compiled graph, and what the buffers of its plan are. */
export interface Ready extends Prepared {
  /** The kernel of a lone call; `generated` otherwise. */
  readonly kernel: string;
  /** A buffer for each name: the input with that number. */
  readonly inputs: readonly { readonly name: string; readonly input: number }[];
  readonly outputs: readonly { readonly name: string; readonly type: Type }[];
  readonly constants: Program['constants'];
}

/** Compiles graphs, each structure once. */
export interface Programs {
  /** Throws a CompileError, a MissingKernel, or a GpuFault of the device's compiler. */
  readonly ready: (graph: Graph, options: RunOptions) => Promise<Ready>;
  /** Texts, and graphs of different structure, that have been compiled. */
  readonly counts: () => { readonly pipelines: number; readonly programs: number };
}

/** The programs of a device. */
export function createPrograms(gpu: Gpu, registry: Registry): Programs {
  const pipelines = createPipelines(gpu);
  const known = new Map<string, Ready>();
  const prepare = async (graph: Graph, { fuse }: RunOptions): Promise<Ready> => {
    const lone = loneCall(graph);
    const rung = lone && rungFor(lone, gpu, registry);
    if (lone && rung)
      return { ...(await pipelines.prepare(rung.plan, rung.load)), ...buffersOf(graph, lone, rung) };
    const { plan, inputs, outputs, constants } = compile(graph, gpu.facts, { fuse });
    const named = inputs.map(({ name }, input) => ({ name, input }));
    return {
      ...(await pipelines.prepare(plan, noFile)),
      kernel: 'generated',
      inputs: named,
      outputs,
      constants,
    };
  };
  return {
    counts: () => ({ pipelines: pipelines.count(), programs: known.size }),
    ready: async (graph, options) => {
      const key = `${options.fuse} ${print(graph)}`;
      const found = known.get(key) ?? (await prepare(graph, options));
      known.set(key, found);
      return found;
    },
  };
}

function rungFor(
  { op, call }: LoneCall,
  gpu: Gpu,
  registry: Registry,
): (RungPlan & { readonly kernel: string }) | null {
  const { name, run } = registry.choose('webgpu', op, { call, features: gpu.facts.features });
  const rung = run === 'generated' ? null : run(call, gpu.facts);
  return rung && { ...rung, kernel: name };
}

function buffersOf(graph: Graph, { operands }: LoneCall, rung: RungPlan & { readonly kernel: string }) {
  const [output = 0] = graph.outputs;
  const type = graph.nodes[output - graph.inputs.length]?.type ?? { dtype: 'f32', shape: [] };
  return {
    kernel: rung.kernel,
    inputs: operands.map((input, index) => ({ name: rung.operands[index] ?? '', input })),
    outputs: [{ name: rung.result, type }],
    constants: [],
  };
}

function noFile(file: string): string {
  throw new Error(`${file}: generated kernels read no files`);
}
