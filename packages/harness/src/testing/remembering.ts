// Inputs and references of awkward cases, made once for all rungs and faults of a family: nobody changes them on the host.
import { formatCase } from '@kernel-ladder/schema';
import { entryOf } from '../contract/entry.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judge, Judges } from '../contract/judges.ts';
import type { Arrays } from '../contract/scalars.ts';

/** Judges of one family in this thread that make nothing twice. */
export function rememberingJudges(): Judges {
  const inputs = new Map<string, Promise<Arrays>>();
  // Inputs are those of one case and seed, and so is who judges them.
  const judges = new WeakMap<Arrays, Judge>();
  return {
    ...sameThread,
    inputs: (family, request) => {
      const { params, structure, seed, structureSeed = 0 } = request;
      const names = [params, structure].map((each) => formatCase(family.params, each));
      const key = [...names, seed, structureSeed].join(' ');
      return entryOf(inputs, key, () => sameThread.inputs(family, request));
    },
    judge: (trial) => entryOf(judges, trial.inputs, () => sameThread.judge(trial)),
  };
}
