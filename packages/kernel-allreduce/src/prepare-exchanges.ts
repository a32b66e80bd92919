// Reduce-scatter and all-gather of vectors that lie whole or in shards: the two halves of an allreduce, executed alone.
import { chunkOf, schedules } from '@kernel-ladder/collectives';
import type { Range, Schedule } from '@kernel-ladder/collectives';
import { bytesOf, shaderText } from '@kernel-ladder/harness';
import type { Gpu, Pass, WgslLoader } from '@kernel-ladder/harness';
import { compilePipeline, dispatch, uploaded } from '@kernel-ladder/kernel-kit';
import type { Encode } from '@kernel-ladder/kernel-kit';
import { quad } from './cases/kind.ts';
import { elementsSent } from './plans/moves.ts';
import type { Dispatch, Program } from './plans/moves.ts';
import { compileSchedule } from './plans/program.ts';
import { planOf } from './plans.ts';
import type { StepDevice } from './plans.ts';
import { place } from './plans/table.ts';

/** Algorithms whose first half leaves each rank the total of its own chunk, and whose second half hands it on. */
export type ShardAlgorithm = 'ring' | 'two-shot';

/**
 * `allReduce` leaves the mean of all ranks' vectors to every rank, in place. `reduceScatter` leaves each rank its shard
 * of the mean, and partial sums in the whole vectors. `allGather` completes, in place, whole vectors of which each rank
 * has its own part. `gatherShards` fills whole vectors from shards.
 */
export type ExchangeName = 'allReduce' | 'reduceScatter' | 'allGather' | 'gatherShards';

/** What an exchange is run on; the ranks' parts lie one behind the other. */
export interface Operands {
  /** Every rank's whole vector. */
  readonly whole: GPUBuffer;
  /** Every rank's shard, which makes them one whole vector together. */
  readonly shards: GPUBuffer;
}

/** A compiled exchange. */
export interface Exchange {
  /** Records all steps. What is in place takes `shards` as it takes `whole`: it has none. */
  readonly encode: (operands: Operands) => readonly Encode[];
  /** Bytes that would leave ranks on a network. */
  readonly sentBytes: number;
}

/** The exchanges of vectors of one length. */
export type Exchanges = { readonly [Name in ExchangeName]: Exchange };

/** What exchanges are made for; vectors of f32, in lengths that are multiples of four. */
export interface ExchangeRequest {
  readonly ranks: number;
  readonly algorithm: ShardAlgorithm;
  /** Brings the family's kernel files. */
  readonly load: WgslLoader;
}

/** Compiles the exchanges of each length; `free` destroys the table of their moves. Throws a RangeError for one rank. */
export async function prepareExchanges(
  gpu: Gpu,
  request: ExchangeRequest,
  lengths: readonly number[],
): Promise<{ readonly exchanges: readonly Exchanges[]; readonly free: () => void }> {
  if (request.ranks < 2)
    throw new RangeError(`${request.ranks} ranks have nothing to exchange: give at least 2`);
  const words: number[] = [];
  const form = { ...request, device: gpu.facts };
  const plans = lengths.map((elements) => planExchanges(words, form, elements));
  const passes = plans.flatMap((plan) => Object.values(plan).flatMap((planned) => planned.passes));
  const pipelines = await compilePasses(gpu, request.load, passes);
  const table = uploaded(gpu, Uint32Array.from(words));
  const device = { gpu, pipelines, table };
  const exchanges = plans.map((plan) => ({
    allReduce: exchangeOf(device, plan.allReduce),
    reduceScatter: exchangeOf(device, plan.reduceScatter),
    allGather: exchangeOf(device, plan.allGather),
    gatherShards: exchangeOf(device, plan.gatherShards),
  }));
  return { exchanges, free: () => table.destroy() };
}

/** The part of a vector that a rank owns: whole quads, of which the first ranks have one more where they do not divide. */
export function shardRange(elements: number, ranks: number, rank: number): Range {
  return chunkOf({ offset: 0, count: elements }, ranks, rank, quad);
}

type Place = Dispatch['source'];

// Which operand each buffer of a program is.
type Places = { readonly [Name in Place]: keyof Operands | 'none' };

interface Planned {
  readonly passes: readonly Pass[];
  readonly places: Places;
  readonly sentBytes: number;
}

type Plans = { readonly [Name in ExchangeName]: Planned };

interface DeviceRequest extends ExchangeRequest {
  readonly device: StepDevice;
}

function planExchanges(words: number[], request: DeviceRequest, elements: number): Plans {
  const schedule = schedules[request.algorithm]({ ranks: request.ranks, elements, granularity: quad });
  const half = schedule.stepCount / 2;
  const [first, second] = [stepsOf(schedule, 0, half), stepsOf(schedule, half, half)];
  const plan = (program: Program, places: Places) =>
    planProgram(words, program, { ...request, elements, places });
  const inWhole: Places = { input: 'none', staging: 'none', output: 'whole' };
  return {
    allReduce: plan(inPlace(schedule), inWhole),
    allGather: plan(inPlace(second), inWhole),
    reduceScatter: plan(intoShards(inPlace(first)), { input: 'none', staging: 'whole', output: 'shards' }),
    gatherShards: plan(compileSchedule(second, 'out'), { input: 'shards', staging: 'none', output: 'whole' }),
  };
}

function stepsOf(schedule: Schedule, start: number, stepCount: number): Schedule {
  return { ...schedule, stepCount, step: (index) => schedule.step(start + index) };
}

// A program in place begins with a copy of its inputs; these vectors lie where they are to be combined.
function inPlace(schedule: Schedule): Program {
  const program = compileSchedule(schedule, 'in');
  return { ...program, dispatches: program.dispatches.slice(1) };
}

// The last step completes every rank's own chunk, and nothing else: it can write to the shards at once.
function intoShards(program: Program): Program {
  const last = program.dispatches.length - 1;
  const dispatches = program.dispatches.map((step, index): Dispatch => {
    if (index < last) return { ...step, destination: 'staging' };
    const moves = step.moves.map((move) => ({
      ...move,
      terms: move.terms.map((term) => ({ ...term, isWritten: false })),
    }));
    return { ...step, moves, source: 'staging' };
  });
  return { ...program, dispatches };
}

interface ProgramForm extends DeviceRequest {
  readonly elements: number;
  readonly places: Places;
}

function planProgram(words: number[], program: Program, form: ProgramForm): Planned {
  const { elements, ranks, places, device } = form;
  const strideOf = (name: Place) => (places[name] === 'whole' ? elements / quad : 0);
  const strides = { input: strideOf('input'), staging: strideOf('staging'), output: strideOf('output') };
  const params = {
    n: elements,
    ranks,
    op: 'mean',
    dtype: 'f32',
    nodes: 1,
    place: 'in',
    fill: 'uniform',
  } as const;
  const { passes } = planOf(params, { ...place(words, program, strides), identity: 0 }, device);
  const sent = program.dispatches.reduce((sum, step) => sum + elementsSent(step), 0);
  return { passes, places, sentBytes: sent * bytesOf(params.dtype) };
}

// Most passes have the same text.
async function compilePasses(gpu: Gpu, load: WgslLoader, passes: readonly Pass[]): Promise<Pipelines> {
  const byText = new Map<string, GPUComputePipeline>();
  const pipelines = new Map<Pass, GPUComputePipeline>();
  for (const pass of passes) {
    const text = shaderText(pass.wgsl, load);
    const pipeline = byText.get(text) ?? (await compilePipeline(gpu, load, pass.wgsl));
    byText.set(text, pipeline);
    pipelines.set(pass, pipeline);
  }
  return pipelines;
}

type Pipelines = ReadonlyMap<Pass, GPUComputePipeline>;

interface Device {
  readonly gpu: Gpu;
  readonly pipelines: Pipelines;
  readonly table: GPUBuffer;
}

function exchangeOf({ gpu, pipelines, table }: Device, { passes, places, sentBytes }: Planned): Exchange {
  return {
    sentBytes,
    encode: (operands) => {
      // A step in place reads nothing from its source, but a binding needs a buffer.
      const roles = { ...operands, none: table };
      const bufferOf = (name: string) => (isPlace(name, places) ? roles[places[name]] : table);
      return passes.map((pass) => {
        const pipeline = pipelines.get(pass);
        if (!pipeline) throw new Error(`${pass.wgsl.file} was not compiled for this exchange`);
        const buffers = pass.bindings.map((bound) =>
          typeof bound === 'string'
            ? bufferOf(bound)
            : { buffer: bufferOf(bound.buffer), offset: bound.offset, size: bound.bytes },
        );
        return dispatch(gpu, pipeline, { buffers, workgroups: pass.workgroups });
      });
    },
  };
}

function isPlace(name: string, places: Places): name is Place {
  return Object.hasOwn(places, name);
}
