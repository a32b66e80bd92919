// Few queries, many keys, read as a stream: the keys are split among workgroups, and in each of them neighbouring lanes share a key.
// They read it with 16 bytes each, agree on its scores by shuffles, and add its value at once, which the same lanes have read
// beside it: no score is stored, and no barrier stands between the loads. Maxima follow the keys (online softmax); what the
// groups of lanes have found is joined at the end of the part, and merge.wgsl joins the parts.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { visibleKeys } from './problem.ts';
import type { AttentionProblem } from './problem.ts';
import { joinGroups } from './streamed/join.ts';
import { layOutStream } from './streamed/layout.ts';
import type { StreamedHead, StreamLayout, StreamTile } from './streamed/layout.ts';
import { addKeys, numbersOf } from './streamed/keys.ts';
import { rowsType } from './streamed/rows.ts';

export { lanesOf, layOutStream } from './streamed/layout.ts';
export type { StreamedHead, StreamTile } from './streamed/layout.ts';

/** Writes the kernel of one attention; a head is whole words of 16 bytes. */
export function streamKernel(problem: AttentionProblem, tile: StreamTile, head: StreamedHead): string {
  const layout = layOutStream(tile, head);
  const { element, threads, part, rows, lanes, groups, turns, quads, unroll } = layout;
  const word = element === 'f16' ? 'vec4<u32>' : 'vec4<f32>';
  return `// Attention of few queries over ${problem.keys} keys of ${problem.dim} elements: ${part} keys a workgroup, ${lanes} lanes a key, ${unroll} keys at once.
enable subgroups;

alias Rows = ${rowsType(rows, 'f32')}; // a number for each query
// Any logit is larger than both; the exponential of a hidden score is zero even where nothing is visible.
const LOWEST = -1e30;
const HIDDEN = -0x1.fffffep+127f;

@group(0) @binding(0) var<storage, read> queries: array<${word}>; // 16 bytes each
@group(0) @binding(1) var<storage, read> keys: array<${word}>;
@group(0) @binding(2) var<storage, read> values: array<${word}>;
@group(0) @binding(3) var<storage, read> lengths: array<u32>;
// A part leaves of each query its greatest logit, its sum and its weighted sums of values.
@group(0) @binding(4) var<storage, read_write> parts: array<f32>;

var<workgroup> tops: array<Rows, ${groups}>;
var<workgroup> sums: array<Rows, ${groups}>;
var<workgroup> columns: array<vec4f, ${threads * turns * quads}>;

${visibleKeys(problem)}

@compute @workgroup_size(${threads})
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
${indent(mainBody(problem, layout), 2)}
}
`;
}

function mainBody(problem: AttentionProblem, layout: StreamLayout): string {
  const { groups, lanes, part, threads, trips, unroll, rows, turns, quads } = layout;
  const parts = Math.ceil(problem.keys / part);
  const outputs = each(rows, (r) =>
    each(turns, (t) => each(quads, (e) => `var o${r}_${t}_${e} = vec4f();`, ' '), ' '),
  );
  return `${placePart(problem, layout)}
// Neighbours in a subgroup share a key.
let thread = (subgroup * size + lane) % ${threads}u;
let place = thread / ${lanes}u;
let word = thread % ${lanes}u;
${loadQueries(problem, layout)}
var top = Rows(LOWEST);
var sum = Rows();
${outputs}

for (var trip = 0u; trip < ${trips}u; trip++) {
  let trip_key = first_key + trip * ${groups * unroll}u;
  if (trip_key >= most_visible) {
    break;
  }
${indent(addKeys(problem, layout), 2)}
}

${joinGroups(layout, { parts, allRows: problem.group * problem.queries })}`;
}

// The part of the keys and the queries of this workgroup, and how many keys each of them sees; rows past the last see none.
function placePart(
  { heads, group, batches, queries, keys, grid }: AttentionProblem,
  layout: StreamLayout,
): string {
  const { part, rows } = layout;
  const parts = Math.ceil(keys / part);
  const allRows = group * queries;
  const rowBlocks = Math.ceil(allRows / rows);
  const blocks = batches * (heads / group) * rowBlocks * parts;
  const [width, height] = grid;
  // The queries of a group of heads follow each other in memory.
  const visible = (r: number) =>
    `select(0u, visible_keys(batch * ${heads}u, (first_row + ${r}u) % ${queries}u), first_row + ${r}u < ${allRows}u)`;
  const names = Array.from({ length: rows }, (_, r) => `visible${r}`);
  return `${height === 1 ? 'let block = group.x;' : `let block = group.y * ${width}u + group.x;`}
${width * height > blocks ? `if (block >= ${blocks}u) {\n  return;\n}\n` : ''}let part = block % ${parts}u;
let first_key = part * ${part}u;
let shared_head = block / ${parts * rowBlocks}u;
let first_row = block / ${parts}u % ${rowBlocks}u * ${rows}u;
let batch = shared_head / ${heads / group}u;
${each(rows, (r) => `let visible${r} = ${visible(r)};`)}
let visible = ${rowsType(rows, 'u32')}(${names.join(', ')});
let most_visible = ${names.reduce((most, name) => `max(${most}, ${name})`)};`;
}

function loadQueries({ group, queries }: AttentionProblem, layout: StreamLayout): string {
  const { rows, turns, quads, words, dim, lanes } = layout;
  const allRows = group * queries;
  const scale = (Math.LOG2E / Math.sqrt(dim)).toPrecision(9);
  const load = (r: number, t: number) => {
    const at = `(shared_head * ${allRows}u + min(first_row + ${r}u, ${allRows - 1}u)) * ${words}u`;
    const wanted = `word + ${t * lanes}u`;
    const own = `let query${r}_${t} = queries[${at} + min(${wanted}, ${words - 1}u)];`;
    // A lane without a word of its own multiplies zeros.
    const factor = (t + 1) * lanes > words ? `select(0.0, ${scale}, ${wanted} < ${words}u)` : scale;
    const numbers = each(
      quads,
      (e) => `let q${r}_${t}_${e} = ${numbersOf(layout, `query${r}_${t}`, e)} * ${factor};`,
    );
    return `${own}\n${numbers}`;
  };
  return each(rows, (r) => each(turns, (t) => load(r, t)));
}
