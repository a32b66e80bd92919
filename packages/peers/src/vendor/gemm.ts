// cuBLAS and a Triton program beside the ladder of matrix products.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-gemm';
import type { GemmCase } from '@kernel-ladder/kernel-gemm';
import type { VendorRow } from './row.ts';

// What a row of torch._int_mm has in its time besides: bytes reach the matrix unit along k alone.
const layout = { i8: 'laid out along k in each run' };
const cublas = { name: 'cuBLAS', version: 'cublas', licence: 'NVIDIA CUDA Toolkit EULA' } as const;
const triton = { name: 'Triton program', version: 'triton', licence: 'MIT' } as const;

/** Products by the library alone, by it and passes of torch, and by a program of our own in Triton. */
export const gemmVendorRows: readonly VendorRow<GemmCase>[] = [
  {
    name: 'cublas',
    summary:
      'torch.mm, torch.bmm or torch._int_mm, with sums in f32 or i32, bytes laid out along k before; a bias, and ReLU behind it, as an epilogue of cublasLt.',
    boundBy: 'the matrix unit, or instruction issue in f32: TF32 is off',
    library: cublas,
    settings: layout,
    plan: (params) => refuseCublas(params) ?? demandOf(params),
  },
  {
    name: 'torch',
    summary:
      'The same products, then the epilogue in passes of torch, as a model has it that is not compiled.',
    boundBy: 'as cublas, and C passes through memory once more for each step of the epilogue',
    library: cublas,
    settings: layout,
    plan: (params) => refuseEager(params) ?? demandOf(params),
  },
  {
    name: 'triton',
    summary:
      'Tiles of C in registers by tl.dot, the epilogue on them before they are stored; f32 is not TF32.',
    boundBy: 'tiles that are not tuned for each shape; f32 has no matrix unit to feed',
    library: triton,
    needs: 'triton',
    plan: (params) => refuseTriton(params) ?? demandOf(params),
  },
];

/** The roof of a row: these libraries multiply f16 and bytes on the matrix unit; other rows have the roof of the family. */
export function gemmArithmetic(name: string, params: GemmCase): string {
  const { dtype } = params;
  if (!gemmVendorRows.some((row) => row.name === name)) return family.arithmetic?.(name, params) ?? dtype;
  return roofs[dtype] ?? dtype;
}

const roofs: { readonly [Dtype in GemmCase['dtype']]?: string } = {
  'i8-i32': 'tensor:i8-i32',
  'f16-f32': 'tensor:f16-f32',
  // Its products run at the rate of those with sums in f32, which they have.
  f16: 'tensor:f16-f32',
};

// What a library moves besides is not known.
function demandOf(params: GemmCase): Demand {
  return { implBytes: family.work(params).minBytes, longestSum: params.k + 1 };
}

function refuseEmpty({ m, n, k, batch }: GemmCase): Skip | null {
  return m * n * k * batch === 0 ? notApplicable('the libraries take no empty operands') : null;
}

// The family has no bound for what TF32 rounds away.
const otherDtypes: readonly string[] = ['f32x2', 'f64', 'tf32'];

function refuseDtype({ dtype }: GemmCase): Skip | null {
  return otherDtypes.includes(dtype) ? notApplicable(`the row takes no ${dtype}`) : null;
}

// cublasLt follows one product; where the output is of another type than the operands, by a bias alone.
const fusedEpilogues = ['bias', 'bias-relu'];

function refuseCublas(params: GemmCase): Skip | null {
  const { batch, epilogue, dtype } = params;
  const isFused = batch === 1 && dtype !== 'i8-i32' && fusedEpilogues.includes(epilogue);
  const isMixed = dtype.endsWith('16-f32') && epilogue !== 'none';
  if (epilogue !== 'none' && (!isFused || isMixed))
    return notApplicable(`no one call of the library ends in ${epilogue} here`);
  return refuseEmpty(params) ?? refuseDtype(params) ?? refuseBytes(params);
}

function refuseEager(params: GemmCase): Skip | null {
  if (params.epilogue === 'none') return notApplicable('without an epilogue it is the row cublas');
  // x/2·(1 + tanh …) cancels left of zero, where the family asks for the digits of so small a number too.
  if (params.epilogue === 'bias-gelu')
    return notApplicable('the GELU of torch loses its digits left of zero');
  return refuseEmpty(params) ?? refuseDtype(params) ?? refuseBytes(params);
}

// What torch._int_mm says of its operands.
function refuseBytes({ m, n, k, batch, dtype }: GemmCase): Skip | null {
  if (dtype !== 'i8-i32' || (batch === 1 && m > 16 && n % 8 === 0 && k % 8 === 0)) return null;
  return notApplicable(
    'torch._int_mm takes one product of more than 16 rows, whose n and k are multiples of 8',
  );
}

function refuseTriton(params: GemmCase): Skip | null {
  const { epilogue, dtype } = params;
  if (dtype === 'i8-i32' || epilogue === 'scale-residual')
    return notApplicable('the program takes floats, a bias, ReLU and GELU');
  return refuseEmpty(params) ?? refuseDtype(params);
}
