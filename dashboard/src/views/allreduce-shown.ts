// What the sections of the allreduce page are drawn from.
import type { Topology } from '@kernel-ladder/schema';
import type { CallMetric } from '../charts/allreduce.ts';
import type { CallLine } from '../model/allreduce.ts';
import type { EditedNetwork } from '../model/topology-parameters.ts';
import type { PageContext } from '../pages/context.ts';

/** One number of ranks: what was measured, and what a topology makes of it. */
export interface AllreduceShown {
  readonly machine: string;
  readonly ranks: number;
  readonly metric: CallMetric;
  readonly topology: Topology;
  readonly edited: EditedNetwork;
  readonly device: readonly CallLine[];
  readonly library: readonly CallLine[];
  readonly model: readonly CallLine[];
  readonly events: readonly CallLine[];
  /** Why the topology cannot place the ranks; null where it can. */
  readonly fault: string | null;
  readonly context: PageContext;
}
