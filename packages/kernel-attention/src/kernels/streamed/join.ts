// The end of a part in the streaming kernel: what the groups of lanes have found becomes one.
import { each, indent } from '@kernel-ladder/kernel-kit';
import type { StreamLayout } from './layout.ts';
import { rowOf } from './rows.ts';

/** How many parts the keys make, and how many queries share a head of keys. */
export interface PartsOf {
  readonly parts: number;
  readonly allRows: number;
}

/** Lines that join the groups of a workgroup and leave the part as merge.wgsl takes it. */
export function joinGroups(layout: StreamLayout, of: PartsOf): string {
  const { groups, rows } = layout;
  return `if (word == 0u) {
  tops[place] = top;
}
// The greatest scores of all groups are complete.
workgroupBarrier();
var highest = Rows(LOWEST);
for (var other = 0u; other < ${groups}u; other++) {
  highest = max(highest, tops[other]);
}
let factor = exp2(top - highest);
if (word == 0u) {
  sums[place] = sum * factor;
}
${each(rows, (r) => joinRow(layout, of, r))}`;
}

// The parts of a query are as long as a head and two numbers: the greatest logit, and the sum.
function joinRow(layout: StreamLayout, { parts, allRows }: PartsOf, r: number): string {
  const { dim, threads, turns, quads, groups, rows } = layout;
  const [allQuads, stride] = [dim / 4, dim + 2];
  const deposit = each(turns, (t) =>
    each(
      quads,
      (e) =>
        `  columns[${(t * quads + e) * threads}u + thread] = o${r}_${t}_${e} * ${rowOf('factor', r, rows)};`,
    ),
  );
  const body = `let quad = step * ${threads}u + thread;
if (quad < ${allQuads}u && visible_row) {
${indent(sumColumns(layout), 2)}
  let at = at_part + 2u + 4u * quad;
${each(4, (c) => `  parts[at + ${c}u] = output[${c}];`)}
}`;
  return `{ // query ${r}
  // What the query before left here has been read.
  workgroupBarrier();
${deposit}
  workgroupBarrier();
  let visible_row = first_row + ${r}u < ${allRows}u;
  let at_part = ((shared_head * ${allRows}u + first_row + ${r}u) * ${parts}u + part) * ${stride}u;
  if (thread == 0u && visible_row) {
    var total = 0.0;
    for (var other = 0u; other < ${groups}u; other++) {
      total += ${rowOf('sums[other]', r, rows)};
    }
    parts[at_part] = ${Math.LN2.toPrecision(9)} * ${rowOf('highest', r, rows)};
    parts[at_part + 1u] = total;
  }
  for (var step = 0u; step < ${Math.ceil(allQuads / threads)}u; step++) {
${indent(body, 4)}
  }
}`;
}

// The vec4 of outputs lies in the words of one lane of each group.
function sumColumns({ threads, quads, lanes, groups }: StreamLayout): string {
  return `let own = quad / ${quads}u;
let first = (own / ${lanes}u * ${quads}u + quad % ${quads}u) * ${threads}u + own % ${lanes}u;
var output = vec4f();
for (var other = 0u; other < ${groups}u; other++) {
  output += columns[first + other * ${lanes}u];
}`;
}
