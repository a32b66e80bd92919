// What threads share work on; the same for one thread and for many: each does one part, and all parts together do it all.
import { allreducePart } from './loops/allreduce.ts';
import type { AllreduceTask } from './loops/allreduce.ts';
import { attentionPart } from './loops/attention.ts';
import type { AttentionTask } from './loops/attention.ts';
import { multiplyPart } from './loops/gemm.ts';
import type { GemmTask } from './loops/gemm.ts';
import { normPart } from './loops/norm.ts';
import type { NormTask } from './loops/norm.ts';
import type { Part } from './loops/part.ts';
import { reducePart } from './loops/reduce.ts';
import type { ReduceTask } from './loops/reduce.ts';
import { scanPart } from './loops/scan.ts';
import type { ScanTask } from './loops/scan.ts';
import { softmaxPart } from './loops/softmax.ts';
import type { SoftmaxTask } from './loops/softmax.ts';

/** Work that threads share. */
export type Task = ReduceTask | GemmTask | ScanTask | SoftmaxTask | NormTask | AttentionTask | AllreduceTask;

/** Does one part of a task. */
export function work(task: Task, part: Part): void {
  switch (task.kind) {
    case 'reduce':
      return reducePart(task, part);
    case 'gemm':
      return multiplyPart(task, part);
    case 'scan':
      return scanPart(task, part);
    case 'softmax':
      return softmaxPart(task, part);
    case 'norm':
      return normPart(task, part);
    case 'attention':
      return attentionPart(task, part);
    case 'allreduce':
      return allreducePart(task, part);
    default:
      return task satisfies never;
  }
}
