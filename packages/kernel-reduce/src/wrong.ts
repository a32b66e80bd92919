// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import { edit } from '@kernel-ladder/harness';
import type { Fault, Plan } from '@kernel-ladder/harness';
import { runsOf } from './cases/fold-axes.ts';
import { isArg, isAxes, isSegments, isVector } from './cases/kinds.ts';
import type { ReduceCase } from './cases/kinds.ts';

/** The faults of a reduction. */
export const wrong: readonly Fault<ReduceCase>[] = [
  {
    name: 'changes-input',
    summary: 'leaves the partial results in the vector as well',
    of: 'naive',
    change: (plan) => withPartialsInPlace(inWritableVector(plan)),
    answer: 'changed-input',
    takes: isFold,
  },
  {
    name: 'low-precision',
    summary: 'rounds every addition to half precision',
    of: 'interleaved',
    change: edit('tree-interleaved.wgsl', 'a + b', 'Value(quantizeToF16(f32(a + b)))'),
    answer: 'wrong-value',
    takes: ({ dtype, op }) => dtype === 'f32' && op === 'sum',
  },
  {
    name: 'reads-past-end',
    summary: 'has no bound on its index',
    of: 'interleaved',
    change: edit('tree-interleaved.wgsl', 'index < N', 'true'),
    answer: 'wrong-value',
  },
  {
    name: 'missing-barrier',
    summary: 'reads a level before it is written',
    of: 'sequential',
    change: edit('tree-sequential.wgsl', 'workgroupBarrier();', ''),
    answer: 'wrong-value',
    takes: isFold,
  },
  {
    name: 'wrong-subgroup',
    summary: 'counts on subgroups of 32 lanes, so that the values of most smaller ones are left out',
    of: 'subgroup',
    change: edit('subgroup.wgsl', 'let count = WORKGROUP / size;', 'let count = WORKGROUP / 32u;'),
    answer: 'wrong-value',
    takes: isFold,
  },
  {
    name: 'arg-local-index',
    summary: 'knows a winner by its place in the tile, so that later tiles lose their offset',
    of: 'subgroup',
    change: edit('arg-subgroup.wgsl', '= best.index;\n    }\n  }', '= best.index % WORKGROUP;\n    }\n  }'),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'stale-output',
    summary: 'adds to a result that nobody has reset',
    of: 'atomic',
    change: withoutReset,
    answer: 'wrong-value',
    // A float that nobody has reset is NaN here and stays that, whatever is added: it looks unwritten.
    takes: ({ n, op, dtype }) => n > 0 && op === 'sum' && (dtype === 'i32' || dtype === 'u32'),
  },
  {
    name: 'stale-ticket',
    summary: 'counts the workgroups that are done from where the last launch stopped: none is ever the last',
    of: 'optimized',
    change: withoutReset,
    answer: 'unwritten',
    takes: isFold,
  },
  {
    name: 'dropped-tail',
    summary: 'leaves out what is behind the last whole quad',
    of: 'optimized',
    change: edit('optimized.wgsl', 'quad = combine4(quad, load_tail());', ''),
    answer: 'wrong-value',
    takes: isFold,
  },
  {
    name: 'arg-last-of-ties',
    summary: 'lets a later quad win with an equal extreme',
    of: 'optimized',
    change: edit(
      'arg-optimized.wgsl',
      'quad > best.values, quad < best.values',
      'quad >= best.values, quad <= best.values',
    ),
    answer: 'wrong-value',
    takes: isIndex,
  },
  {
    name: 'axis-wrong-stride',
    summary: 'takes neighbours, as if the reduced axis lay innermost',
    of: 'axis-naive',
    change: edit('axes/naive.wgsl', 'first + r * INNER', 'first + r'),
    answer: 'wrong-value',
  },
  {
    name: 'axis-neighbours',
    summary: 'counts what the first quad of a row holds of the row before',
    of: 'axis-optimized',
    change: edit('axes/rows.wgsl', '(elements >= vec4u(begin)) & ', ''),
    answer: 'wrong-value',
    takes: (params) => innerOf(params) === 1,
    at: (row) => row > 0,
  },
  {
    name: 'axis-past-end',
    summary: 'lets the threads behind the last column write theirs',
    of: 'axis-optimized',
    change: edit('axes/columns.wgsl', 'outer < OUTER && column < COLUMNS', 'outer < OUTER'),
    answer: 'out-of-bounds',
    takes: (params) => innerOf(params) > 1,
  },
  {
    name: 'segment-shifted-end',
    summary: 'counts the first element of the next segment',
    of: 'segment-naive',
    change: edit('segments/naive.wgsl', 'index < end', 'index <= end'),
    answer: 'wrong-value',
  },
  {
    name: 'segment-skips-empty',
    summary: 'leaves what an empty segment had before',
    of: 'segment-subgroup',
    change: edit(
      'segments/subgroup.wgsl',
      'if (is_own && lane == 0u) {',
      'if (is_own && lane == 0u && offsets[segment] < offsets[segment + 1u]) {',
    ),
    answer: 'unwritten',
    takes: (params) => isSegments(params) && params.lengths === 'empty-mixed',
    // The first is empty, and the first unwritten one is named.
    at: (segment) => segment === 0,
  },
  {
    name: 'segment-dropped-carry',
    summary: 'adds only what the tile before the last has carried',
    of: 'segment-balanced',
    change: edit(
      'segments/carry.wgsl',
      'begin = (offsets[own] + own) / TILE;',
      'begin = max(max(tile, 1u) - 1u, (offsets[own] + own) / TILE);',
    ),
    answer: 'wrong-value',
    // Of one giant among singletons no other spans more than two tiles.
    takes: (params) => isSegments(params) && params.lengths === 'one-giant',
    at: (segment, params) => isSegments(params) && segment === Math.floor(params.segments / 2),
  },
];

const inWritableVector = edit('naive.wgsl', 'var<storage, read> values', 'var<storage, read_write> values');
const withPartialsInPlace = edit(
  'naive.wgsl',
  'partials[thread] = sum;',
  'partials[thread] = sum;\n  values[thread] = Input(sum);',
);

function withoutReset(plan: Plan): Plan {
  return { ...plan, passes: plan.passes.filter(({ wgsl }) => !wgsl.file.endsWith('/fill.wgsl')) };
}

function isFold(params: ReduceCase): boolean {
  return !isArg(params.op);
}

function isIndex(params: ReduceCase): boolean {
  return isVector(params) && isArg(params.op);
}

// Elements side by side for each place of the only run of axes; 0 where there are several runs, or none.
function innerOf(params: ReduceCase): number {
  if (!isAxes(params)) return 0;
  const [run, ...others] = runsOf(params);
  return run && others.length === 0 ? run.inner : 0;
}
