// The plan of the tensor-core rung: operands that are not whole tiles are padded before.
import { generated } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip } from '@kernel-ladder/harness';
import {
  canPinLanes,
  gridOf,
  hasMatrices,
  refuseMatrices,
  refuseOver,
  remembering,
} from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { addedInput } from '../kernels/epilogue.ts';
import {
  smallTensorTiles,
  tensorKernel,
  tensorSharedBytes,
  tensorThreads,
  tensorTiles,
} from '../kernels/tensor.wgsl.ts';
import type { TensorKind, TensorProblem, TensorTile } from '../kernels/tensor.wgsl.ts';
import { fragment, kinds } from '../kernels/tensor/layout.ts';
import type { FragmentShape } from '../kernels/tensor/layout.ts';
import { withEpiloguePass } from './epilogue.ts';
import { padded } from './padding.ts';
import type { Step } from './padding.ts';
import { finishBytes, outputBytes, roundUp, tiledBytes } from './traffic.ts';

const tensorText = remembering(tensorKernel);

/** What a device multiplies at once, and the tile that is made of it. */
interface Fitting {
  readonly shape: FragmentShape;
  readonly tile: TensorTile;
}

const small = { side: 8, deep: 8 } as const;

/**
 * The matrices of 16 x 16, as NVIDIA has them; those of 8 x 8 x 8, as Apple and others have them, on a device that has no others. What none
 * has is left to be refused.
 */
function fittingOf(params: GemmCase, device: DeviceFacts): Fitting {
  const kind = kindOf(params);
  const { input, sum, deep } = kinds[kind];
  const isSmall = !hasMatrices(device, { input, sum, deep }) && hasMatrices(device, { input, sum, ...small });
  return isSmall && kind !== 'i8-i32'
    ? { shape: small, tile: smallTensorTiles[kind] }
    : { shape: { side: fragment, deep }, tile: tensorTiles[kind] };
}

/** Why a device cannot run the tensor rung on a case; null when it can. */
export function refuseTensor(
  params: GemmCase,
  device: DeviceFacts,
  fitting: Fitting = fittingOf(params, device),
): Skip | null {
  const kind = kindOf(params);
  const { shape, tile } = fitting;
  const { input, sum } = kinds[kind];
  return (
    refuseMatrices(device, { input, sum, ...shape }) ??
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', tensorThreads(tile)) ??
    refuseOver(
      device,
      'maxComputeWorkgroupStorageSize',
      tensorSharedBytes(tile, { layout: params.layout, kind, shape }),
    )
  );
}

/** Plans products of at least one term and one element; the kernel stores what lies inside C. */
export function planTensor(params: GemmCase, device: DeviceFacts, given?: TensorTile): Plan | Skip {
  const fitting = fittingOf(params, device);
  const { shape, tile } = { ...fitting, ...(given ? { tile: given } : {}) };
  const whole = {
    ...params,
    m: roundUp(params.m, tile.bm),
    n: roundUp(params.n, tile.bn),
    k: roundUp(params.k, tile.bk),
  };
  const a = padded('a', params, whole);
  const b = padded('b', params, whole);
  const scratch = { ...a.scratch, ...b.scratch };
  const largest = Math.max(0, ...Object.values(scratch));
  const problem = problemOf(params, whole, { tile, shape, pins: canPinLanes(device) });
  const walked = tiledBytes(whole, { rows: tile.bm, columns: tile.bn }) - outputBytes(whole);
  const moved = walked + outputBytes(params) + finishBytes(params);
  return (
    refuseOver(device, 'maxStorageBufferBindingSize', largest) ?? {
      passes: [...a.passes, ...b.passes, multiplication(problem, tile, [a, b])],
      scratch,
      implBytes: a.bytes + b.bytes + moved,
      longestSum: params.k,
    }
  );
}

/** Plans the bare products and their epilogue in a pass of its own. */
export function planTensorUnfused(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const plan = planTensor({ ...params, epilogue: 'none' }, device);
  return 'skip' in plan ? plan : withEpiloguePass(params, plan);
}

interface How {
  readonly tile: TensorTile;
  readonly shape: FragmentShape;
  readonly pins: boolean;
}

function problemOf(params: GemmCase, whole: GemmCase, { tile, shape, pins }: How): TensorProblem {
  const { m, n, k, layout, batch, epilogue } = whole;
  return {
    m,
    n,
    k,
    kind: kindOf(params),
    shape,
    layout,
    batch,
    epilogue,
    rows: params.m,
    columns: params.n,
    grid: gridOf((m / tile.bm) * (n / tile.bn), batch),
    pinsSubgroupSize: pins,
  };
}

function multiplication(problem: TensorProblem, tile: TensorTile, operands: readonly Step[]): Pass {
  const added = addedInput(problem.epilogue);
  return {
    wgsl: generated('tensor.wgsl.ts', tensorText(problem, tile)),
    bindings: [...operands.map(({ name }) => name), 'c', ...(added === null ? [] : [added])],
    workgroups: problem.grid,
  };
}

const kindNames: readonly TensorKind[] = ['f32', 'f16-f32', 'f16', 'i8-i32'];

/** What the matrix unit multiplies of a case; throws on the types that no rung plans for it. */
export function kindOf({ dtype }: GemmCase): TensorKind {
  const kind = kindNames.find((name) => name === dtype);
  if (!kind) throw new Error(`the matrix unit does not read ${dtype}`);
  return kind;
}
