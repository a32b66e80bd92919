// The ladder as a library: an allreduce over slices of a buffer that lies on the GPU, compiled for repeated use.
import { bytesOf, createLaunch } from '@kernel-ladder/harness';
import type { Gpu, Launch, WgslLoader } from '@kernel-ladder/harness';
import { uploaded } from '@kernel-ladder/kernel-kit';
import type { StepAlgorithm } from './plans/algorithms.ts';
import { usualNodes } from './cases.ts';
import { family } from './family.ts';
import type { AllreduceCase, AllreduceDtype, Op } from './cases/kind.ts';
import { elementsSent } from './plans/moves.ts';
import { planOf } from './plans.ts';
import { buildTable } from './plans/table.ts';

/** What is to be combined. */
export interface AllreduceRequest {
  /** Each rank's n elements, `strideOf` elements apart: a storage buffer of whole slices, which is not changed. */
  readonly input: GPUBuffer;
  readonly n: number;
  readonly ranks: number;
  readonly op: Op;
  readonly dtype: AllreduceDtype;
  readonly algorithm: StepAlgorithm;
  /** Nodes of the hierarchical algorithm, a divisor of the ranks; 2 when left out. */
  readonly nodes?: number;
  /** Brings the family's kernel files. */
  readonly load: WgslLoader;
}

/** A compiled allreduce. */
export interface PreparedAllreduce {
  /** Records all steps into an open compute pass. */
  readonly encode: ReturnType<Launch['encode']>;
  /** Every rank's result, in slices like those of the input. */
  readonly output: GPUBuffer;
  /** Steps that exchange anything. */
  readonly steps: number;
  /** Bytes that would leave ranks on a network, all ranks and steps together. */
  readonly sentBytes: number;
  /** Destroys what was made, the output too; the input is the caller's. */
  readonly free: () => void;
}

/** Compiles an allreduce. Throws a RangeError for ranks and nodes that do not fit, an Error without the dtype's feature. */
export async function prepareAllreduce(gpu: Gpu, request: AllreduceRequest): Promise<PreparedAllreduce> {
  const { algorithm, load, input, dtype } = request;
  const params = caseOf(request);
  if (dtype === 'f16' && !gpu.facts.features.has('shader-f16'))
    throw new Error('the device does not offer shader-f16: take f32');
  const { words, programs } = buildTable([algorithm], params);
  const placed = programs.get(algorithm);
  if (!placed) throw new Error(`the table lacks "${algorithm}"`);
  const schedule = uploaded(gpu, words);
  const data = { buffers: new Map(Object.entries({ input, schedule })) };
  try {
    const launch = await createLaunch(gpu, {
      family,
      params,
      plan: planOf(params, placed, gpu.facts),
      data,
      load,
    });
    const sent = placed.program.dispatches.map(elementsSent).filter((elements) => elements > 0);
    return {
      encode: launch.encode(0),
      output: outputOf(launch),
      steps: sent.length,
      sentBytes: sent.reduce((sum, elements) => sum + elements, 0) * bytesOf(dtype),
      free: () => [launch.free, () => schedule.destroy()].forEach((release) => release()),
    };
  } catch (error) {
    schedule.destroy();
    throw error;
  }
}

function caseOf({ n, ranks, op, dtype, algorithm, nodes = usualNodes }: AllreduceRequest): AllreduceCase {
  if (algorithm === 'hierarchical' && ranks % nodes !== 0)
    throw new RangeError(`${ranks} ranks do not spread over ${nodes} nodes: give a divisor of the ranks`);
  return { n, ranks, op, dtype, nodes, place: 'out', fill: 'uniform' };
}

function outputOf({ outputs }: Launch): GPUBuffer {
  const output = outputs.get('output');
  if (!output) throw new Error('the launch has no output');
  return output;
}
