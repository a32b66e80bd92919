// What threads share work on; the same for one thread and for many: each does one part, and all parts together do it all.
import { compactPart } from './loops/compact.ts';
import type { CompactTask } from './loops/compact.ts';
import { countPart } from './loops/count.ts';
import type { CountTask } from './loops/count.ts';
import { allreducePart } from './loops/allreduce.ts';
import type { AllreduceTask } from './loops/allreduce.ts';
import { attentionPart } from './loops/attention.ts';
import type { AttentionTask } from './loops/attention.ts';
import { convPart } from './loops/conv.ts';
import type { ConvTask } from './loops/conv.ts';
import { multiplyPart } from './loops/gemm.ts';
import type { GemmTask } from './loops/gemm.ts';
import { memoryPart } from './loops/memory.ts';
import type { MemoryTask } from './loops/memory.ts';
import { mapPart } from './loops/map.ts';
import type { MapTask } from './loops/map.ts';
import { normPart } from './loops/norm.ts';
import type { NormTask } from './loops/norm.ts';
import type { Part } from './loops/part.ts';
import { reducePart } from './loops/reduce.ts';
import type { ReduceTask } from './loops/reduce.ts';
import { scanPart } from './loops/scan.ts';
import type { ScanTask } from './loops/scan.ts';
import { softmaxPart } from './loops/softmax.ts';
import type { SoftmaxTask } from './loops/softmax.ts';
import { sortPart } from './loops/sort.ts';
import type { SortTask } from './loops/sort.ts';
import { sparsePart } from './loops/sparse.ts';
import type { SparseTask } from './loops/sparse.ts';

// Each kind of task and what does a part of it.
interface Tasks {
  readonly reduce: ReduceTask;
  readonly gemm: GemmTask;
  readonly scan: ScanTask;
  readonly softmax: SoftmaxTask;
  readonly norm: NormTask;
  readonly attention: AttentionTask;
  readonly allreduce: AllreduceTask;
  readonly memory: MemoryTask;
  readonly map: MapTask;
  readonly conv: ConvTask;
  readonly sort: SortTask;
  readonly count: CountTask;
  readonly compact: CompactTask;
  readonly sparse: SparseTask;
}

const parts: { readonly [Kind in keyof Tasks]: (task: Tasks[Kind], part: Part) => void } = {
  reduce: reducePart,
  gemm: multiplyPart,
  scan: scanPart,
  softmax: softmaxPart,
  norm: normPart,
  attention: attentionPart,
  allreduce: allreducePart,
  memory: memoryPart,
  map: mapPart,
  conv: convPart,
  sort: sortPart,
  count: countPart,
  compact: compactPart,
  sparse: sparsePart,
};

/** Work that threads share. */
export type Task = Tasks[keyof Tasks];

/** Does one part of a task. */
export function work(task: Task, part: Part): void {
  workOn(task.kind, task, part);
}

function workOn<Kind extends keyof Tasks>(kind: Kind, task: Tasks[Kind], part: Part): void {
  parts[kind](task, part);
}
