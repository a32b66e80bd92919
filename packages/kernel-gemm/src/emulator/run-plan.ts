// Runs a whole plan on the CPU: generated texts by the emulator, the small passes around them by their meaning.
import { allocate, parseDtype } from '@kernel-ladder/harness';
import type { Arrays, Pass, Plan, Wgsl } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { emulate } from './emulate.ts';
import type { HostArray } from './memory.ts';

type Buffers = { [name: string]: HostArray };

/** The C that a plan makes; `edit` changes the generated texts, to see what a fault does. */
export function runPlan(
  params: GemmCase,
  { plan, inputs, edit = (text) => text }: { plan: Plan; inputs: Arrays; edit?: (text: string) => string },
): Arrays {
  const { m, n, batch, dtype } = params;
  const type = parseDtype(dtype).out;
  const c = allocate(type, batch * m * n) as HostArray;
  const buffers: Buffers = { ...(inputs as Buffers), c: c.fill(unwritten(c)) };
  for (const [name, bytes] of Object.entries(plan.scratch ?? {})) {
    const like = buffers[name[0] ?? ''] ?? new Float32Array();
    const Make = like.constructor as new (buffer: ArrayBuffer) => HostArray;
    const scratch = name === 'partials' ? new Float32Array(bytes / 4) : new Make(new ArrayBuffer(bytes));
    buffers[name] = scratch.fill(unwritten(scratch));
  }
  for (const pass of plan.passes) runPass(pass, buffers, edit);
  return { c };
}

function unwritten(array: HostArray): number {
  return array instanceof Int32Array || array instanceof Int8Array ? -77 : Number.NaN;
}

function runPass(pass: Pass, buffers: Buffers, edit: (text: string) => string): void {
  const bound = pass.bindings.map((binding) => bufferOf(buffers, binding));
  if ('text' in pass.wgsl) {
    emulate(edit(pass.wgsl.text), { buffers: bound, workgroups: pass.workgroups });
    return;
  }
  const small = { 'pad.wgsl': pad, 'fold.wgsl': fold }[pass.wgsl.file];
  if (!small) throw new Error(`no meaning is known of ${pass.wgsl.file}`);
  small(constantsOf(pass.wgsl), bound);
}

function bufferOf(buffers: Buffers, binding: Pass['bindings'][number]): HostArray {
  const buffer = typeof binding === 'string' ? buffers[binding] : undefined;
  if (!buffer) throw new Error(`no buffer for ${JSON.stringify(binding)}`);
  return buffer;
}

function constantsOf(source: Wgsl): (name: string) => number {
  return (name) => ('constants' in source ? Number(source.constants[name]) : Number.NaN);
}

type Small = (constant: (name: string) => number, buffers: readonly HostArray[]) => void;

const pad: Small = (constant, [from = empty, to = empty]) => {
  const [rows, columns] = [constant('ROWS'), constant('COLUMNS')];
  const [padded, width] = [constant('PADDED_ROWS'), constant('PADDED_COLUMNS')];
  for (const index of to.keys()) {
    const [row, column] = [Math.floor(index / width) % padded, index % width];
    const first = Math.floor(index / width / padded) * rows * columns;
    to[index] = row < rows && column < columns ? (from[first + row * columns + column] ?? 0) : 0;
  }
};

// Without an epilogue.
const fold: Small = (constant, [partials = empty, c = empty]) => {
  for (const index of c.keys()) {
    let sum = 0;
    for (let part = 0; part < constant('PARTS'); part++) sum += partials[part * c.length + index] ?? 0;
    c[index] = sum;
  }
};

const empty = new Float32Array();
