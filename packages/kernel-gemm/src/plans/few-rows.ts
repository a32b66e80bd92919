// Products of few rows, at the speed at which B is read; K is split where B has too few columns to keep the device busy.
import { generated, multiprocessorsOf, notApplicable, sizeClass, tunable } from '@kernel-ladder/harness';
import type { Constraint, Cost, DeviceFacts, Plan, Skip, Space, Tunable } from '@kernel-ladder/harness';
import { gridOf, refuseOver, remembering } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { addedInput } from '../kernels/epilogue.ts';
import { columnsOf, fewRowsBytes, fewRowsKernel, partOf, strideOf } from '../kernels/few-rows.wgsl.ts';
import type { FewRowsTile } from '../kernels/few-rows.wgsl.ts';
import { wideFoldLength, wideFoldPass } from './fold-wide.ts';
import { inputOf } from './register.ts';
import { elementBytes, finishBytes, outputBytes } from './traffic.ts';

const fewRowsText = remembering(fewRowsKernel);

/** A tile, and the parts of K. */
export type FewRowsChoice = FewRowsTile & { readonly parts: number };

// Beyond four readings of B the second-level cache is what is read.
const mostRows = 64;

/** Why a product is left to others; null when it is not. */
export function refuseFewRows({ m, batch, layout }: GemmCase): Skip | null {
  if (m > mostRows) return notApplicable(`few-rows takes ${mostRows} rows: B is read again for every 16`);
  if (batch !== 1) return notApplicable('a batch has enough workgroups without splitting K');
  return layout[1] === 't' ? notApplicable('few-rows reads rows of B along N only') : null;
}

/** The rung, whose plan takes what the machine's table has for such a product. */
export const fewRows: Tunable<GemmCase> = tunable<GemmCase, FewRowsChoice>({
  rung: 'few-rows',
  classOf: ({ m, n, k, layout, dtype }) =>
    [dtype, layout, `m=${roundedRows(m)}`, `n=${sizeClass(n)}`, `k=${sizeClass(k)}`].join(','),
  space: fewRowsSpace,
  plan: planFewRows,
});

function roundedRows(m: number): number {
  return m <= 4 ? 4 : m <= 8 ? 8 : 16;
}

/** Plans one product of at least one term and one element that `refuseFewRows` lets through. */
export function planFewRows(params: GemmCase, device: DeviceFacts, choice: FewRowsChoice): Plan | Skip {
  const { m, n, k, layout, epilogue } = params;
  const parts = partsOf(params, choice);
  const blocks = Math.ceil(m / choice.rows) * Math.ceil(n / columnsOf(choice));
  const grid = gridOf(blocks, parts);
  const fused = parts === 1 ? epilogue : 'none';
  const problem = {
    m,
    n,
    k,
    layout,
    batch: 1,
    parts,
    grid,
    epilogue: fused,
    sum: 'f32',
    input: inputOf(params),
  } as const;
  const added = addedInput(fused);
  const target = parts === 1 ? 'c' : 'partials';
  const multiply = {
    wgsl: generated('few-rows.wgsl.ts', fewRowsText(problem, choice)),
    bindings: ['a', 'b', target, ...(added === null ? [] : [added])],
    workgroups: grid,
  };
  const partials = parts * outputBytes(params);
  const isSplit = parts > 1;
  return (
    refuseOver(device, 'maxComputeInvocationsPerWorkgroup', choice.threads) ??
    refuseOver(device, 'maxComputeWorkgroupStorageSize', fewRowsBytes(choice)) ??
    refuseOver(device, 'maxStorageBufferBindingSize', partials) ?? {
      passes: isSplit ? [multiply, wideFoldPass(params, parts)] : [multiply],
      ...(isSplit ? { scratch: { partials } } : {}),
      implBytes:
        readBytes(params, choice) + (isSplit ? 2 * partials : 0) + outputBytes(params) + finishBytes(params),
      longestSum: partOf({ k, parts }, choice) + wideFoldLength(parts),
    }
  );
}

// The last part may be shorter, but none is empty.
function partsOf({ k }: GemmCase, choice: FewRowsChoice): number {
  return Math.ceil(k / partOf({ k, parts: choice.parts }, choice));
}

// B once for each block of rows. Of A each thread asks for what its columns need, but those beside each other ask for the same.
function readBytes(params: GemmCase, choice: FewRowsChoice): number {
  const { m, n, k } = params;
  const { input } = elementBytes(params);
  const [down, across] = [Math.ceil(m / choice.rows), Math.ceil(n / columnsOf(choice))];
  return input * (k * n * down + choice.across * m * k * across);
}

/** The tile of a product, and its parts: a thread for every walker that registers allow, and a workgroup for every multiprocessor. */
export function fewRowsFor(params: GemmCase, device: DeviceFacts): FewRowsChoice {
  const rows = roundedRows(params.m);
  const across = params.dtype === 'f32' ? 8 : 16;
  const resident = { 4: 1024, 8: 512, 16: 512 }[rows] ?? 256;
  const threads = device.software
    ? 64
    : Math.min(resident, device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256);
  const tile = { rows, across, threads, unroll: unrollOf(rows, device) };
  const blocks = Math.ceil(params.m / rows) * Math.ceil(params.n / columnsOf(tile));
  const most = Math.max(1, Math.min(mostParts, Math.floor(params.k / strideOf(tile))));
  return { ...tile, parts: partsFor(blocks, { most, multiprocessors: multiprocessorsOf(device) }) };
}

const mostParts = 8;

// A second pass takes as long as a seventh of the first, with little to do: what waves of whole workgroups save must be more.
const foldShare = 0.15;

function partsFor(
  blocks: number,
  { most, multiprocessors }: { readonly most: number; readonly multiprocessors: number },
): number {
  const cost = (parts: number) =>
    Math.ceil((blocks * parts) / multiprocessors) / parts + (parts > 1 ? foldShare : 0);
  const counts = Array.from({ length: most }, (_, index) => index + 1);
  return counts.reduce((best, parts) => (cost(parts) < cost(best) ? parts : best), 1);
}

// A software adapter takes seconds to compile what is unrolled.
function unrollOf(rows: number, { software }: DeviceFacts): number {
  if (software) return 0;
  return rows === 4 ? 2 : 1;
}

const constraints: readonly Constraint<FewRowsChoice>[] = [
  {
    why: 'Sums and what is under way fit into the registers that so many threads have.',
    holds: (choice) => registersOf(choice) * choice.threads <= 65_536,
  },
];

function fewRowsSpace(params: GemmCase, device: DeviceFacts): Space<FewRowsChoice> {
  const usual = fewRowsFor(params, device);
  return {
    values: {
      rows: [usual.rows],
      across: [8, 16, 32],
      threads: device.software ? [32, 64] : [256, 512, 1024],
      unroll: device.software ? [0] : [1, 2, 4],
      parts: [1, 2, 4, 8],
    },
    constraints,
    model: (choice) => costOf(params, choice),
    usual,
  };
}

function registersOf({ rows, unroll }: FewRowsChoice): number {
  return 4 * rows + 16 * Math.max(1, unroll) + 4 + 16;
}

function costOf(params: GemmCase, choice: FewRowsChoice): Cost {
  const parts = partsOf(params, choice);
  return {
    threads: choice.threads,
    registers: registersOf(choice),
    workgroupBytes: fewRowsBytes(choice),
    workgroups: parts * Math.ceil(params.m / choice.rows) * Math.ceil(params.n / columnsOf(choice)),
    bytes: {
      memory: elementBytes(params).input * params.k * params.n + 2 * (parts - 1) * outputBytes(params),
    },
  };
}
