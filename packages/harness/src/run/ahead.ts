// What is begun for the ids that follow: inputs on threads of the host beside a timing, pipelines before it.
import type { CaseParams } from '../contract/family.ts';
import { compileAhead } from '../launch/compile-ahead.ts';
import type { Workbench } from './workbench.ts';

/** Begins with the inputs of the next case; what goes wrong shows when they are asked for. */
export function beginAhead<Case extends CaseParams>({ following, hosts, seed }: Workbench<Case>): void {
  if (following.case) hosts.of(following.case).begin({ params: following.case, seed });
}

/**
 * Compiles the pipelines of the next id. A compiler keeps the thread that submits and the driver busy: whoever times waits for its
 * end.
 */
export async function compileNext<Case extends CaseParams>({
  gpu,
  load,
  timing,
  following: { id },
}: Workbench<Case>): Promise<void> {
  if (timing && id) await compileAhead(gpu, { ...id, load });
}
