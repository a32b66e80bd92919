// What every rung shares: which cases it takes, empty products, and plans of one pass over tiles.
import { missingFeature, notApplicable, parseDtype, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, Skip, Variant, Wgsl } from '@kernel-ladder/harness';
import type { GemmCase, GemmDtype } from './cases.ts';
import { addedInput, epilogueConstants } from './epilogue.ts';
import { addedBytes, elementBytes, outputBytes, spread, tiledBytes, tilesOf } from './grid.ts';
import type { Tile } from './grid.ts';

/** One rung before the cases that all rungs treat alike. */
export interface Rung {
  readonly name: string;
  readonly summary: string;
  readonly boundBy?: string;
  readonly dtypes: readonly GemmDtype[];
  /** `plain` is one row-major product without an epilogue, `fusable` any product with an epilogue; all when left out. */
  readonly takes?: 'plain' | 'fusable';
  /** Why this device or case cannot run it at all; null when it can. */
  readonly refuse?: (params: GemmCase, device: DeviceFacts) => Skip | null;
  /** Plans a product of at least one term and one element. */
  readonly plan: (params: GemmCase, device: DeviceFacts) => Plan | Skip;
}

/** Makes a variant of a rung: an empty C needs no pass, an empty sum needs zeros and their epilogue. */
export function variant(rung: Rung): Variant<GemmCase> {
  return {
    name: rung.name,
    summary: rung.summary,
    ...(rung.boundBy === undefined ? {} : { boundBy: rung.boundBy }),
    plan: (params, device) =>
      refuseCase(rung, params) ??
      rung.refuse?.(params, device) ??
      refuseHalves(params, device) ??
      emptyPlan(params) ??
      rung.plan(params, device),
  };
}

function refuseCase({ name, dtypes, takes }: Rung, params: GemmCase): Skip | null {
  const { dtype, batch, layout, epilogue } = params;
  if (!dtypes.includes(dtype)) return notApplicable(`${name} reads ${dtypes.join(' or ')} only`);
  if (takes === 'plain' && !(batch === 1 && layout === 'nn' && epilogue === 'none'))
    return notApplicable(`${name} makes one row-major product without an epilogue`);
  if (takes === 'fusable' && epilogue === 'none') return notApplicable('there is no epilogue to keep apart');
  return null;
}

// Storing f16 takes no feature, adding and writing it does.
function refuseHalves({ dtype }: GemmCase, device: DeviceFacts): Skip | null {
  return dtype === 'f16' && !device.features.has('shader-f16') ? missingFeature('shader-f16') : null;
}

// What a kernel file must enable that is written for f32.
function enablesOf({ dtype }: GemmCase): readonly string[] {
  return dtype === 'f16' ? ['f16'] : [];
}

/** A kernel file whose workgroups each make one tile of C. */
export interface TiledFile {
  readonly file: string;
  readonly tile: Tile;
  readonly constants?: { readonly [name: string]: number | string };
}

/** The plan of a tiled kernel file: one pass, with constants M, N, K, TILE_ROWS, TILE_COLUMNS and GRID_WIDTH. */
export function tiledPlan(params: GemmCase, { file, tile, constants }: TiledFile): Plan {
  const { m, n, k } = params;
  const tiles = tilesOf(params, tile);
  const grid = spread(tiles.rows * tiles.columns);
  const places = { TILE_ROWS: tiles.rows, TILE_COLUMNS: tiles.columns, GRID_WIDTH: grid[0] };
  const source = wgsl(file, { M: m, N: n, K: k, ...places, ...constants });
  return { passes: [multiplyPass(source, grid)], implBytes: tiledBytes(params, tile), longestSum: k };
}

/** Elements that one workgroup of a kernel without tiles makes. */
const untiledSize = 64;

/** The plan of a kernel file with a thread per element of a plain product. */
export function untiledPlan(params: GemmCase, file: string): Plan {
  return { passes: [untiledPass(params, file)], implBytes: untiledBytes(params), longestSum: params.k };
}

/** Bytes that a thread per element requests. */
export function untiledBytes(params: GemmCase): number {
  const { m, n, k, batch } = params;
  const { input, output } = elementBytes(params);
  return batch * m * n * (2 * k * input + output) + addedBytes(params);
}

/** One pass of a kernel file with a thread per element of a plain product and constants M, N, K, SIZE and GRID_WIDTH. */
export function untiledPass({ m, n, k }: GemmCase, file: string): Pass {
  const grid = spread(Math.ceil((m * n) / untiledSize));
  return multiplyPass(wgsl(file, { M: m, N: n, K: k, SIZE: untiledSize, GRID_WIDTH: grid[0] }), grid);
}

/** The same for any layout, batch and epilogue, with the constants that say which. */
export function generalPass(params: GemmCase, file = 'naive-general.wgsl'): Pass {
  const { m, n, k, batch, layout, epilogue, dtype } = params;
  const grid = spread(Math.ceil((m * n) / untiledSize), batch);
  const constants = {
    M: m,
    N: n,
    K: k,
    A_IS_TURNED: String(layout[0] === 't'),
    B_IS_TURNED: String(layout[1] === 't'),
    BITS: 8 * elementBytes(params).input,
    Number: parseDtype(dtype).out,
    ...epilogueConstants(epilogue),
    SIZE: untiledSize,
    GRID_WIDTH: grid[0],
  };
  const source = wgsl(file, constants, enablesOf(params));
  return { wgsl: source, bindings: ['a', 'b', 'c', addedOr(params, 'b')], workgroups: grid };
}

/** What the fourth binding of a kernel file holds: the bias or residual, else an input that nobody reads there. */
export function addedOr({ epilogue }: GemmCase, otherwise: string): string {
  return addedInput(epilogue) ?? otherwise;
}

/** A pass that reads a and b and writes c. */
function multiplyPass(source: Wgsl, workgroups: Pass['workgroups']): Pass {
  return { wgsl: source, bindings: ['a', 'b', 'c'], workgroups };
}

const epilogueSize = 256;

/** A pass that applies the epilogue to what c holds; null where there is none. */
function epiloguePass(params: GemmCase): Pass | null {
  const { m, n, batch, epilogue, dtype } = params;
  if (epilogue === 'none') return null;
  const grid = spread(Math.ceil((batch * m * n) / epilogueSize));
  const constants = {
    COUNT: batch * m * n,
    COLUMNS: n,
    Element: parseDtype(dtype).out,
    ...epilogueConstants(epilogue),
    SIZE: epilogueSize,
    GRID_WIDTH: grid[0],
  };
  const source = wgsl('epilogue.wgsl', constants, enablesOf(params));
  return { wgsl: source, bindings: ['c', addedOr(params, 'a')], workgroups: grid };
}

/** A plan of the bare product, followed by the case's epilogue in a pass of its own. */
export function withEpiloguePass(params: GemmCase, plan: Plan): Plan {
  const pass = epiloguePass(params);
  if (pass === null) return plan;
  const moved = 2 * outputBytes(params) + addedBytes(params);
  return { ...plan, passes: [...plan.passes, pass], implBytes: plan.implBytes + moved };
}

function emptyPlan(params: GemmCase): Plan | null {
  const { m, n, k, batch, dtype } = params;
  const count = batch * m * n;
  if (count === 0) return { passes: [], implBytes: 0, longestSum: 0 };
  if (k > 0) return null;
  const grid = spread(Math.ceil(count / untiledSize));
  const constants = {
    Element: parseDtype(dtype).out,
    COUNT: count,
    SIZE: untiledSize,
    GRID_WIDTH: grid[0],
  };
  const source = wgsl('zero.wgsl', constants, enablesOf(params));
  const zeros: Pass = { wgsl: source, bindings: ['c'], workgroups: grid };
  return withEpiloguePass(params, { passes: [zeros], implBytes: outputBytes(params), longestSum: 0 });
}
