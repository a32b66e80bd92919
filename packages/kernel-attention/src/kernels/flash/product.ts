// What the register-tiled kernel computes in a step: scores, their exponentials, and the weighted values.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { writeLse } from '../problem.ts';
import type { AttentionProblem } from '../problem.ts';
import type { FlashLayout } from './layout.ts';

const component = ['x', 'y', 'z', 'w'];

/** The row of the block that the thread's `r`-th query is. */
function rowOf({ rowThreads }: FlashLayout, r: number): string {
  return `${Math.floor(r / 4) * 4 * rowThreads + (r % 4)}u + 4u * row_thread`;
}

/** The keys of the step that the thread's `j`-th vec4 of scores holds, as the first of four. */
function keyOf({ columnThreads }: FlashLayout, j: number): string {
  return `${j * 4 * columnThreads}u + 4u * column_thread`;
}

/** Lines that declare the thread's running maxima, sums and outputs, and how many keys each of its queries sees. */
export function declareSums(layout: FlashLayout): string {
  const { tm, dimQuads } = layout;
  return `${each(tm, (r) => `let visible${r} = visible_keys(head, first_query + ${rowOf(layout, r)});`)}
${each(tm, (r) => `var max${r} = LOWEST; var sum${r} = 0.0; ${each(dimQuads, (j) => `var o${r}_${j} = vec4f();`, ' ')}`)}`;
}

/** Lines that multiply the block's queries by the step's keys. */
export function scores(layout: FlashLayout): string {
  const { tm, rowQuads, keyQuads } = layout;
  const declared = each(tm, (r) => each(keyQuads, (j) => `var s${r}_${j} = vec4f();`, ' '));
  if (layout.queries === 'cached') return `${declared}\n${cachedScores(layout)}`;
  return `${declared}
${products(layout, { count: layout.paddedDim, left: 'tile_q', right: 'tile_k', rightQuads: layout.bk / 4, quads: keyQuads, sum: 's', rowQuads })}`;
}

/** Lines that name where each query of the thread begins, the last one for those behind it. */
export function placeQueries(layout: FlashLayout, { queries, dim }: AttentionProblem): string {
  const row = (r: number) => `first_query + ${rowOf(layout, r)}`;
  const within = (r: number) => (queries % layout.bq === 0 ? row(r) : `min(${row(r)}, ${queries - 1}u)`);
  return each(layout.tm, (r) => `let query${r} = (head * ${queries}u + ${within(r)}) * ${dim / 4}u;`);
}

// Four elements of each query at once, against as many rows of the keys.
function cachedScores(layout: FlashLayout): string {
  const { tm, bk, keyQuads, columnThreads, dim, unroll } = layout;
  const term = (r: number, u: number) =>
    each(keyQuads, (j) => `s${r}_${j} += a${r}.${component[u]} * b${j};`, ' ');
  const element = (u: number) => `  {
${each(keyQuads, (j) => `    let b${j} = tile_k[(4u * quad + ${u}u) * ${bk / 4}u + ${j * columnThreads}u + column_thread];`)}
${each(tm, (r) => `    ${term(r, u)}`)}
  }`;
  const quad = (q: number) => `{
  let quad = trip * ${unroll / 4}u + ${q}u;
${each(tm, (r) => `  let a${r} = vec4f(queries[query${r} + quad]);`)}
${each(4, element)}
}`;
  const scale = (Math.LOG2E / Math.sqrt(dim)).toPrecision(9);
  return `for (var trip = 0u; trip < ${dim / unroll}u; trip++) {
${indent(each(unroll / 4, quad), 2)}
}
${each(tm, (r) => each(keyQuads, (j) => `s${r}_${j} *= ${scale};`, ' '))}`;
}

/** Lines that add the step's values, weighted. */
export function weightedValues(layout: FlashLayout): string {
  const { rowQuads, dimQuads, paddedDim, weights } = layout;
  if (weights === 'shuffled') return shuffledValues(layout);
  return products(layout, {
    count: layout.bk,
    left: 'tile_k',
    right: 'tile_v',
    rightQuads: paddedDim / 4,
    quads: dimQuads,
    sum: 'o',
    rowQuads,
  });
}

interface Product {
  readonly count: number;
  readonly left: 'tile_q' | 'tile_k';
  readonly right: string;
  readonly rightQuads: number;
  readonly quads: number;
  readonly sum: string;
  readonly rowQuads: number;
}

// Per step one column of the left and one row of the right operand, read as vec4s, make tm x 4·quads multiply-adds.
function products(
  layout: FlashLayout,
  { count, left, right, rightQuads, quads, sum, rowQuads }: Product,
): string {
  const { bq, rowThreads, columnThreads, unroll, tm } = layout;
  const step = (u: number) => `{
  let at = trip * ${unroll}u + ${u}u;
${each(rowQuads, (i) => `  let a${i} = ${left}[at * ${bq / 4}u + ${i * rowThreads}u + ${left === 'tile_k' ? turnedRow(layout, 'at / 4u') : 'row_thread'}];`)}
${each(quads, (j) => `  let b${j} = ${right}[at * ${rightQuads}u + ${j * columnThreads}u + column_thread];`)}
${each(tm, (r) => `  ${each(quads, (j) => `${sum}${r}_${j} += a${Math.floor(r / 4)}.${component[r % 4]} * b${j};`, ' ')}`)}
}`;
  return `for (var trip = 0u; trip < ${count / unroll}u; trip++) {
${indent(each(unroll, step), 2)}
}`;
}

// One trip for each thread of a query: everyone asks for the weights that this one has, key after key, and reads the key's values.
function shuffledValues(layout: FlashLayout): string {
  const { tm, keyQuads, dimQuads, columnThreads, paddedDim } = layout;
  const key = (j: number, c: number) => `{
  let at = 4u * (${j * columnThreads}u + owner) + ${c}u;
${each(dimQuads, (i) => `  let b${i} = tile_k[at * ${paddedDim / 4}u + ${i * columnThreads}u + column_thread];`)}
${each(tm, (r) => `  let a${r} = subgroupShuffle(s${r}_${j}.${component[c]}, lane - column_thread + owner);`)}
${each(tm, (r) => `  ${each(dimQuads, (i) => `o${r}_${i} += a${r} * b${i};`, ' ')}`)}
}`;
  return `for (var owner = 0u; owner < ${columnThreads}u; owner++) {
${indent(
  each(keyQuads, (j) => each(4, (c) => key(j, c))),
  2,
)}
}`;
}

/** Lines that hide the scores of keys that a query does not see. */
export function hide(layout: FlashLayout): string {
  const { tm, keyQuads } = layout;
  const numbers = each(
    keyQuads,
    (j) => `let key${j} = vec4u(0u, 1u, 2u, 3u) + (first_key + ${keyOf(layout, j)});`,
  );
  const rows = each(tm, (r) =>
    each(
      keyQuads,
      (j) => `s${r}_${j} = select(vec4f(HIDDEN), s${r}_${j}, key${j} < vec4u(visible${r}));`,
      ' ',
    ),
  );
  return `${numbers}\n${rows}`;
}

/** Lines that turn scores into weights: the maximum over the threads of a query, exponentials, and rescaled sums. */
export function softmax({ tm, keyQuads, dimQuads, columnThreads }: FlashLayout): string {
  const fold = each(
    Math.log2(columnThreads),
    (level) => `  top = max(top, subgroupShuffleXor(top, ${2 ** level}u));`,
  );
  const quads = (r: number) => Array.from({ length: keyQuads }, (_, j) => `s${r}_${j}`);
  return each(
    tm,
    (r) => `{
  let highest = ${quads(r).reduce((most, quad) => `max(${most}, ${quad})`)};
  var top = max(max(highest.x, highest.y), max(highest.z, highest.w));
${fold}
  top = max(top, max${r});
  let rescale = exp2(max${r} - top);
  max${r} = top;
  ${each(keyQuads, (j) => `s${r}_${j} = exp2(s${r}_${j} - top);`, ' ')}
  let weights = ${each(keyQuads, (j) => `s${r}_${j}`, ' + ')};
  sum${r} = sum${r} * rescale + ((weights.x + weights.y) + (weights.z + weights.w));
  ${each(dimQuads, (j) => `o${r}_${j} *= rescale;`, ' ')}
}`,
  );
}

// The thread's place among those of a key's weights, of the `fours`-th four keys.
function turnedRow({ turned, rowThreads }: FlashLayout, fours: string): string {
  return turned ? `(row_thread + ${fours}) % ${rowThreads}u` : 'row_thread';
}

/** Lines that put the weights where the keys were, by columns. */
export function depositWeights(layout: FlashLayout): string {
  const { bq, rowThreads, columnThreads, rowQuads, keyQuads } = layout;
  return each(keyQuads, (j) =>
    each(4, (c) =>
      each(rowQuads, (i) => {
        const own = turnedRow(layout, `(${j * columnThreads}u + column_thread)`);
        const at = `(${keyOf(layout, j)} + ${c}u) * ${bq / 4}u + ${i * rowThreads}u + ${own}`;
        return `tile_k[${at}] = vec4f(${each(4, (k) => `s${4 * i + k}_${j}.${component[c]}`, ', ')});`;
      }),
    ),
  );
}

/** Lines that divide by the sums of the weights and write the outputs. */
export function writeBack(layout: FlashLayout, problem: AttentionProblem): string {
  const { queries, dim } = problem;
  const { tm, dimQuads, columnThreads, paddedDim } = layout;
  const isHalf = (j: number) =>
    paddedDim > dim && (j + 1) * columnThreads * 4 > dim ? ` && ${quadOf(j)} < ${dim / 4}u` : '';
  const quadOf = (j: number) => `${j * columnThreads}u + column_thread`;
  const fold = each(
    Math.log2(columnThreads),
    (level) => `  total += subgroupShuffleXor(total, ${2 ** level}u);`,
  );
  return each(
    tm,
    (r) => `{
  var total = sum${r};
${fold}
  let inverse = select(0.0, 1.0 / total, total > 0.0);
  let row = first_query + ${rowOf(layout, r)};
${each(
  dimQuads,
  (j) => `  if (row < ${queries}u${isHalf(j)}) {
    outputs[(head * ${queries}u + row) * ${dim / 4}u + ${quadOf(j)}] = vec4<Element>(o${r}_${j} * inverse);
  }`,
)}${indent(writeLse(problem, { condition: `row < ${queries}u && column_thread == 0u`, at: `head * ${queries}u + row`, top: `max${r}` }), 2)}
}`,
  );
}
