// A family as a process: `node src/bench.ts profile|list|show ID|cover|run`, a job on stdin, events on fd 3.
import type { VariantKind } from '@kernel-ladder/schema';
import type { CaseParams, Family } from '../contract/family.ts';
import { emit, readJob } from './events.ts';
import { list } from './list.ts';

/** Answers one verb and ends the process; `kernels` is the folder of the family's .wgsl files, beside which `family.ts` lies. */
export async function benchFamily<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  kernels: URL,
): Promise<void> {
  try {
    const orders = await readJob();
    const { job } = orders;
    if (process.argv[2] === 'list' && job.seen) {
      list({ job, family, emit }, job.seen);
      emit({ type: 'done', leakedBuffers: 0 });
      process.exit(0);
    }
    // Every command asks every family for its list: what runs one is as much text again, and the driver.
    const [{ answerOrders }, { serve }, { fileLoader }] = await Promise.all([
      import('./work.ts'),
      import('./serve.ts'),
      import('./loader.ts'),
    ]);
    const module = new URL('../family.ts', kernels).href;
    await answerOrders([serve(family, fileLoader(kernels), module)], orders);
  } catch (error) {
    const { fail } = await import('./work.ts');
    fail(error);
  }
}
