// Launches of the rungs that give whole rows to threads, to teams of lanes or to subgroups.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import { blockSide } from '../cases/kinds.ts';
import type { SparseCase } from '../cases/kinds.ts';
import { longestRow, meanRow } from '../cases/lengths.ts';
import { ellWidth, hasBlocks } from '../inputs/formats.ts';
import {
  csrBindings,
  csrBytes,
  laneCounts,
  lastQuad,
  onePass,
  oneVector,
  powerOfTwo,
  severalVectors,
  workgroup,
} from './launch.ts';

// One thread takes some tenths of a microsecond an entry where nobody else is left to wait for.
const mostAlone = 2 ** 17;

/** A thread for each element of Y, with one vector or with several. */
function threadPerElement(params: SparseCase) {
  const { rows, vectors } = params;
  const longest = longestRow(params);
  if (longest > mostAlone)
    return notApplicable(
      `a thread walks a row alone, for up to ${mostAlone} entries: ${longest} take a tenth of a second`,
    );
  const workgroups = gridOf(Math.ceil((rows * vectors) / workgroup));
  const constants = { ROWS: rows, VECTORS: vectors, GRID_X: workgroups[0] };
  return onePass(
    { wgsl: wgsl('csr/scalar.wgsl', constants), bindings: csrBindings, workgroups },
    { implBytes: csrBytes(params) + 8 * (vectors - 1) * params.nnz, longestSum: longest },
  );
}

/** A thread a row. */
export const threadPerRow: PlanCase<SparseCase> = oneVector(threadPerElement);

/** A thread for each element of a row of Y. */
export const threadPerVector: PlanCase<SparseCase> = severalVectors(threadPerElement);

/** A subgroup a row. */
export const subgroupPerRow: PlanCase<SparseCase> = oneVector((params, device) => {
  const lanes = laneCounts(device);
  const workgroups = gridOf(Math.ceil(params.rows / (workgroup / lanes.SUBGROUP_MIN)));
  const constants = { ROWS: params.rows, GRID_X: workgroups[0], ...lanes };
  return onePass(
    { wgsl: wgsl('csr/subgroup.wgsl', constants), bindings: csrBindings, workgroups },
    {
      implBytes: csrBytes(params),
      longestSum: Math.ceil(longestRow(params) / lanes.SUBGROUP_MIN) + 8,
    },
  );
});

/** Lanes a row by the mean length: one for each four entries, and no more than the smallest subgroup has. */
export const lanesPerRow: PlanCase<SparseCase> = oneVector((params, device) => {
  const lanes = Math.min(subgroupMin(device), powerOfTwo(meanRow(params) / 4));
  const rowsPerGroup = (2 * workgroup) / lanes;
  const workgroups = gridOf(Math.ceil(params.rows / rowsPerGroup));
  const constants = {
    ROWS: params.rows,
    LAST_QUAD: lastQuad(params),
    LANES: lanes,
    GRID_X: workgroups[0],
  };
  return onePass(
    { wgsl: wgsl('csr/lanes.wgsl', constants), bindings: csrBindings, workgroups },
    // The quads in which a row begins and ends are read for its neighbours as well.
    {
      implBytes: csrBytes(params) + 32 * params.rows,
      longestSum: Math.ceil(longestRow(params) / (4 * lanes)) + 10,
    },
  );
});

/** A thread a row of rows padded to one length. */
export const paddedRows: PlanCase<SparseCase> = oneVector((params) => {
  const { rows, nnz } = params;
  const width = ellWidth(params);
  if (width === null)
    return notApplicable(
      `rows padded to the longest, ${longestRow(params)} entries, hold ${(rows * longestRow(params)) / nnz} times what the matrix has`,
    );
  const workgroups = gridOf(Math.ceil(rows / workgroup));
  const constants = { ROWS: rows, WIDTH: width, GRID_X: workgroups[0] };
  return onePass(
    {
      wgsl: wgsl('ell.wgsl', constants),
      bindings: ['ellCols', 'ellVals', 'x', 'y'],
      workgroups,
    },
    { implBytes: 8 * rows * width + 4 * nnz + 4 * rows, longestSum: Math.ceil(width / 4) + 5 },
  );
});

/** Lanes a row of blocks: four for each second block of the mean row. */
export const blockRows: PlanCase<SparseCase> = oneVector((params, device) => {
  if (!hasBlocks(params)) return notApplicable('blocks of 4 × 4 would hold zeros for the most part');
  const side = blockSide;
  const least = subgroupMin(device);
  if (least < side) return notApplicable(`needs subgroups of ${side} lanes and more`);
  const lanes = Math.min(least, side * powerOfTwo(meanRow(params) / side / 2));
  const rows = params.rows / side;
  const workgroups = gridOf(Math.ceil(rows / (workgroup / lanes)));
  const constants = { BLOCK_ROWS: rows, LANES: lanes, GRID_X: workgroups[0] };
  const blocks = params.nnz / side ** 2;
  return onePass(
    {
      wgsl: wgsl('blocks.wgsl', constants),
      bindings: ['blockOffsets', 'blockCols', 'blockVals', 'x', 'y'],
      workgroups,
    },
    // Each of a block's rows asks for the column and for the quad of X.
    {
      implBytes: 4 * params.nnz + 80 * blocks + 8 * params.rows + 4 * params.rows,
      longestSum: Math.ceil(longestRow(params) / lanes) + 8,
    },
  );
});
