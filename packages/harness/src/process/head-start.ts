// Inputs that are begun before anybody asks for them, while the process waits for its turn on the device.
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { CaseParams, Problem } from '../contract/family.ts';
import type { InputRequest } from '../contract/inputs.ts';
import type { Judges } from '../contract/judges.ts';
import type { Arrays } from '../contract/scalars.ts';

/** Judges whose first inputs may be under way. */
export interface EarlyJudges extends Judges {
  /** Begins with inputs of a case if that goes on beside other work. */
  readonly begin: <Case extends CaseParams>(family: Problem<Case>, request: InputRequest<Case>) => void;
}

/** The same judges; what was begun is handed to whoever asks for it first, and all of it is let go once others are asked for. */
export function withHeadStart(judges: Judges): EarlyJudges {
  const early = new Map<string, Promise<Arrays>>();
  return {
    ...judges,
    begin: (family, request) => {
      if (!judges.isBeside(family, request.params)) return;
      const inputs = judges.inputs(family, request);
      // Whoever asks for them is told.
      inputs.catch(() => {});
      early.set(keyOf(family, request), inputs);
    },
    inputs: (family, request) => {
      const key = keyOf(family, request);
      const begun = early.get(key);
      if (begun) early.delete(key);
      else early.clear();
      return begun ?? judges.inputs(family, request);
    },
  };
}

function keyOf<Case extends CaseParams>(
  { name, params: keys }: Problem<Case>,
  { params, structure, seed, structureSeed = 0 }: InputRequest<Case>,
): string {
  return [name, formatCase(keys, params), formatCase(keys, structure), seed, structureSeed].join(' ');
}
