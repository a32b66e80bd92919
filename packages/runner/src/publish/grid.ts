// A machine's grid and overview, from what else was made of it.
import { gridFiles, gridOf } from '@kernel-ladder/publish';
import type { DataFile, GridSources, KnownMachine } from '@kernel-ladder/publish';
import { breaksOnPurpose } from '@kernel-ladder/schema';
import type { SiteChecks, SiteJudgement } from '@kernel-ladder/schema';
import type { Completion } from '@kernel-ladder/curriculum';

/** What else was made. */
export interface Made {
  readonly ladders: GridSources['ladders'];
  /** Of the machine's families. */
  readonly checks: readonly SiteChecks[];
  /** Of all machines that are judged. */
  readonly judgements: readonly DataFile<SiteJudgement>[];
  readonly total: Completion['total'] | null;
}

/** Makes them. */
export function gridDocuments(
  machine: KnownMachine,
  { ladders, checks, judgements, total }: Made,
): readonly DataFile[] {
  const judgement = judgements.find(({ content }) => content.machineKey === machine.key)?.content ?? null;
  const breaking = checks.flatMap(({ family, variants }) =>
    variants.filter(breaksOnPurpose).map(({ variant }) => `${family}/${variant}`),
  );
  return gridFiles(
    gridOf(machine, {
      ladders,
      judgement,
      breaking: new Set(breaking),
      curriculum: total && countsOf(total),
    }),
  );
}

function countsOf({
  provable,
  proven,
  implemented,
  regressed,
}: Completion['total']): GridSources['curriculum'] {
  return { provable, proven, implemented, regressed };
}
