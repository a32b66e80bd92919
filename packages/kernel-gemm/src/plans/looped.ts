// A batch as one dispatch a matrix: the same text, bound to consecutive parts of the buffers.
import { notApplicable } from '@kernel-ladder/harness';
import type { BufferRange, DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import { registerTileFor } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { planRegister, registerPass } from './register.ts';
import { elementBytes } from './traffic.ts';

/** Where a binding may begin, on every device. */
const alignment = 256;

/** Plans a batch of more than one product whose matrices can be bound one by one. */
export function planLooped(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const { batch } = params;
  if (batch < 2) return notApplicable('needs a batch of at least two');
  const sizes = matrixBytes(params);
  if (Object.values(sizes).some((bytes) => bytes % alignment !== 0))
    return notApplicable(`needs matrices of whole ${alignment} bytes, which a binding must begin on`);
  // The tile of the single dispatch that this is compared with.
  const tile = registerTileFor(device, params);
  const single = registerPass({ ...params, batch: 1 }, tile);
  const strided = planRegister(params, device, tile);
  if ('skip' in strided) return strided;
  const passes = Array.from({ length: batch }, (_, matrix) => bindMatrix(single, sizes, matrix));
  return { ...strided, passes };
}

/** The same with a submission for each matrix: the loop is on the host, which encodes and submits while the device may wait. */
export function planSubmitted(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const plan = planLooped(params, device);
  return 'skip' in plan ? plan : { ...plan, submissions: 'each-pass' };
}

// The bias is no part of the batch: all matrices share it.
function matrixBytes(params: GemmCase): { readonly [name: string]: number } {
  const { m, n, k } = params;
  const { input, output } = elementBytes(params);
  return { a: input * m * k, b: input * k * n, c: output * m * n, residual: output * m * n };
}

function bindMatrix(pass: Pass, sizes: { readonly [name: string]: number }, matrix: number): Pass {
  const bindings = pass.bindings.map((binding): string | BufferRange => {
    const buffer = typeof binding === 'string' ? binding : binding.buffer;
    const bytes = sizes[buffer];
    return bytes === undefined ? binding : { buffer, offset: matrix * bytes, bytes };
  });
  return { ...pass, bindings };
}
