// Tensor-core multiply whose staging hides behind the products: f16 in and f32 or f16 out by 16 x 16 x 16, i8 in and i32 out by
// 16 x 16 x 32.
//
// `tensor` runs at the speed of its staging: products from workgroup memory alone take half of its time on an H200, and its two barriers a
// step keep one from hiding the other. Here, in the order in which they count:
//   - two stages of workgroup memory: while slab s is multiplied from one, slab s + 1 goes from registers into the other, amid the
//     products, and the loads of slab s + 2 start; one barrier a slab. The loop spells out as many slabs as there are stages, so that
//     every offset of a fragment is a constant: one that Tint cannot prove costs a clamp of offset and stride a load;
//   - whole lines: an operand along K is loaded 128 bytes a row at once, for several slabs (piped/along.ts), not 32 or 64;
//   - stores to workgroup memory that meet all banks: rows of 80 bytes beside each other overlap, rows four apart do not;
//   - fragments one product ahead, over the barrier: behind it there is a product to do while the first fragments arrive;
//   - bytes are turned on their way in (piped/turned.ts), for the unit wants four of them along K in a word;
//   - bare sums of whole tiles go straight to C: a fragment's row is a whole sector of 32 bytes or two;
//   - so a workgroup of 256 threads that fills a multiprocessor alone keeps its matrix unit busy, and a tile of 128 x 256 needs 25 %
//     fewer bytes of the second-level cache than one of 128 x 128.
// WGSL has no asynchronous copy: what is on its way is held in registers. Shapes must be whole tiles, and K whole rounds of the loop:
// a fragment that leaves its array is wrong as a whole, so edges are padded before.
import { indent, plus, tileOrder } from '@kernel-ladder/kernel-kit';
import { copiesOf, scoped } from './piped/copies.ts';
import type { BothCopies } from './piped/copies.ts';
import { layOutPiped } from './piped/layout.ts';
import type { PipedLayout, PipedProblem, PipedTile } from './piped/layout.ts';
import { declareSums, groupsOf, multiply, multiplyAhead, namePart, products } from './piped/products.ts';
import { declareStreamed, isLate, lastStreamed, streamed } from './piped/streamed.ts';
import { declareStraight, straightConstants, straightType } from './piped/straight.ts';
import { turnFunction } from './piped/turned.ts';
import { fragment, kinds } from './tensor/layout.ts';
import { declareResults, writeBack } from './tensor/results.ts';

export type { PipedProblem, PipedTile } from './piped/layout.ts';

/** Writes the kernel of one product. */
export function pipedKernel(problem: PipedProblem, tile: PipedTile): string {
  const layout = layOutPiped(tile, problem);
  const { m, n, k, pinsSubgroupSize } = problem;
  const { input, sum, deep } = kinds[problem.kind];
  return `// C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${layout.partM} x ${layout.partN} per subgroup.
${about(problem)}${input === 'f16' ? 'enable f16;\n' : ''}enable subgroups;
${pinsSubgroupSize ? 'enable subgroup_size_control;\n' : ''}enable chromium_experimental_subgroup_matrix;

alias Left = subgroup_matrix_left<${input}, ${deep}, ${fragment}>;
alias Right = subgroup_matrix_right<${input}, ${fragment}, ${deep}>;
alias Result = subgroup_matrix_result<${sum}, ${fragment}, ${fragment}>;

@group(0) @binding(0) var<storage, read> a: array<${wordOf(layout.a.way)}>;
@group(0) @binding(1) var<storage, read> b: array<${wordOf(layout.b.way)}>;
${layout.isDirect ? `@group(0) @binding(2) var<storage, read_write> c: array<${sum}>;\n` : declareResults(layered(problem), layout)}
// ${layout.stages === 1 ? 'A slab' : 'Two stages of a slab'} of A (${inWords(layout, 'a')}) and of B (${inWords(layout, 'b')}), each row padded by a vec4u${layout.isDirect ? '' : '; at\n// the end results, one row of fragments of every subgroup: a matrix cannot be indexed'}.
var<workgroup> slices: array<vec4<u32>, ${layout.length}>;
${straightConstants(problem, layout)}${[layout.a.way, layout.b.way].includes('turned') ? `\n${turnFunction}` : ''}
@compute @workgroup_size(${layout.threads})${pinsSubgroupSize ? ' @subgroup_size(32)' : ''}
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
) {
${indent(mainBody(problem, layout), 2)}
}
`;
}

function wordOf(way: PipedLayout['a']['way']): string {
  return way === 'turned' ? 'u32' : way === 'straight' ? straightType : 'vec4<u32>';
}

function inWords(layout: PipedLayout, name: 'a' | 'b'): string {
  const { rows, width, way } = layout[name];
  if (way === 'straight') return 'nothing: its fragments come straight from storage';
  return `${rows} rows of ${width} vec4us${way === 'turned' ? ', turned' : ''}`;
}

// Parts of K lie in C as matrices of a batch do.
function layered(problem: PipedProblem): PipedProblem {
  return { ...problem, batch: Math.max(problem.batch, problem.parts) };
}

// What is not the plain product, in words.
function about({ layout, batch, parts, epilogue, rows, columns }: PipedProblem): string {
  const facts = [
    ...(layout[0] === 't' ? ['A is stored as [K, M]'] : []),
    ...(layout[1] === 't' ? ['B is stored as [N, K]'] : []),
    ...(batch > 1 ? [`${batch} products`] : []),
    ...(parts > 1 ? [`K in ${parts} parts`] : []),
    ...(epilogue === 'none' ? [] : [`epilogue ${epilogue} into ${rows} x ${columns}`]),
  ];
  return facts.length === 0 ? '' : `// ${facts.join('; ')}.\n`;
}

function mainBody(problem: PipedProblem, layout: PipedLayout): string {
  const { bm, bn, band, streams } = layout;
  const { m, n, grid } = problem;
  const copies = copiesOf(problem, layout);
  return `${tileOrder({ rows: m / bm, columns: n / bn, band, grid })}

${copies.names}

${namePart(layout)}

${declareSums(layout)}
${streams > 0 ? `${declareStreamed(layout)}\n` : ''}${layout.a.way === 'straight' ? `${declareStraight(problem, layout, (group) => isLate(layout, group))}\n` : ''}
${prologue(layout, copies)}
${productOf(problem, layout, copies)}`;
}

// From sums of nothing to C.
function productOf(problem: PipedProblem, layout: PipedLayout, copies: BothCopies): string {
  const { bk, ahead, streams, unrolled } = layout;
  const rounds = problem.k / problem.parts / bk / unrolled;
  return `
for (var round = 0u; round < ${rounds}u; round++) {
  let slab = round * ${unrolled}u;
${indent(roundOf(layout, copies), 2)}
}
${ahead ? `${products(layout).join('\n')}\n` : ''}${streams > 0 ? `${lastStreamed(layout).join('\n')}\n` : ''}
${storeOf(problem, layout)}`;
}

function storeOf(problem: PipedProblem, layout: PipedLayout): string {
  return layout.isDirect ? storeStraight(problem, layout) : writeBack(layered(problem), layout);
}

// The first slabs on their way; with two stages the first one is stored.
function prologue({ stages, staging }: PipedLayout, { begin, fetch, deposit }: BothCopies): string {
  const refill = staging === 'around' ? '' : scoped(fetch(1, 'before'));
  return blocksOf(stages === 1 ? [begin] : [begin, deposit(0), refill]);
}

function roundOf(layout: PipedLayout, copies: BothCopies): string {
  const segment = layout.stages === 1 ? oneStage : layout.staging === 'around' ? twoStagesAround : twoStages;
  return Array.from({ length: layout.unrolled }, (_, slab) => segment(layout, copies, slab)).join('\n');
}

function oneStage(layout: PipedLayout, { fetch, deposit }: BothCopies, slab: number): string {
  const loads = fetch(slab + 1, 'within');
  const isBetween = layout.staging === 'between';
  return blocksOf([
    '// Everyone has finished with the previous slab.\nworkgroupBarrier();',
    deposit(slab),
    '// The slab is complete.\nworkgroupBarrier();',
    isBetween ? '' : scoped(loads),
    ...productsOf(layout, slab, isBetween ? [statementsOf(loads)] : []),
  ]);
}

// The slab behind this one is stored amid the first products, and its registers are loaded again.
function twoStages(layout: PipedLayout, { fetch, deposit }: BothCopies, slab: number): string {
  const [stores, loads] = [deposit(slab + 1), fetch(slab + 2, 'within')];
  const beside =
    layout.staging === 'amid'
      ? [[blocksOf([stores, scoped(loads)])]]
      : inTurn(layout, statementsOf(stores), statementsOf(loads));
  return blocksOf([complete(slab), ...productsOf(layout, slab, beside)]);
}

// The slab behind this one is stored when this one has been multiplied.
function twoStagesAround(layout: PipedLayout, { fetch, deposit }: BothCopies, slab: number): string {
  return blocksOf([
    complete(slab),
    scoped(fetch(slab + 1, 'within')),
    ...productsOf(layout, slab),
    deposit(slab + 1),
  ]);
}

function complete(slab: number): string {
  return `// Everyone has stored slab ${slab} and has finished with the one before it.\nworkgroupBarrier();`;
}

// Stores beside the first products, and loads beside the next ones where a slab has them.
function inTurn(layout: PipedLayout, stores: readonly string[], loads: readonly string[]) {
  return groupsOf(layout) === 1 ? [[...stores, ...loads]] : [stores, loads];
}

// Lines apart, which have a line each but where bytes are turned.
function statementsOf(text: string): readonly string[] {
  return text.includes('{') ? [text] : text.split('\n');
}

// What is staged beside the products of each fragment along K.
function productsOf(
  layout: PipedLayout,
  slab: number,
  staging: readonly (readonly string[])[] = [],
): readonly string[] {
  if (layout.streams > 0) return streamed(layout, slab, staging);
  const times = layout.ahead ? multiplyAhead : multiply;
  return Array.from({ length: groupsOf(layout) }, (_, group) =>
    times(layout, { slab, group }, staging[group]),
  );
}

function blocksOf(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

// Whole tiles: no fragment leaves C.
function storeStraight({ columns, rows, batch, parts }: PipedProblem, layout: PipedLayout): string {
  const { bm, bn, partM, partN } = layout;
  const layer = batch * parts > 1 ? `group.z * ${rows * columns}u + ` : '';
  const lines = Array.from({ length: (partM / fragment) * (partN / fragment) }, (_, index) => {
    const [i, j] = [Math.floor(index / (partN / fragment)), index % (partN / fragment)];
    const at = plus('at_c', i * fragment * columns + j * fragment);
    return `subgroupMatrixStore<row_major>(&c, ${at}, c${i}${j}, ${columns}u);`;
  });
  return `let at_c = ${layer}(tile_row * ${bm}u + part_row * ${partM}u) * ${columns}u + tile_column * ${bn}u + part_column * ${partN}u;
${lines.join('\n')}`;
}
