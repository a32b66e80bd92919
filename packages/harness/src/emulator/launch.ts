// A variant's plan on the emulated device: the inputs of a case in, outputs and hazards out.
import { emulate, Memory } from './emulate.ts';
import type { Dispatch, Emulated, Hazard, Running } from './emulate.ts';
import type { BufferShape, Pass, Plan } from '../contract/family.ts';
import { bytesOf, poisonWord, tailWord, typeOfArray, view } from '../contract/scalars.ts';
import type { Arrays } from '../contract/scalars.ts';
import { placesOf } from '../wgsl/places.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** A plan with all that a launch of it needs. */
export interface EmulatedLaunch extends Running {
  readonly plan: Plan;
  readonly inputs: Arrays;
  readonly outputs: { readonly [name: string]: BufferShape };
  readonly load: WgslLoader;
  /** What an earlier launch left in outputs and scratch; poison when left out. */
  readonly left?: Left;
}

/** Bytes of outputs and scratch, by buffer. */
export type Left = ReadonlyMap<string, ArrayBuffer>;

/** Outputs of a launch, and what was found. */
export interface LaunchResult extends Emulated {
  readonly outputs: Arrays;
  readonly left: Left;
}

/** Runs all passes of a plan on outputs and scratch in which nothing counts as written. */
export function emulatePlan(launch: EmulatedLaunch): LaunchResult {
  const { plan, inputs, outputs, load } = launch;
  const memories = new Map<string, Memory>();
  const add = (name: string, size: number, word: number) =>
    memories.set(name, spoilt(new Memory(name, size), launch.left?.get(name) ?? word));
  for (const [name, array] of Object.entries(inputs)) memories.set(name, inputMemory(name, array));
  for (const [name, { type, length }] of Object.entries(outputs))
    add(name, length * bytesOf(type), poisonWord(type));
  for (const [name, bytes] of Object.entries(plan.scratch ?? {})) add(name, bytes, poisonWord('u32'));
  const dispatches = plan.passes.map((pass) => dispatchOf(pass, memories, load));
  const emulated = emulate(dispatches, launch);
  const results = Object.entries(outputs).map(([name, { type, length }]) => {
    const memory = memories.get(name);
    return [name, view(type, memory?.bytes ?? new ArrayBuffer(0), length)] as const;
  });
  const behind = Object.entries(outputs).flatMap(([name, shape]) => behindTheEnd(memories.get(name), shape));
  const left = [...memories].flatMap(([name, { isInput, bytes }]) =>
    isInput ? [] : [[name, bytes] as const],
  );
  return {
    ...emulated,
    hazards: [...emulated.hazards, ...behind],
    outputs: Object.fromEntries(results),
    left: new Map(left),
  };
}

// Behind the data stands what nobody computes, up to a whole vec4.
function inputMemory(name: string, array: Arrays[string]): Memory {
  const memory = new Memory(name, array.byteLength, true);
  const bytes = new Uint8Array(memory.bytes);
  const tail = new Uint8Array(Uint32Array.of(tailWord(typeOfArray(array))).buffer);
  for (let at = array.byteLength; at < bytes.length; at++) bytes[at] = tail[at % 4] ?? 0;
  bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return memory;
}

function spoilt(memory: Memory, by: number | ArrayBuffer): Memory {
  if (typeof by === 'number') memory.u32.fill(by);
  else memory.u32.set(new Uint32Array(by));
  return memory;
}

function behindTheEnd(memory: Memory | undefined, { type, length }: BufferShape): readonly Hazard[] {
  if (!memory || !memory.written.subarray((length * bytesOf(type)) >> 1).includes(1)) return [];
  const message = `${memory.name}: a kernel wrote behind the last element`;
  return [{ kind: 'out-of-bounds', message, file: '', line: 0 }];
}

function dispatchOf(
  { wgsl, bindings, workgroups }: Pass,
  memories: ReadonlyMap<string, Memory>,
  load: WgslLoader,
): Dispatch {
  const places = placesOf(wgsl, load);
  const bound = bindings.map((binding) => {
    const name = typeof binding === 'string' ? binding : binding.buffer;
    const memory = memories.get(name);
    if (!memory) throw new Error(`${wgsl.file} binds "${name}", which is no input, output or scratch`);
    return typeof binding === 'string'
      ? { memory, base: 0, size: memory.bytes.byteLength }
      : {
          memory,
          base: binding.offset,
          size: Math.max(0, Math.min(binding.bytes, memory.bytes.byteLength - binding.offset)),
        };
  });
  const place = (line: number) => {
    const written = places?.[line - 1];
    return written ? `${written.file}:${written.line}` : `${wgsl.file}, line ${line} of its final text`;
  };
  return { file: wgsl.file, text: shaderText(wgsl, load), workgroups, bindings: bound, place };
}
