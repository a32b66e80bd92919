// A row of the processor on the awkward cases of its family, for the tests of rows.
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { CaseParams, Gpu, Problem, SelfRunVariant } from '@kernel-ladder/harness';

const load = (file: string): never => {
  throw new Error(`no kernel file ${file}`);
};

// To a processor awkward cases are small, and none needs to be left out as for a software adapter, but for those of the held-out shapes.
const mostBytes = 2 ** 22;

/** A row, and whether it is checked on whole sets; six cases of a set when left out. */
export interface CoveredRow<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly row: SelfRunVariant<Case>;
  readonly everything?: boolean | undefined;
}

/** Checks a row on the awkward cases of its family, under seed 1. */
export function coverRow<Case extends CaseParams>(
  gpu: Gpu,
  { family, row, everything = false }: CoveredRow<Case>,
) {
  const device = everything ? { ...gpu, facts: { ...gpu.facts, software: false } } : gpu;
  const edgeCases = family.edgeCases.map(({ set, cases }) => ({
    set,
    cases: cases.filter((params) => family.work(params).minBytes <= mostBytes),
  }));
  return coverEdgeCases(device, { family: { ...family, edgeCases }, variant: row, load, seed: 1 });
}
