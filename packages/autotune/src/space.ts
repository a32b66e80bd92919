// What may be tuned: parameters with finitely many values, what must hold between them, and what a model expects of each choice.

/** A value of a parameter. */
export type Value = number | string | boolean;

/** One choice: a value for every parameter of a space. */
export interface Candidate {
  readonly [parameter: string]: Value;
}

/** The same choice as an object of its own type: interfaces do not extend records, types do. */
type Choice<C> = { readonly [Name in keyof C]: Value };

/** The values of each parameter, in the order in which tables and heat maps show them. */
export type Values<C extends Choice<C>> = { readonly [Name in keyof C]: readonly C[Name][] };

/** What must hold between parameters, whatever the device. */
export interface Constraint<C> {
  /** The rule as a sentence, for those who ask why a candidate was refused: "A thread's rows divide the tile's." */
  readonly why: string;
  readonly holds: (candidate: C) => boolean;
}

/** The levels that bytes pass through on their way to a register, slowest first. */
export type Level = 'memory' | 'cache' | 'workgroup';

/** What a model expects one launch of a candidate to take, from its numbers alone: nothing is compiled. */
export interface Cost {
  /** Invocations of a workgroup. */
  readonly threads: number;
  /** Registers of 32 bits that a thread holds through its innermost loop: sums, operands, and what it has in flight. */
  readonly registers: number;
  /** Bytes of workgroup memory of a workgroup. */
  readonly workgroupBytes: number;
  /** Workgroups of the launch, as far as more of them help: too few leave multiprocessors idle. */
  readonly workgroups: number;
  /** Bytes that pass through each level in a launch; a level that all candidates use alike may be left out. */
  readonly bytes: { readonly [Name in Level]?: number };
}

/** The tunable parameters of one rung on one case and device. */
export interface Space<C extends Choice<C> = Candidate> {
  readonly values: Values<C>;
  readonly constraints: readonly Constraint<C>[];
  /** Only asked of candidates that keep all constraints. */
  readonly model: (candidate: C) => Cost;
  /** What runs where nothing was tuned. It need not be made of the listed values: it is searched beside them. */
  readonly usual: C;
}

/** What a device allows; `DeviceFacts` of `@kernel-ladder/gpu` is one. */
export interface DeviceLimits {
  /** By their names in WebGPU: `maxComputeInvocationsPerWorkgroup` and `maxComputeWorkgroupStorageSize` are looked at. */
  readonly limits: { readonly [name: string]: number };
}

/** Registers of 32 bits that a thread can have on every architecture that is known; WebGPU tells of none. More are spilled to memory. */
export const mostRegisters = 255;

/** All candidates: each combination of the values, the last parameter fastest. The usual one is not among them unless its values are. */
export function* combinations<C extends Choice<C>>({ values }: Pick<Space<C>, 'values'>): Generator<C> {
  // The keys of the values are those of C.
  const names = Object.keys(values) as (keyof C)[];
  const choose = function* (at: number, chosen: Partial<C>): Generator<C> {
    const name = names[at];
    // Every name has a value once the last is chosen.
    if (name === undefined) return yield chosen as C;
    for (const value of values[name]) yield* choose(at + 1, { ...chosen, [name]: value });
  };
  yield* choose(0, {});
}

/** How many combinations a space has, legal or not. */
export function sizeOf({ values }: Pick<Space, 'values'>): number {
  return Object.values(values).reduce((product, each) => product * each.length, 1);
}

/** A candidate's name: `bm=128,bn=64`, parameters in the order of the space, the same for equal candidates. */
export function nameOf<C extends Choice<C>>({ values }: Pick<Space<C>, 'values'>, candidate: C): string {
  return Object.keys(values)
    .map((name) => `${name}=${String(candidate[name as keyof C])}`)
    .join(',');
}
