// The fast way along axes: rows where the reduced axes lie innermost, tiles of columns elsewhere.
import { multiprocessorsOf, parseDtype } from '@kernel-ladder/harness';
import { gridOf, subgroupMin, withSubgroups } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts, Pass } from '@kernel-ladder/harness';
import type { AxesCase } from '../cases/kinds.ts';
import { foldPass, powerOfTwo, powerOfTwoWithin, workgroup } from './launch.ts';
import { paddedBytes, stepBytes, stepwise } from './axes.ts';
import type { Step, StepPlan } from './axes.ts';

// Trips that a part keeps at least: below that, another dispatch costs more than it brings.
const leastTrips = 4;
// Loads that a thread has in flight.
const inFlight = 4;
// Quads of a row that one thread takes before the row gets more threads: up to 1024 elements, a subgroup of 32 needs no barrier.
const quadsPerThread = 8;
// Threads that walk down a tile of columns together: 32 side by side read 512 bytes in a row.
const mostDown = 8;
// SwiftShader's time to compile grows with workgroup memory, of which a thread has 16 bytes.
const columnThreads = { hardware: workgroup, software: 64 };

/** Kernel files of the two shapes. */
export interface ShapeFiles {
  readonly rows: string;
  readonly columns: string;
}

/** Rows or columns by the run; long reductions over few results are split and folded by a second dispatch. */
export function rowsOrColumns(files: ShapeFiles) {
  return withSubgroups(
    stepwise((params, step, device) => {
      const isRow = step.run.inner === 1;
      return isRow
        ? rowStep(files.rows, { params, step, device })
        : columnStep(files.columns, { params, step, device });
    }),
  );
}

interface Work {
  readonly params: AxesCase;
  readonly step: Step;
  readonly device: DeviceFacts;
}

function rowStep(file: string, work: Work): StepPlan {
  const { step, device } = work;
  const { outer, reduced } = step.run;
  const shape = rowShape(outer, reduced, device);
  const workgroups = gridOf(Math.ceil((outer * shape.splits * shape.threads) / workgroup));
  const constants = {
    ROWS: outer,
    REDUCED: reduced,
    SPLITS: shape.splits,
    THREADS: shape.threads,
    TRIPS: shape.trips,
    IN_FLIGHT: shape.loads,
    SUBGROUP_MIN: subgroupMin(device),
    GRID_X: workgroups[0],
    Quad: `vec4<${step.inputType}>`,
  };
  const own =
    shape.trips + 4 + Math.log2(shape.threads) + shape.threads / Math.min(shape.threads, subgroupMin(device));
  return withSecond(file, work, {
    splits: shape.splits,
    constants,
    workgroups,
    longestSum: own,
    second: (next) => rowStep(file, { ...work, step: next }),
  });
}

function columnStep(file: string, work: Work): StepPlan {
  const { params, step, device } = work;
  const { outer, reduced, inner } = step.run;
  const width = inner % 4 === 0 ? 4 : 1;
  const threads = device.software ? columnThreads.software : columnThreads.hardware;
  const shape = columnShape(step.run, inner / width, { threads, device });
  const workgroups = gridOf(shape.tiles * outer * shape.splits);
  const wide = (type: string) => (width === 4 ? `vec4<${type}>` : type);
  const constants = {
    OUTER: outer,
    REDUCED: reduced,
    COLUMNS: inner / width,
    SPLITS: shape.splits,
    WORKGROUP: threads,
    ACROSS: shape.across,
    TRIPS: shape.trips,
    IN_FLIGHT: shape.loads,
    GRID_X: workgroups[0],
    Load: wide(step.inputType),
    Wide: wide(parseDtype(params.dtype).acc),
  };
  return withSecond(file, work, {
    splits: shape.splits,
    constants,
    workgroups,
    longestSum: shape.trips + 4 + threads / shape.across,
    second: (next) => columnStep(file, { ...work, step: next }),
  });
}

interface FirstPass {
  readonly splits: number;
  readonly constants: { readonly [name: string]: number | string };
  readonly workgroups: Pass['workgroups'];
  readonly longestSum: number;
  readonly second: (step: Step) => StepPlan;
}

// The parts of a reduction are a shorter one of the same kind.
function withSecond(file: string, { params, step }: Work, first: FirstPass): StepPlan {
  const isSplit = first.splits > 1;
  const parts = `${step.input}Parts`;
  const bindings = [step.input, isSplit ? parts : step.output];
  const pass = foldPass(file, params, first.constants, { bindings, workgroups: first.workgroups });
  const { outer, inner } = step.run;
  const bytes = stepBytes(step) + 4 * outer * inner * (first.splits - 1);
  if (!isSplit) return { passes: [pass], implBytes: bytes, longestSum: first.longestSum };
  const inputType = parseDtype(params.dtype).acc;
  const run = { outer, reduced: first.splits, inner };
  const second = first.second({ run, input: parts, output: step.output, inputType });
  return {
    passes: [pass, ...second.passes],
    scratch: { ...second.scratch, [parts]: paddedBytes(outer * first.splits * inner) },
    implBytes: bytes + second.implBytes,
    longestSum: first.longestSum + second.longestSum,
  };
}

// A row of R elements that starts anywhere touches up to ⌊(R + 6) / 4⌋ quads.
function rowShape(outer: number, reduced: number, device: DeviceFacts) {
  const quads = reduced % 4 === 0 ? reduced / 4 : Math.floor((reduced + 6) / 4);
  const narrow = Math.min(32, powerOfTwo(quads));
  const threads = Math.min(workgroup, Math.max(narrow, powerOfTwo(quads / quadsPerThread)));
  const loads = Math.min(inFlight, Math.max(1, Math.ceil(quads / threads)));
  const total = Math.max(1, Math.ceil(quads / (threads * loads)));
  return { threads, loads, ...shares(total, Math.ceil((outer * threads) / workgroup), device) };
}

function columnShape(
  { outer, reduced }: Step['run'],
  columns: number,
  { threads, device }: { readonly threads: number; readonly device: DeviceFacts },
) {
  // Few rows: the workgroup lies wide, so that all of its threads have work.
  const down = Math.min(mostDown, powerOfTwo(reduced / inFlight));
  const across = Math.min(threads / down, powerOfTwo(columns));
  const rows = threads / across;
  const loads = Math.min(inFlight, Math.max(1, Math.ceil(reduced / rows)));
  const total = Math.max(1, Math.ceil(reduced / (rows * loads)));
  const tiles = Math.ceil(columns / across);
  return { across, loads, tiles, ...shares(total, tiles * outer, device) };
}

interface Shares {
  readonly splits: number;
  readonly trips: number;
}

// Splits `total` trips when there are too few workgroups to keep the device busy: eight wanted on each multiprocessor, less than
// half of that are too few. As many as a power of two, of which a tensor's sizes are often multiples.
function shares(total: number, groups: number, device: DeviceFacts): Shares {
  const wantedGroups = powerOfTwoWithin(8 * multiprocessorsOf(device));
  const wanted = groups > wantedGroups / 2 ? 1 : Math.ceil(wantedGroups / groups);
  const trips = Math.ceil(total / Math.min(Math.ceil(total / leastTrips), wanted));
  return { splits: Math.ceil(total / trips), trips };
}
