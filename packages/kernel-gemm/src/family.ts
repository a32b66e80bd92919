// Dense matrix product C = A·B: the same 2·M·N·K operations, with less and less memory traffic for each.
import type { Family } from '@kernel-ladder/harness';
import { edgeCases } from './awkward.ts';
import { cases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import type { GemmCase } from './cases.ts';
import { combine } from './combine.ts';
import { storedAs } from './dtypes.ts';
import { createInputs } from './inputs.ts';
import { createOracle, tolerance } from './oracle/oracle.ts';
import { gemmParams } from './params.ts';
import { planAuto, refuseAuto } from './plans/auto.ts';
import { planDot4, refuseDot4 } from './plans/dot4.ts';
import { planDoubleSingle } from './plans/double-single.ts';
import { fewRows, refuseFewRows } from './plans/few-rows.ts';
import { planHierarchical, refuseHierarchical } from './plans/hierarchical.ts';
import { planLooped, planSubmitted } from './plans/looped.ts';
import {
  planNaive,
  planPipelined,
  planStaged,
  planTiled,
  refuseAbsent,
  refuseLong,
  refusePacked,
} from './plans/plain.ts';
import { matrixVector, refuseMatrixVector } from './plans/matrix-vector.ts';
import { planOccupancy } from './plans/occupancy.ts';
import { planPersistent } from './plans/persistent.ts';
import { planRegister, planUnfused } from './plans/register.ts';
import { stagedRegister } from './plans/register-pipelined.ts';
import { variant } from './plans/rung.ts';
import { planSplit, refuseSplit } from './plans/split-k.ts';
import { planSubgroup, refuseSubgroup } from './plans/subgroup.ts';
import { tunedRegister } from './plans/tuned.ts';
import { refillsOf } from './refills.ts';
import { tensorRungs } from './tensor-rungs.ts';
import { arithmetic, workOf } from './work.ts';
import { wrong } from './wrong.ts';

/** The gemm family. */
export const family: Family<GemmCase> = {
  name: 'gemm',
  title: 'Matrix product C[m, n] = A[m, k] · B[k, n]',
  params: gemmParams,
  combine,
  headline: { cache: 'hot', metric: 'gflops' },
  cases,
  edgeCases,
  chosen,
  variants: [
    variant({
      name: 'naive',
      summary: 'One thread per element; every operand comes from global memory.',
      boundBy: 'loads: two for each multiply-add, from the caches',
      dtypes: ['f32', 'f16-f32', 'bf16-f32', 'f16', 'i8-i32', 'tf32', 'f64'],
      refuse: (params) => refuseAbsent(params) ?? refuseLong(params) ?? refusePacked(params),
      plan: planNaive,
    }),
    variant({
      name: 'tiled',
      summary: 'A workgroup shares 16 × 16 tiles of A and B through workgroup memory.',
      boundBy: 'workgroup memory: two reads of 4 bytes for each multiply-add',
      dtypes: ['f32'],
      takes: 'plain',
      plan: planTiled,
    }),
    variant({
      name: 'staged',
      summary: 'The tiled kernel; the next tiles wait in registers while those at hand are multiplied.',
      boundBy: 'workgroup memory: two reads of 4 bytes for each multiply-add',
      dtypes: ['f32'],
      takes: 'plain',
      plan: planStaged,
    }),
    variant({
      name: 'pipelined',
      summary: 'The tiled kernel with a ring of one to three tiles of each factor, and one barrier a step.',
      boundBy: 'workgroup memory: two reads of 4 bytes for each multiply-add',
      dtypes: ['f32'],
      takes: 'plain',
      launch: { takes: ['stages'] },
      plan: planPipelined,
    }),
    variant({
      name: 'subgroup',
      summary: 'Lanes hand A round by shuffles and keep 8 × 4 sums each; no workgroup memory.',
      boundBy: 'shuffles: one for every four multiply-adds, and A is read anew by every subgroup',
      dtypes: ['f32'],
      takes: 'plain',
      refuse: (_, device) => refuseSubgroup(device),
      plan: planSubgroup,
    }),
    variant({
      name: 'register',
      summary:
        'A thread keeps up to 16 × 8 sums in registers, fed by vec4 from tiles of 256 × 128 × 8 or less; fully unrolled, batch and epilogue in one dispatch.',
      boundBy: 'instruction issue: the compiler leaves loads and barriers between the multiply-adds',
      dtypes: ['f32', 'f16-f32', 'bf16-f32', 'f16'],
      plan: planRegister,
    }),
    variant({
      name: 'tuned',
      summary:
        'The register kernel with the tile that a search on this machine found fastest for such a product.',
      boundBy: 'as register',
      dtypes: ['f32', 'f16-f32', 'bf16-f32'],
      plan: tunedRegister.plan,
      tuning: tunedRegister.tuning,
    }),
    variant({
      name: 'register-pipelined',
      summary:
        'The register kernel with two stages of workgroup memory: one is filled while the other is multiplied, with one barrier a slice.',
      boundBy: 'instruction issue: loads and stores between the multiply-adds',
      dtypes: ['f32', 'f16-f32', 'bf16-f32', 'f16'],
      plan: stagedRegister.plan,
      tuning: stagedRegister.tuning,
    }),
    variant({
      name: 'persistent',
      summary:
        'The register kernel in a fixed number of workgroups, each of which draws tile after tile by an atomic.',
      boundBy: 'as register; too few workgroups leave multiprocessors idle, and the last tiles are few',
      dtypes: ['f32'],
      takes: 'plain',
      launch: { takes: ['groups'] },
      plan: planPersistent,
    }),
    variant({
      name: 'hierarchical',
      summary: 'The register kernel by a configuration of tiles: of a workgroup, a subgroup and a thread.',
      boundBy: 'as register, or register-pipelined where it has two stages',
      dtypes: ['f32'],
      launch: { takes: ['config'] },
      refuse: refuseHierarchical,
      plan: planHierarchical,
    }),
    variant({
      name: 'occupancy',
      summary:
        'The register kernel with as many threads a workgroup, sums a thread and KiB of workgroup memory as are asked for.',
      boundBy: 'reads of workgroup memory with few sums a thread; threads in flight with many',
      dtypes: ['f32'],
      takes: 'plain',
      launch: { takes: ['workgroup', 'ilp', 'held'], isNeeded: true },
      plan: planOccupancy,
    }),
    variant({
      name: 'unfused',
      summary:
        'The register kernel, then what is added and what bends the sums in a pass each: what fusing them saves.',
      boundBy: 'as register, and C passes through memory once more for each operator',
      dtypes: ['f32', 'f16-f32'],
      takes: 'fusable',
      plan: planUnfused,
    }),
    variant({
      name: 'looped',
      summary: 'A batch as one dispatch of the register kernel a matrix, bound to parts of the buffers.',
      boundBy: 'one matrix at a time is too few workgroups, and dispatches wait for each other',
      dtypes: ['f32', 'f16-f32'],
      plan: planLooped,
    }),
    variant({
      name: 'submitted',
      summary: 'The dispatches of looped, each in a submission of its own: the loop is on the host.',
      boundBy: 'the host, whose time between submissions is part of the launch',
      dtypes: ['f32', 'f16-f32'],
      plan: planSubmitted,
    }),
    variant({
      name: 'split-k',
      summary: 'Several workgroups share the K of a tile; a second pass adds up their sums in order.',
      boundBy: 'partial sums written and read again',
      dtypes: ['f32', 'f16-f32'],
      refuse: refuseSplit,
      plan: planSplit,
    }),
    variant({
      name: 'few-rows',
      summary:
        'Every thread keeps the sums of up to 16 rows for four columns, and walks down K: B passes through once, by whole lines.',
      boundBy: 'reading B',
      dtypes: ['f32', 'f16-f32', 'bf16-f32'],
      refuse: refuseFewRows,
      plan: fewRows.plan,
      tuning: fewRows.tuning,
    }),
    variant({
      name: 'matrix-vector',
      summary:
        'Threads walk along rows of a matrix, whole lines of it, beside a vector: C has one column, or one row.',
      boundBy: 'reading the matrix',
      dtypes: ['f32', 'f16-f32', 'bf16-f32'],
      refuse: refuseMatrixVector,
      plan: matrixVector.plan,
      tuning: matrixVector.tuning,
    }),
    variant({
      name: 'double-single',
      summary:
        'Pairs of f32, 48 bits of significand, by the error-free sums and products of Knuth and Dekker, from 16 × 16 tiles in workgroup memory.',
      boundBy: 'instruction issue: some thirty instructions for each multiply-add',
      dtypes: ['f32x2'],
      plan: planDoubleSingle,
    }),
    variant({
      name: 'dot4',
      summary:
        'Bytes four at a time by dot4I8Packed, 4 × 4 sums a thread from 64 × 64 tiles in workgroup memory.',
      boundBy: 'integer dot products: a quarter of the matrix unit’s rate at best',
      dtypes: ['i8-i32'],
      refuse: (_, device) => refuseDot4(device),
      plan: planDot4,
    }),
    ...tensorRungs,
    variant({
      name: 'auto',
      summary: 'The rung that src/pick.ts picks from the shape and the device.',
      boundBy:
        'as the rung that it picks: instruction issue where that is register, latency in small products',
      dtypes: ['f32'],
      takes: 'plain',
      refuse: refuseAuto,
      plan: planAuto,
    }),
  ],
  wrong,
  inputs: createInputs,
  exact: (params) => ({ ...params, fill: 'integers' }),
  refills: refillsOf,
  // The terms, and what an epilogue adds.
  mostTerms: ({ k }) => k + 1,
  outputs: ({ m, n, batch, dtype }) => {
    const { output, outputParts } = storedAs(dtype);
    return { c: { type: output, length: outputParts * batch * m * n } };
  },
  oracle: createOracle,
  divides: () => true,
  tolerance,
  work: workOf,
  arithmetic,
};
