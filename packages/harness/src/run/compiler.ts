// Pipelines of the ids to come, made while nothing is timed: a compiler keeps the thread that submits and the driver busy.
import type { Gpu } from '@kernel-ladder/gpu';
import type { CaseParams } from '../contract/family.ts';
import type { Subject } from '../contract/identity.ts';
import { pipelinesOf } from '../launch/compile-ahead.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** How many pipelines are compiled at once: a driver takes up to a second for each, and a case's first inputs take no longer. */
export const compiledAtOnce = 4;

/** Compiles in the background. What goes wrong shows when a pipeline is asked for. */
export interface Compiler<Case extends CaseParams> {
  /** Compiles the pipelines of ids in their order; those that were to come before are left. */
  readonly begin: (subjects: readonly Subject<Case>[]) => void;
  /** Begins with no other, and waits for those at hand: whoever times does so first. */
  readonly stop: () => Promise<void>;
}

/** Who compiles, unless nobody is going to time. */
export interface CompilerRequest {
  readonly gpu: Gpu;
  readonly load: WgslLoader;
  readonly timing: boolean;
}

/** A compiler with nothing to do yet. */
export function createCompiler<Case extends CaseParams>(request: CompilerRequest): Compiler<Case> {
  let queue: Iterator<() => Promise<unknown>> = [].values();
  let idle = compiledAtOnce;
  let working: Promise<unknown> = Promise.resolve();
  // What one takes the others do not find again.
  const work = async () => {
    idle--;
    try {
      for (let next = queue.next(); !next.done; next = queue.next()) await next.value().catch(ignore);
    } catch {
      // The plan of an id: the id itself asks for it again, and is told.
    } finally {
      idle++;
    }
  };
  return {
    begin: (subjects) => {
      if (!request.timing) return;
      queue = pipelinesInOrder(request, subjects);
      working = Promise.all([working, ...Array.from({ length: idle }, work)]);
    },
    stop: async () => {
      queue = [].values();
      await working;
    },
  };
}

function* pipelinesInOrder<Case extends CaseParams>(
  { gpu, load }: CompilerRequest,
  subjects: readonly Subject<Case>[],
) {
  for (const subject of subjects) yield* pipelinesOf(gpu, { ...subject, load });
}

// Whoever asks for the pipeline compiles again, and is told.
function ignore(): void {}
