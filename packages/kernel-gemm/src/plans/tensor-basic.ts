// The plan of the smallest rung on the matrix unit: whole fragments in one pass, edges padded before and cropped behind.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import { gridOf, refuseMatrices, refuseOver } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { storedAs } from '../dtypes.ts';
import { fragment, kinds } from '../kernels/tensor/layout.ts';
import { addedOr, enablesOf, epilogueConstants, withEpiloguePass } from './epilogue.ts';
import { padded } from './padding.ts';
import type { Step } from './padding.ts';
import { refuseLong } from './plain.ts';
import { kindOf } from './tensor.ts';
import { finishBytes, outputBytes, roundUp, tiledBytes } from './traffic.ts';

/** Why a device cannot run it on a case; null when it can. Its text does not fix the lanes of a subgroup. */
export function refuseTensorBasic(params: GemmCase, device: DeviceFacts): Skip | null {
  const refused = refuseMatrices(device, kinds[kindOf(params)]) ?? refuseLong(params);
  if (refused) return refused;
  if (device.subgroupMinSize === 32 && device.subgroupMaxSize === 32) return null;
  return notApplicable('needs subgroups of 32 lanes by nature: its text does not fix their size');
}

/** Plans products of at least one term and one element. */
export function planTensorBasic(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const { deep } = kinds[kindOf(params)];
  const whole = {
    ...params,
    m: roundUp(params.m, fragment),
    n: roundUp(params.n, fragment),
    k: roundUp(params.k, deep),
  };
  const a = padded('a', params, whole);
  const b = padded('b', params, whole);
  const isWhole = whole.m === params.m && whole.n === params.n;
  const target = isWhole ? 'c' : 'cPadded';
  const scratch = {
    ...a.scratch,
    ...b.scratch,
    ...(isWhole ? {} : { cPadded: outputBytes(whole) }),
  };
  const bare: Plan = {
    passes: [...a.passes, ...b.passes, multiplication(whole, [a, b], target)],
    scratch,
    implBytes: a.bytes + b.bytes + tiledBytes(whole, { rows: fragment, columns: fragment }),
    longestSum: params.k,
  };
  return (
    refuseOver(device, 'maxStorageBufferBindingSize', Math.max(0, ...Object.values(scratch))) ??
    (isWhole ? withEpiloguePass(params, bare) : withCropPass(params, whole, bare))
  );
}

function multiplication(whole: GemmCase, operands: readonly Step[], target: string): Pass {
  const { m, n, k, layout, batch, dtype } = whole;
  const { input, sum, deep } = kinds[kindOf(whole)];
  const grid = gridOf((m / fragment) * (n / fragment), batch);
  const isByte = input === 'i8';
  const constants = {
    Element: isByte ? 'u32' : input,
    Number: sum,
    Left: `subgroup_matrix_left<${input}, ${deep}, 16>`,
    Right: `subgroup_matrix_right<${input}, 16, ${deep}>`,
    Result: `subgroup_matrix_result<${sum}, 16, 16>`,
    M: m,
    N: n,
    K: k,
    A_IS_TURNED: String(layout[0] === 't'),
    B_IS_TURNED: String(layout[1] === 't'),
    DEEP: deep,
    PACKED: isByte ? 4 : 1,
    GRID_X: grid[0],
  };
  return {
    wgsl: wgsl('tensor-basic.wgsl', constants, dtype === 'i8-i32' ? [] : ['f16']),
    bindings: [...operands.map(({ name }) => name), target],
    workgroups: grid,
  };
}

const cropSize = 256;

function withCropPass(params: GemmCase, whole: GemmCase, plan: Plan): Plan {
  const { m, n, batch, epilogue, dtype } = params;
  const grid = gridOf(Math.ceil((m * n) / cropSize), batch);
  const constants = {
    Number: storedAs(dtype).output,
    M: m,
    N: n,
    PADDED_M: whole.m,
    PADDED_N: whole.n,
    ...epilogueConstants(epilogue),
    SIZE: cropSize,
    GRID_X: grid[0],
  };
  const pass: Pass = {
    wgsl: wgsl('crop.wgsl', constants, enablesOf(params)),
    bindings: ['cPadded', 'c', addedOr(params, 'a')],
    workgroups: grid,
  };
  const moved = 2 * outputBytes(params) + finishBytes(params);
  return { ...plan, passes: [...plan.passes, pass], implBytes: plan.implBytes + moved };
}
