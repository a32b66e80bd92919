// Configurations of the register-blocked generator: the tile of a workgroup, of a subgroup and of a thread, and the stages of workgroup memory.

/** Rows and columns of C on each level; the workgroup’s third number is its depth along K. */
export interface Configuration {
  readonly block: readonly [rows: number, columns: number, depth: number];
  /** 32 threads. */
  readonly warp: readonly [rows: number, columns: number];
  readonly thread: readonly [rows: number, columns: number];
  readonly stages: 1 | 2;
  /** Speed against the fastest of them, on a device that it keeps busy; measured on an H200 at 4096³. */
  readonly rate: number;
}

const all: readonly Configuration[] = [
  { block: [128, 128, 8], warp: [64, 64], thread: [16, 8], stages: 2, rate: 1 },
  { block: [256, 128, 8], warp: [64, 64], thread: [16, 8], stages: 1, rate: 0.96 },
  { block: [128, 64, 16], warp: [32, 64], thread: [8, 8], stages: 1, rate: 0.85 },
  { block: [64, 64, 16], warp: [32, 32], thread: [8, 4], stages: 1, rate: 0.7 },
];

/** The configurations by name, such as `128x128x8-64x64-16x8-s2`. */
export const configurations: ReadonlyMap<string, Configuration> = new Map(
  all.map((configuration) => [nameOf(configuration), configuration]),
);

/** Their names. */
export const configurationNames: readonly string[] = [...configurations.keys()];

function nameOf({ block, warp, thread, stages }: Configuration): string {
  return [...[block, warp, thread].map((sides) => sides.join('x')), `s${stages}`].join('-');
}
