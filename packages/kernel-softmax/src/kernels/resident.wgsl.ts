// One workgroup a row, and the row in registers: it is read once and written once, which is all that the problem needs.
// Each subgroup takes exponentials relative to its own maximum; one barrier later a single factor corrects them, so that
// nobody waits twice.
import {
  balanced,
  itemsHeld,
  itemWidth,
  loadItem,
  residentKernel,
  storeItem,
  totalFunction,
} from '@kernel-ladder/kernel-kit';
import type { ResidentShape } from '@kernel-ladder/kernel-kit';

/** What a resident softmax is specialised for. */
export interface ResidentSoftmax extends ResidentShape {
  /** The factor of the logits where there is a mask; null without one. */
  readonly maskScale: number | null;
  /** What logits and results are stored as. */
  readonly stored: 'f32' | 'f16';
}

/** The kernel's text. */
export function residentText(shape: ResidentSoftmax): string {
  const ks = Array.from({ length: itemsHeld(shape) }, (_, k) => k);
  const top = balanced(names('x', ks), (a, b) => `max(${a}, ${b})`, 'Item(LOWEST)');
  const sum = balanced(names('e', ks), (a, b) => `(${a} + ${b})`, 'Item()');
  const body = `${ks.map((k) => load(shape, k)).join('\n')}
  let own_top = subgroupMax(max(LOWEST, highest(${top})));
${ks.map((k) => `  let e${k} = exp(x${k} - own_top);`).join('\n')}
  let own_sum = subgroupAdd(total(${sum}));
  if (lane == 0u) {
    pairs[subgroup % MOST_SUBGROUPS] = vec2f(own_top, own_sum);
  }
  workgroupBarrier();
  let pair = fold_pairs(lane, size, subgroups);
  // A row in which nothing counts is a row of zeros.
  let factor = select(exp(own_top - pair.x) / pair.y, 0.0, pair.x == LOWEST);
${ks.map((k) => storeItem(shape, k, asStored(shape, `e${k} * factor`))).join('\n')}`;
  const text = residentKernel(shape, {
    declarations: declarations(shape),
    functions: functions(shape),
    body,
  });
  return shape.stored === 'f16' ? `enable f16;\n${text}` : text;
}

function names(prefix: string, ks: readonly number[]): readonly string[] {
  return ks.map((k) => `${prefix}${k}`);
}

// Arithmetic is in f32 whatever is stored.
function storedItem({ columns, stored }: ResidentSoftmax): string {
  if (stored === 'f32') return 'Item';
  return itemWidth(columns) === 4 ? 'vec4h' : 'f16';
}

function asStored(shape: ResidentSoftmax, value: string): string {
  return shape.stored === 'f32' ? value : `${storedItem(shape)}(${value})`;
}

function declarations(shape: ResidentSoftmax): string {
  const { columns, maskScale } = shape;
  const keep =
    maskScale === null
      ? ''
      : `// One word a column, 0 where it is masked out.
@group(0) @binding(2) var<storage, read> keep: array<${itemWidth(columns) === 4 ? 'vec4u' : 'u32'}>;`;
  return `// Stands for masked out and for items behind the row: finite even after exp has multiplied it by log2(e).
const LOWEST = -0x1p+127f;
@group(0) @binding(0) var<storage, read> x: array<${storedItem(shape)}>;
@group(0) @binding(1) var<storage, read_write> y: array<${storedItem(shape)}>;
${keep}
var<workgroup> pairs: array<vec2f, MOST_SUBGROUPS>;`;
}

function functions(shape: ResidentSoftmax): string {
  const isWide = itemWidth(shape.columns) === 4;
  return `fn highest(item: Item) -> f32 {
  return ${isWide ? 'max(max(item.x, item.y), max(item.z, item.w))' : 'item'};
}
${totalFunction(shape)}
// Maximum and sum of the row. Every subgroup folds all pairs for itself; with 4 lanes that takes several steps.
fn fold_pairs(lane: u32, size: u32, subgroups: u32) -> vec2f {
  var own = vec2f(LOWEST, 0.0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * size + lane;
    if (other < subgroups) {
      let pair = pairs[other % MOST_SUBGROUPS];
      let top = max(own.x, pair.x);
      own = vec2f(top, own.y * exp(own.x - top) + pair.y * exp(pair.x - top));
    }
  }
  let top = subgroupMax(own.x);
  return vec2f(top, subgroupAdd(own.y * exp(own.x - top)));
}`;
}

function load(shape: ResidentSoftmax, k: number): string {
  const offset = k * shape.workgroup;
  const item = `x[first + ${offset}u]`;
  const plain = shape.stored === 'f32' ? item : `Item(${item})`;
  const value =
    shape.maskScale === null
      ? plain
      : `select(Item(LOWEST), ${shape.maskScale} * ${plain}, keep[thread + ${offset}u] != ${itemWidth(shape.columns) === 4 ? 'vec4u(0u)' : '0u'})`;
  return loadItem(shape, k, { name: `x${k}`, value, otherwise: 'Item(LOWEST)' });
}
