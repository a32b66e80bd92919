// The sum of a tile a workgroup, in which every number goes through its subgroup: a thread takes sixteen as four vec4s, whose four columns the
// lanes add up without waiting for each other; then the subgroup's own sums are added up in the same way.
import { sumFunction } from './methods.wgsl.ts';
import type { SumMethod } from './methods.wgsl.ts';

/** What a kernel is written for: `n` numbers of a type, and the subgroups that the device may have. */
export interface SumText {
  readonly method: SumMethod;
  readonly n: number;
  readonly type: string;
  readonly workgroup: number;
  readonly lanes: { readonly least: number; readonly most: number };
  readonly gridX: number;
}

/** Writes the kernel of one level of sums. */
export function sumKernel({ method, n, type, workgroup, lanes, gridX }: SumText): string {
  const isWhole = lanes.least === lanes.most && workgroup % lanes.most === 0;
  const shape = { mostLanes: lanes.most, isWhole };
  const subgroups = Math.ceil(workgroup / lanes.least);
  return `enable subgroups;

const N = ${n}u;
const WORKGROUP = ${workgroup}u;
const SUBGROUPS = ${subgroups}u; // the most that a workgroup may have
const FOLD_STEPS = ${Math.ceil(subgroups / lanes.least)}u;
const GRID_X = ${gridX}u;
alias Value = ${type};

@group(0) @binding(0) var<storage, read> x: array<vec4<Value>>;
@group(0) @binding(1) var<storage, read_write> sums: array<Value>;

var<workgroup> subgroup_sums: array<Value, SUBGROUPS>;

${sumFunction(method, { ...shape, name: 'sum_columns', type: 'vec4<Value>' })}
${sumFunction(method, { ...shape, name: 'sum_lanes', type: 'Value' })}
${body}`;
}

const body = `
fn load_quad(index: u32) -> vec4<Value> {
  if (index < N / 4u) {
    return x[index];
  }
  if (N % 4u > 0u && index == N / 4u) {
    return select(vec4<Value>(), x[index], vec4u(0u, 1u, 2u, 3u) < vec4u(N % 4u));
  }
  return vec4<Value>();
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  let there = min(size, WORKGROUP - subgroup * size);
  let first = tile * 4u * WORKGROUP + thread;
  let a = load_quad(first);
  let b = load_quad(first + WORKGROUP);
  let c = load_quad(first + 2u * WORKGROUP);
  let d = load_quad(first + 3u * WORKGROUP);
  let columns = (sum_columns(a, lane, there) + sum_columns(b, lane, there)) + (sum_columns(c, lane, there) + sum_columns(d, lane, there));
  if (lane == 0u) {
    subgroup_sums[subgroup] = columns.x + columns.y + columns.z + columns.w;
  }
  workgroupBarrier();
  if (subgroup == 0u) {
    var rest = Value();
    for (var step = 0u; step < FOLD_STEPS; step++) {
      let other = step * there + lane;
      if (other < (WORKGROUP + size - 1u) / size) {
        rest += subgroup_sums[other];
      }
    }
    let total = sum_lanes(rest, lane, there);
    // The grid may have workgroups behind the last tile.
    if (lane == 0u && tile * 16u * WORKGROUP < max(N, 1u)) {
      sums[tile] = total;
    }
  }
}
`;
