// What the tensor-core kernels begin with: extensions, fragments, constants and bindings.
import { declareLse } from '../problem.ts';
import type { AttentionProblem } from '../problem.ts';

/** An attention, and whether the device can fix the number of lanes of a subgroup. */
export type TensorProblem = AttentionProblem & { readonly pinsSubgroupSize: boolean };

/** Lines in front of the workgroup's memory. Operands are bound as 16-byte words; `written` declares what the kernel leaves. */
export function tensorHead(
  problem: TensorProblem,
  written: 'outputs: array<vec4<f16>>' | 'outputs: array<vec4<u32>>' | 'parts: array<f32>',
): string {
  return `enable f16;
enable subgroups;
${problem.pinsSubgroupSize ? 'enable subgroup_size_control;\n' : ''}enable chromium_experimental_subgroup_matrix;

alias Left = subgroup_matrix_left<f16, 16, 16>;
alias Right = subgroup_matrix_right<f16, 16, 16>;
alias Result = subgroup_matrix_result<f32, 16, 16>;

${constantsOf(problem)}

@group(0) @binding(0) var<storage, read> queries: array<vec4<u32>>; // eight halves each
@group(0) @binding(1) var<storage, read> keys: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> values: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> lengths: array<u32>;
@group(0) @binding(4) var<storage, read_write> ${written};${declareLse(problem)}`;
}

/** The entry point's signature for so many threads. */
export function tensorEntry({ pinsSubgroupSize }: TensorProblem, threads: number): string {
  return `@compute @workgroup_size(${threads})${pinsSubgroupSize ? ' @subgroup_size(32)' : ''}
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
)`;
}

function constantsOf({ dim }: AttentionProblem): string {
  const scale = Math.LOG2E / Math.sqrt(dim);
  return `// 1 / √d times log2(e): exponentials are powers of two.
const SCALE = ${scale.toPrecision(9)};
// How far a score may exceed the reference of its row: 2^8 once it is scaled.
const LEAD = ${(8 / scale).toPrecision(9)};
// How far it may where no reference is raised: 2^15, which a half can hold.
const MOST = ${(15 / scale).toPrecision(9)};
// Any logit is larger than both; the exponential of a hidden score is zero even where nothing is visible.
const LOWEST = -1e30;
const HIDDEN = -0x1.fffffep+127f;`;
}
