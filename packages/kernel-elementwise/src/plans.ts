// How each kernel is launched: constants, grid and passes for a case.
import { bytesOf, missingFeature, multiprocessorsOf, parseDtype, wgsl } from '@kernel-ladder/harness';
import type { Constants, DeviceFacts, Pass, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { ElementwiseCase } from './cases.ts';
import { factor, high, low, operatorNames, operatorOf } from './operators.ts';

const workgroup = 256;
const tileQuads = 4;
// What a multiprocessor holds at once: 2048 threads; a core of a processor has one workgroup at hand.
const residentGroups = { hardware: 8, software: 1 } as const;

/** Bytes that go in and out of a case. */
export function trafficOf({ n, op, dtype }: ElementwiseCase): number {
  const types = parseDtype(dtype);
  return n * (operatorOf(op).operands * bytesOf(types.in) + bytesOf(types.out));
}

/** A tile of four quads a thread for each workgroup. */
export function tiles(file: string): PlanCase<ElementwiseCase> {
  return planned((params) => {
    const workgroups = gridOf(tilesOf(params));
    const constants = { GRID_X: workgroups[0], WHOLE: isWhole(params, workgroups[0] * workgroups[1]) };
    return mapPass(file, params, { constants, workgroups });
  });
}

function tilesOf({ n }: ElementwiseCase): number {
  return Math.ceil(n / (4 * tileQuads * workgroup));
}

// The last row of a folded grid, and the last round of a stride, may have more tiles than are left.
function isWhole({ n }: ElementwiseCase, taken: number): string {
  return String(taken * 4 * tileQuads * workgroup === n);
}

/** A thread for each `elements`. */
export function threads(file: string, elements: number): PlanCase<ElementwiseCase> {
  return planned((params) => {
    const workgroups = gridOf(Math.ceil(params.n / (workgroup * elements)));
    return mapPass(file, params, { constants: { GRID_X: workgroups[0] }, workgroups });
  });
}

/** No more workgroups than the device holds at once, each with a tile of every round. */
export function gridStride(file: string): PlanCase<ElementwiseCase> {
  return planned((params, device) => {
    const resident = residentGroups[device.software ? 'software' : 'hardware'] * multiprocessorsOf(device);
    const trips = Math.ceil(tilesOf(params) / resident);
    const groups = Math.ceil(tilesOf(params) / trips);
    const constants = { GROUPS: groups, TRIPS: trips, WHOLE: isWhole(params, groups * trips) };
    return mapPass(file, params, { constants, workgroups: [groups, 1, 1] });
  });
}

function planned(passOf: (params: ElementwiseCase, device: DeviceFacts) => Pass): PlanCase<ElementwiseCase> {
  return (params, device): Plan | Skip => {
    if (params.n === 0) return { passes: [], implBytes: 0, longestSum: 0 };
    if (hasHalves(params) && !device.features.has('shader-f16')) return missingFeature('shader-f16');
    return { passes: [passOf(params, device)], implBytes: trafficOf(params), longestSum: 1 };
  };
}

function hasHalves({ dtype }: ElementwiseCase): boolean {
  const { in: from, out } = parseDtype(dtype);
  return from === 'f16' || out === 'f16';
}

interface LaunchShape extends Pick<Pass, 'workgroups'> {
  readonly constants: Constants;
}

function mapPass(file: string, params: ElementwiseCase, { constants, workgroups }: LaunchShape): Pass {
  const types = parseDtype(params.dtype);
  const isBinary = operatorOf(params.op).operands === 2;
  const own = {
    N: params.n,
    OP: operatorNames.indexOf(params.op),
    FACTOR: factor,
    LOW: low,
    HIGH: high,
    BINARY: String(isBinary),
    In: types.in,
    Out: types.out,
    Number: types.in === 'f16' ? 'f32' : types.in,
  };
  const enables = hasHalves(params) ? ['f16'] : [];
  return {
    wgsl: wgsl(file, { ...own, ...constants }, enables),
    // Of one operand the second binding is never read; the first fills its place.
    bindings: ['a', isBinary ? 'b' : 'a', 'result'],
    workgroups,
  };
}
