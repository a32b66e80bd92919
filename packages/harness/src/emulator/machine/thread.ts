// One invocation of a kernel.

/** The builtin values of an invocation. */
export interface Inputs {
  readonly local_invocation_index: number;
  readonly local_invocation_id: readonly number[];
  readonly global_invocation_id: readonly number[];
  readonly workgroup_id: readonly number[];
  readonly num_workgroups: readonly number[];
  readonly subgroup_id: number;
  readonly subgroup_invocation_id: number;
  readonly subgroup_size: number;
  readonly num_subgroups: number;
}

/** An invocation, and what it waits for. */
export interface Thread {
  readonly number: number;
  readonly run: Iterator<undefined, void, unknown>;
  readonly inputs: Inputs;
  readonly own: unknown;
  /** Which value it has seen last of each atomic. */
  readonly seen: Map<number, number>;
  waits: 'nothing' | 'barrier' | 'subgroup' | 'done';
  /** The place in the text at which it waits. */
  site: number;
  /** The barrier, or the subgroup operation and its type. */
  kind: string;
  value: unknown;
  other: number;
  answer: unknown;
}

/** An invocation that has not begun. */
export function createThread(parts: Pick<Thread, 'number' | 'run' | 'inputs' | 'own'>): Thread {
  return {
    ...parts,
    seen: new Map(),
    waits: 'nothing',
    site: 0,
    kind: '',
    value: null,
    other: 0,
    answer: undefined,
  };
}

/** What the builtin values of an invocation follow from. */
interface Grid {
  /** Invocations of a workgroup along each axis. */
  readonly size: readonly [x: number, y: number, z: number];
  readonly subgroupSize: number;
  /** Which workgroup it is, and of how many. */
  readonly id: readonly number[];
  readonly count: readonly number[];
}

/** The builtin values of the invocation of that number. */
export function inputsOf({ size, subgroupSize, id, count }: Grid, number: number): Inputs {
  const [width, height, depth] = size;
  const local = [number % width, Math.floor(number / width) % height, Math.floor(number / (width * height))];
  return {
    local_invocation_index: number,
    local_invocation_id: local,
    global_invocation_id: local.map((at, axis) => (id[axis] ?? 0) * (size[axis] ?? 1) + at),
    workgroup_id: id,
    num_workgroups: count,
    subgroup_id: Math.floor(number / subgroupSize),
    subgroup_invocation_id: number % subgroupSize,
    subgroup_size: subgroupSize,
    num_subgroups: Math.ceil((width * height * depth) / subgroupSize),
  };
}
