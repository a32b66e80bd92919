// A product of matrices with what follows of each of its results: the register-blocked kernel of the kit, whose operands may be views
// and whose store computes the rest of the group before anything is written.
import {
  gridOf,
  guarded,
  indent,
  inside,
  blockedKernel,
  registerSharedBytes,
  registerThreads,
  registerTileFor,
  registerTiles,
  tilesOf,
} from '@kernel-ladder/kernel-kit';
import type { Axis, RatedTile, RegisterTile } from '@kernel-ladder/kernel-kit';
import type { DeviceFacts } from '@kernel-ladder/harness';
import { flagOf } from '../graph/attributes.ts';
import { typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import { isStored } from '../fuse/stores.ts';
import { callOf, nodeOf } from '../fuse/lookup.ts';
import type { OpaqueGroup } from '../fuse/group.ts';
import type { Seen } from '../fuse/views.ts';
import { collapse } from '../fuse/walk.ts';
import { productOf as sizesOf } from '../operators/opaque/product-shape.ts';
import { finishText } from './finish.ts';
import { boundValues, bytesOfLeaf, bytesOfValue, headText } from './kernel.ts';
import type { GeneratedKernel, Target } from './kernel.ts';
import { bufferOf, nameOf, scalarType, storedBytes } from './naming.ts';
import { placeText } from './places.ts';
import type { Scope } from './sources.ts';

/** One operand as a stack of matrices: how far apart rows and columns lie, and where each matrix begins. */
interface Matrix {
  readonly id: ValueId;
  readonly row: number;
  readonly column: number;
  readonly offset: number;
  /** Of the layers. */
  readonly dims: readonly number[];
  readonly strides: readonly number[];
}

interface Product {
  readonly batch: number;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly a: Matrix;
  readonly b: Matrix;
}

/** Whether the blocked kernel takes a product: floats in memory, with something to add up. */
export function isBlocked(scope: Scope, id: ValueId): boolean {
  const node = nodeOf(scope.graph, id);
  if (node.op !== 'matmul') return false;
  const { dtype } = node.type;
  const { k, a, b } = productOf(scope, id);
  return (dtype === 'f32' || dtype === 'f16') && k > 0 && isStored(scope, a.id) && isStored(scope, b.id);
}

/** Writes the kernel of a product and what follows it. */
export function productKernel(scope: Scope, target: Target, group: OpaqueGroup): GeneratedKernel {
  const product = productOf(scope, group.node);
  const { m, n, k, batch, a, b } = product;
  const layout = `${orderOf(a)}${orderOf(b)}` as const;
  const isFollowed = group.members.length > 1;
  const tile = tileFor(target.device, product, { layout, isFollowed });
  const { rows, columns } = tilesOf(product, { rows: tile.bm, columns: tile.bn });
  const width = n % 4 === 0 ? 4 : 1;
  const order = { columns: n, width, guard: null } as const;
  const isByElements = (id: ValueId) => [a, b].some((matrix) => matrix.id === id && !isWide(matrix, product));
  const finish = finishText(scope, target, group, { order, isByElements });
  const { bound: ofRest } = finish;
  const isFours = (id: ValueId) =>
    [...ofRest.reads, ...ofRest.writes].includes(id) ? ofRest.isFours(id) : !isByElements(id);
  const bound = { reads: [...new Set([a.id, b.id, ...ofRest.reads])], writes: group.stores, isFours };
  const grid = gridOf(rows * columns, batch);
  const common = { product, tile };
  const text = blockedKernel({ m, n, k, sum: 'f32', layout, batch, parts: 1, grid }, tile, {
    head: `${headText(scope, target, bound)}\n\n`,
    loadA: loadText(scope, { matrix: a, name: 'a', isFours: isFours(a.id), ...common }),
    loadB: loadText(scope, { matrix: b, name: 'b', isFours: isFours(b.id), ...common }),
    storeC: `${finish.text}\n\n${storeText(scope, group.node, { width, ...common })}`,
  });
  const { dtype } = typeOf(scope.graph, a.id);
  const depth = k + (tile.stages === 2 ? loadedAgain(k, tile) : 0);
  const tiles = storedBytes(dtype) * depth * (m * columns + n * rows) * batch;
  const rest = finish.leaves.reduce((sum, leaf) => sum + bytesOfLeaf(scope, leaf), 0);
  return {
    file: '@kernel-ladder/fusion/generate/product.ts',
    text,
    bindings: boundValues(bound, target),
    workgroups: grid,
    bytes: tiles + rest + group.stores.reduce((sum, id) => sum + bytesOfValue(scope, id), 0),
    longestSum: k,
  };
}

// By rows, unless only columns lie side by side.
function orderOf({ row, column }: Matrix): 'n' | 't' {
  return column === 1 || row !== 1 ? 'n' : 't';
}

function productOf({ graph, views }: Scope, id: ValueId): Product {
  const node = nodeOf(graph, id);
  const { attributes, operands } = callOf(graph, node);
  const sizes = sizesOf(operands, attributes);
  const [a = 0, b = 0] = node.operands;
  const left = matrixOf(views.of(a), flagOf(attributes, 'transposeA'));
  const right = matrixOf(views.of(b), flagOf(attributes, 'transposeB'));
  return asOneMatrix({ batch: sizes.batch, m: sizes.m, n: sizes.n, k: sizes.k, a: left, b: right });
}

function matrixOf({ source, walk }: Seen, isTransposed: boolean): Matrix {
  const { dims, strides, offset } = walk;
  const [first, second] = [strides.at(-2) ?? 0, strides.at(-1) ?? 0];
  return {
    id: source,
    row: isTransposed ? second : first,
    column: isTransposed ? first : second,
    offset,
    dims: dims.slice(0, -2),
    strides: strides.slice(0, -2),
  };
}

// Layers that all have one right factor are rows of one product.
function asOneMatrix(product: Product): Product {
  const { batch, m, a, b } = product;
  const isShared = batch > 1 && b.dims.every((length, axis) => length === 1 || b.strides[axis] === 0);
  const rows = collapse({ dims: [...a.dims, m], strides: [...a.strides, a.row], offset: a.offset });
  if (!isShared || rows.dims.length > 1) return product;
  const row = rows.strides[0] ?? 0;
  const flat = { dims: [], strides: [] };
  return { ...product, batch: 1, m: batch * m, a: { ...a, ...flat, row }, b: { ...b, ...flat } };
}

// Terms of a product whose workgroups are done before they are in full swing: they wait for their first loads and their last stores,
// and several small ones on a multiprocessor do so in turn. Of a step of training on an H200, products of 128 to 512 terms.
const shallow = 1024;
// Against one workgroup of the largest tile on each multiprocessor. A medium one has half as many threads, and is alone as well.
const rates = { medium: 0.55, largeOfShallow: 0.6 } as const;

function ratedTiles({ k }: Product): readonly RatedTile[] {
  const { large, medium, ...others } = registerTiles;
  const ofLarge = k < shallow ? rates.largeOfShallow : large.rate;
  return [{ ...large, rate: ofLarge }, { ...medium, rate: rates.medium }, ...Object.values(others)];
}

// Where a row-major product is large and deep, two stages of half the largest tile: 4 % faster on an H200 at 4096³.
const twoStages: RegisterTile = { ...registerTiles.large.tile, bm: 128, stages: 2, ahead: true };

interface Use {
  readonly layout: 'nn' | 'nt' | 'tn' | 'tt';
  /** Whether anything is computed of the sums before they are stored. */
  readonly isFollowed: boolean;
}

function tileFor(device: DeviceFacts, product: Product, { layout, isFollowed }: Use): RegisterTile {
  const tile = oneStage(device, product);
  const isStaged = tile === registerTiles.large.tile && layout === 'nn' && product.k >= shallow;
  const isAlone = !isFollowed && !isStaged;
  const staged = isStaged && fits(device, twoStages) ? twoStages : tile;
  return device.software || isAlone ? staged : { ...staged, sums: 'singles' };
}

function oneStage(device: DeviceFacts, product: Product): RegisterTile {
  const fitting = ratedTiles(product).filter(({ tile }) => fits(device, tile));
  return registerTileFor(device, product, 1, fitting);
}

function fits({ limits }: DeviceFacts, tile: RegisterTile): boolean {
  const threads = limits['maxComputeInvocationsPerWorkgroup'] ?? 256;
  const bytes = limits['maxComputeWorkgroupStorageSize'] ?? 16_384;
  // Of an operand that is turned on its way in there is padding: as much as there can be.
  return registerThreads(tile) <= threads && registerSharedBytes(tile, 'nt', 'f32') <= bytes;
}

// Elements along K of the last slice, which takes the place of the two behind it.
function loadedAgain(k: number, { bk }: RegisterTile): number {
  const steps = 2 * Math.ceil(k / bk / 2);
  return 2 * Math.max(0, k - (steps - 1) * bk);
}

interface LoadSpec {
  readonly matrix: Matrix;
  readonly name: 'a' | 'b';
  readonly product: Product;
  readonly tile: RegisterTile;
  readonly isFours: boolean;
}

// The axis along which four elements are loaded has to be whole, and everything else to go in fours.
function isWide(matrix: Matrix, { m, n, k, a }: Product): boolean {
  const isA = matrix === a;
  const isAlongRows = orderOf(matrix) === 'n';
  const length = isAlongRows === isA ? k : isA ? m : n;
  const [within, across] = isAlongRows ? [matrix.column, matrix.row] : [matrix.row, matrix.column];
  return (
    within === 1 &&
    length % 4 === 0 &&
    [across, matrix.offset, ...matrix.strides].every((step) => step % 4 === 0)
  );
}

function loadText(scope: Scope, { matrix, name, product, tile, isFours }: LoadSpec): string {
  const { m, n, k, batch } = product;
  const isAlongRows = orderOf(matrix) === 'n';
  // Two stages are walked in pairs of slices, of which the last may lie behind K as a whole.
  const depth: Axis = { name: 'k', size: k, step: tile.bk * (tile.stages ?? 1) };
  const side: Axis =
    name === 'a' ? { name: 'row', size: m, step: tile.bm } : { name: 'column', size: n, step: tile.bn };
  const isAlongDepth = (name === 'a') === isAlongRows;
  const [along, within] = isAlongDepth ? [side, depth] : [depth, side];
  const [step, pace] = isAlongRows ? [matrix.row, matrix.column] : [matrix.column, matrix.row];
  const buffer = bufferOf(scope, matrix.id);
  const layers = placeText({ dims: matrix.dims, strides: matrix.strides, offset: matrix.offset }, 'layer');
  // u32 wraps around: a step back is 2³² less than that many forward.
  const place = (index: string) =>
    [
      `${along.name} * ${step >>> 0}u`,
      pace === 1 ? index : `(${index}) * ${pace >>> 0}u`,
      ...(layers === '0u' ? [] : [layers]),
    ].join(' + ');
  const lane = (j: number) =>
    guarded(
      [inside(along), inside(within, j)],
      `four.${'xyzw'[j]} = f32(${buffer}[${place(j === 0 ? within.name : `${within.name} + ${j}u`)}]);`,
    );
  const lines = isFours
    ? guarded([inside(along), inside(within)], `four = vec4f(${buffer}[(${place(within.name)}) / 4u]);`)
    : [0, 1, 2, 3].map(lane).join('\n');
  return `fn load_${name}(${along.name}: u32, ${within.name}: u32${batch > 1 ? ', layer: u32' : ''}) -> vec4f {
  var four = vec4f();
${indent(lines, 2)}
  return four;
}
`;
}

interface StoreSpec {
  readonly product: Product;
  readonly tile: RegisterTile;
  readonly width: 1 | 4;
}

function storeText(scope: Scope, id: ValueId, { product, tile, width }: StoreSpec): string {
  const { m, n, batch } = product;
  const type = scalarType(typeOf(scope.graph, id).dtype);
  const rows: Axis = { name: 'row', size: m, step: tile.bm };
  const columns: Axis = { name: 'column', size: n, step: tile.bn };
  const row = batch > 1 ? `layer * ${m}u + row` : 'row';
  const finish = `finish_${nameOf(scope, id)}`;
  const lines =
    width === 4
      ? guarded([inside(rows), inside(columns)], `${finish}(${row}, column / 4u, vec4<${type}>(value));`)
      : [0, 1, 2, 3]
          .map((j) =>
            guarded(
              [inside(rows), inside(columns, j)],
              `${finish}(${row}, column${j === 0 ? '' : ` + ${j}u`}, ${type}(value.${'xyzw'[j]}));`,
            ),
          )
          .join('\n');
  return `fn store_c(row: u32, column: u32, value: vec4f${batch > 1 ? ', layer: u32' : ''}) {\n${indent(lines, 2)}\n}`;
}
