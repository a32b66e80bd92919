// The algebra against maps that are walked one by one, on random layouts.
import { generated } from '@kernel-ladder/harness';
import { emulatePlan, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { coalesce, complement, compose } from './algebra.ts';
import {
  cosizeOf,
  formatLayout,
  fromModes,
  isInjective,
  joined,
  layout,
  modesOf,
  offsetsOf,
  partsOf,
  sizeOf,
} from './layout.ts';
import type { Layout } from './layout.ts';
import { createLayouts, isSomeLayout, many, walked } from './testing.ts';
import {
  logicalDivide,
  logicalProduct,
  tiledDivide,
  tiledProduct,
  zippedDivide,
  zippedProduct,
} from './tiling.ts';
import { wgslOffset } from './wgsl.ts';

// What `make` gives, or null where it says that no layout is the answer; any other error is one.
function unlessRefused(make: () => Layout): Layout | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

test('an element lies where a walk over the coordinates finds it', () => {
  const { any } = createLayouts(1);
  for (let drawn = 0; drawn < many; drawn++) {
    const of = any();
    expect({ of, offsets: offsetsOf(of) }).toEqual({ of, offsets: walked(of) });
    expect(cosizeOf(of)).toBe(1 + Math.max(...walked(of)));
  }
});

test('coalesced, a layout is the same map with no two modes that run on', () => {
  const { any } = createLayouts(2);
  for (let drawn = 0; drawn < many; drawn++) {
    const of = any();
    const modes = modesOf(coalesce(of));
    expect({ of, offsets: walked(coalesce(of)) }).toEqual({ of, offsets: walked(of) });
    const runsOn = modes.some(({ size, stride }, at) => modes[at + 1]?.stride === size * stride);
    expect(runsOn && modes.length > 1).toBe(false);
  }
});

test('composition over 500 random layouts is one map after the other', () => {
  const { any, ordered, random } = createLayouts(3);
  let [composed, refused] = [0, 0];
  while (composed < many) {
    const outer = random.integer(0, 1) === 0 ? any() : ordered();
    const inner = random.integer(0, 1) === 0 ? any(16) : ordered(8);
    if (cosizeOf(inner) > sizeOf(outer)) continue;
    const result = unlessRefused(() => compose(outer, inner));
    const names = `${formatLayout(inner)} of ${formatLayout(outer)}`;
    const offsets = result ? walked(result) : afterwards(outer, inner);
    expect({ names, offsets }).toEqual({ names, offsets: afterwards(outer, inner) });
    // Strides may meet by chance; what is refused, is refused for the shape.
    const due = isSomeLayout(flatParts(inner), afterwards(withoutChance(outer), inner));
    expect({ names, isLayout: result !== null }).toEqual({ names, isLayout: due });
    if (result) composed++;
    else refused++;
  }
  expect(refused).toBeGreaterThan(many / 10);
});

function afterwards(outer: Layout, inner: Layout): readonly number[] {
  const map = walked(outer);
  return walked(inner).map((at) => map[at] ?? Number.NaN);
}

// The same modes, at strides so far apart that every coordinate can be read off an offset.
function withoutChance(of: Layout): Layout {
  return fromModes(modesOf(coalesce(of)).map(({ size }, mode) => ({ size, stride: 1000 ** mode })));
}

function flatParts(of: Layout): readonly Layout[] {
  return modesOf(of).map(({ size, stride }) => layout(size, stride));
}

test('a complement covers the codomain, each offset once', () => {
  const { ordered } = createLayouts(4);
  for (let drawn = 0; drawn < many; drawn++) {
    const of = ordered();
    const period = cosizeOf(joined([of, complement(of)]));
    for (const bound of [period, 2 * period, 2 * period + 1]) {
      const rest = complement(of, bound);
      const offsets = walked(joined([of, rest])).toSorted((a, b) => a - b);
      expect({ of, offsets }).toEqual({ of, offsets: offsets.map((_, at) => at) });
      expect(offsets.length).toBeGreaterThanOrEqual(bound);
      expect(offsets.length).toBeLessThan(bound + period);
    }
  }
});

test('what hits an offset twice has no complement', () => {
  const { any } = createLayouts(5);
  let refused = 0;
  while (refused < many) {
    const of = any();
    const rest = unlessRefused(() => complement(of));
    const isDue = rest === null || isInjective(joined([of, rest]));
    expect({ of, rest, isDue }).toEqual({ of, rest: isInjective(of) ? rest : null, isDue: true });
    if (rest === null) refused++;
  }
});

test('divided, a layout is a bijection onto what it was, tile by tile', () => {
  const { ordered } = createLayouts(6);
  let divided = 0;
  while (divided < many) {
    const [whole, tile] = [ordered(), ordered(8)];
    const result = unlessRefused(() => logicalDivide(whole, tile));
    if (!result) continue;
    divided++;
    const map = walked(whole);
    expect(walked(result).toSorted((a, b) => a - b)).toEqual(map.toSorted((a, b) => a - b));
    const [within] = partsOf(result);
    expect(within && walked(within)).toEqual(walked(tile).map((at) => map[at]));
  }
});

test('a product repeats its tile where nothing lies yet, in the order given', () => {
  const { ordered } = createLayouts(7);
  let repeated = 0;
  while (repeated < many) {
    const [tile, order] = [ordered(16), ordered(8)];
    const result = unlessRefused(() => logicalProduct(tile, order));
    if (!result) continue;
    repeated++;
    const [first, repeats] = partsOf(result);
    expect(first && walked(first)).toEqual(walked(tile));
    expect({ tile, order, isOnce: isInjective(result) }).toEqual({ tile, order, isOnce: true });
    expect(repeats && sizeOf(repeats)).toBe(sizeOf(order));
    // Whatever gaps the tile has.
    expect(repeats && ranked(walked(repeats))).toEqual(ranked(walked(order)));
  }
});

function ranked(offsets: readonly number[]): readonly number[] {
  return offsets.map((offset) => offsets.filter((other) => other < offset).length);
}

test('tiles of a matrix are gathered in the first mode, and their places behind it', () => {
  const matrix = layout([8, 6], [6, 1]);
  expect(formatLayout(logicalDivide(matrix, [4, 2]))).toBe('((4,2),(2,3)):((6,24),(1,2))');
  expect(formatLayout(zippedDivide(matrix, [4, 2]))).toBe('((4,2),(2,3)):((6,1),(24,2))');
  expect(formatLayout(tiledDivide(matrix, [4, 2]))).toBe('((4,2),2,3):((6,1),24,2)');
  expect(formatLayout(zippedDivide(matrix, [4]))).toBe('((4),(2,6)):((6),(24,1))');
  const tile = layout([2, 2]);
  expect(formatLayout(logicalProduct(tile, layout(2, 3)))).toBe('((2,2),2):((1,2),12)');
  expect(formatLayout(logicalProduct(tile, 3))).toBe('((2,2),3):((1,2),4)');
  expect(formatLayout(zippedProduct(tile, 3))).toBe('((2,2),3):((1,2),4)');
  expect(formatLayout(tiledProduct(tile, 3))).toBe('((2,2),3):((1,2),4)');
});

test.for([
  [() => layout([4, 2], [1]), '(4,2):(1): shape and stride are nested differently'],
  [() => layout([4, 0]), '(4,0):(1,4): a size is a whole number from 1'],
  [() => layout(4, -1), '4:-1: a stride is a whole number from 0'],
  [() => compose(layout(4), layout(3, 2)), '3:2 of 4:1: it reaches 5 elements, there are 4'],
  [() => compose(layout([4, 4], [1, 10]), layout(6)), 'its steps carry into the next mode'],
  [() => compose(layout([4, 4], [1, 10]), layout([3, 3], [1, 1])), 'its steps carry into the next mode'],
  [() => complement(layout([2, 2], [1, 1])), 'stride 1 is no multiple of the 2 elements below it'],
  [() => logicalDivide(layout(10), 4), '4:1 does not divide the 10 elements of 10:1: pad to 12'],
  [() => logicalDivide(layout(8), [2, 2]), '8:1 has 1 modes, there are tiles for 2'],
] as const)('says what is no layout: %#', ([make, message]) => {
  expect(make).toThrow(message);
});

// One kernel for all of them: workgroup k writes where the elements of layout k lie, found from their index and from their coordinates.
const workgroup = 64;

function coordinatesOf(of: Layout): readonly string[] {
  let below = 1;
  return partsOf(of).map((part) => {
    const coordinate = `(i / ${below}u % ${sizeOf(part)}u)`;
    below *= sizeOf(part);
    return coordinate;
  });
}

function kernelOf(layouts: readonly Layout[]): string {
  const arms = layouts.map(
    (of, at) =>
      `    case ${at}u: { return vec2u(${wgslOffset(of, 'i')}, ${wgslOffset(of, coordinatesOf(of))}); }`,
  );
  return `@group(0) @binding(0) var<storage, read_write> offsets: array<vec2u>;
fn offset(number: u32, i: u32) -> vec2u {
  switch number {
${arms.join('\n')}
    default: { return vec2u(); }
  }
}
@compute @workgroup_size(${workgroup})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  offsets[group.x * ${workgroup}u + i] = offset(group.x, i);
}
`;
}

// Emulated: compiled for a software adapter, a switch of so many arms takes half a minute.
function runKernel(text: string, length: number): Uint32Array {
  const wgsl = generated('offsets.wgsl.ts', text);
  const { hazards, outputs } = emulatePlan({
    plan: {
      passes: [{ wgsl, bindings: ['offsets'], workgroups: [many, 1, 1] }],
      longestSum: 1,
      implBytes: 4 * length,
    },
    inputs: {},
    outputs: { offsets: { type: 'u32', length } },
    load: () => text,
    subgroupSize: 32,
  });
  expect(hazards).toEqual([]);
  return Uint32Array.from(outputs['offsets'] ?? []);
}

test('the index in WGSL is the index here', async () => {
  const { any } = createLayouts(8);
  const layouts = Array.from({ length: many }, () => any(workgroup));
  const text = kernelOf(layouts);
  expect(await validateWgsl(text)).toEqual([]);
  const found = runKernel(text, 2 * workgroup * many);
  for (const [at, of] of layouts.entries()) {
    const offsets = [...found.subarray(2 * at * workgroup, 2 * (at * workgroup + sizeOf(of)))];
    const due = walked(of).flatMap((offset) => [offset, offset]);
    expect({ of, offsets }).toEqual({ of, offsets: due });
  }
});
