// Models that predict: with a cache of keys and values on a GPU, and without one anywhere.
import {
  arrayTypeOf,
  bindProgram,
  compile,
  countOf,
  evaluate,
  graphOf,
  input,
  optimise,
} from '@kernel-ladder/fusion';
import type { Program } from '@kernel-ladder/fusion';
import { createBuffer, destroyBuffer, readBuffer, submitPasses, writeBuffer } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import { allocate } from '@kernel-ladder/harness';
import { weightRanges } from '../engine/bind.ts';
import type { ModelConfig } from '../model/config.ts';
import { packingOf, unpacked } from '../model/pack.ts';
import { forward } from '../model/transformer.ts';
import { cachedGraph, cacheLength, cacheNames, modelOf, nextName } from './cached.ts';
import type { Predict } from './generate.ts';

/** A model that predicts, and what it holds. */
export interface Predictor {
  readonly predict: Predict;
  readonly free: () => void;
}

/** What is learnt, and of which model. */
export interface Learnt {
  readonly config: ModelConfig;
  readonly parameters: Float32Array<ArrayBuffer>;
}

/** The reference: the whole window through the whole model, for every token. */
export function wholePredictor({ config, parameters }: Learnt): Predictor {
  const tokens = input('tokens', 'i32', [1, config.context]);
  const graph = graphOf([forward(modelOf(config), tokens).logits]);
  const weights = unpacked(packingOf(config), parameters);
  const predict = async (window: readonly number[]) => {
    // What stands behind the window is not seen.
    const padded = Int32Array.from({ length: config.context }, (_, at) => window[at] ?? 0);
    const [logits = new Float64Array()] = evaluate(graph, { ...weights, tokens: padded });
    return logits.subarray((window.length - 1) * config.vocabulary, window.length * config.vocabulary);
  };
  return { predict, free: () => {} };
}

/** A model on a GPU that sees only the tokens of a window that it has not seen yet. */
export async function cachedPredictor(gpu: Gpu, { config, parameters }: Learnt): Promise<Predictor> {
  const { graph, outputs } = cachedGraph(config);
  const program = compile(optimise(graph), gpu.facts, { outputs });
  const buffers = await createBuffers(gpu, config, program);
  const free = () => buffers.forEach((buffer) => destroyBuffer(gpu, buffer));
  try {
    writeBuffer(gpu, named(buffers, 'parameters'), 0, parameters);
    writeConstants(gpu, program, buffers);
    const sides = [
      await bind(gpu, { config, program, buffers }, 0),
      await bind(gpu, { config, program, buffers }, 1),
    ];
    return { predict: predictWith(gpu, { config, program, buffers }, sides), free };
  } catch (error) {
    free();
    throw error;
  }
}

interface Parts {
  readonly config: ModelConfig;
  readonly program: Program;
  readonly buffers: ReadonlyMap<string, GPUBuffer>;
}

function predictWith(
  gpu: Gpu,
  { config, buffers }: Parts,
  sides: readonly (readonly EncodePass[])[],
): Predict {
  let seen: readonly number[] = [];
  let side = 0;
  return async (window) => {
    const isLonger = seen.length < window.length && seen.every((token, at) => token === window[at]);
    // Another window is seen from its beginning: what is kept stands at other places.
    for (let place = isLonger ? seen.length : 0; place < window.length; place++) {
      writeBuffer(gpu, named(buffers, 'token'), 0, Int32Array.of(window[place] ?? 0));
      writeBuffer(gpu, named(buffers, 'place'), 0, Int32Array.of(place));
      await submitPasses(gpu, [(pass) => sides[side]?.forEach((encode) => encode(pass))]);
      side = 1 - side;
    }
    seen = window;
    const range = { offset: 0, bytes: 4 * config.vocabulary };
    return new Float32Array(await readBuffer(gpu, named(buffers, 'logits'), range));
  };
}

async function createBuffers(
  gpu: Gpu,
  config: ModelConfig,
  { plan, constants }: Program,
): Promise<ReadonlyMap<string, GPUBuffer>> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const sizes: readonly (readonly [string, number])[] = [
    ['parameters', 4 * packingOf(config).length],
    ['token', 16],
    ['place', 16],
    ['logits', 4 * config.vocabulary],
    ...cacheNames(config).flatMap((name) =>
      [0, 1].map((side) => [`${name} ${side}`, 4 * cacheLength(config)] as const),
    ),
    ...Object.entries(plan.scratch ?? {}),
    ...constants.map(({ name, type }) => [name, 4 * countOf(type.shape)] as const),
  ];
  const buffers = new Map<string, GPUBuffer>();
  for (const [label, bytes] of sizes)
    buffers.set(label, await createBuffer(gpu, { label, bytes: Math.ceil(bytes / 16) * 16, usage }));
  return buffers;
}

function writeConstants(gpu: Gpu, { constants }: Program, buffers: Parts['buffers']): void {
  for (const { name, type, values } of constants) {
    const array = allocate(arrayTypeOf(type), values.length);
    array.set(values);
    writeBuffer(gpu, named(buffers, name), 0, array);
  }
}

function bind(gpu: Gpu, { config, program, buffers }: Parts, side: 0 | 1): Promise<readonly EncodePass[]> {
  const caches = cacheNames(config).flatMap((name) => [
    [name, named(buffers, `${name} ${side}`)] as const,
    [nextName(name), named(buffers, `${name} ${1 - side}`)] as const,
  ]);
  const weights = weightRanges(packingOf(config), named(buffers, 'parameters'));
  return bindProgram(
    gpu,
    program,
    new Map<string, GPUBuffer | GPUBufferBinding>([...buffers, ...caches, ...weights]),
  );
}

function named(buffers: Parts['buffers'], name: string): GPUBuffer {
  const found = buffers.get(name);
  if (!found) throw new Error(`the model has no buffer "${name}"`);
  return found;
}
