// The gate's list: ids whose newest commit looks slower than the level before it.
import type { VNode } from 'preact';
import type { JudgedNewest, SiteJudgement } from '@kernel-ladder/schema';
import { formatEffect, formatP } from '../format.ts';
import { effectColumn, idColumn, numberColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { CommitLink } from '../ui/links.tsx';
import { Hint, Section } from '../ui/section.tsx';

type Suspect = JudgedNewest['suspects'][number];

/** Draws the section. */
export function SuspectsSection({ judgement }: { readonly judgement: SiteJudgement }): VNode {
  const { machineKey, newest, runs } = judgement;
  const commit = newest === null ? undefined : runs[newest.run]?.commit;
  return (
    <Section id="suspects" title="Suspects of the newest commit">
      {newest === null || commit === undefined ? (
        <Hint>
          There is no earlier commit to compare the newest one with: record a second commit on this machine.
        </Hint>
      ) : (
        <>
          <Hint>
            <CommitLink machine={machineKey} commit={commit} /> {commit.subject}: {summaryOf(newest)}
          </Hint>
          {newest.withheld.length === 0 ? null : (
            <Hint>Timings not judged: {newest.withheld.join(', ')}.</Hint>
          )}
          {newest.suspects.length === 0 ? null : (
            <DataTable
              id="suspects-table"
              label="Suspects"
              columns={columnsOf(judgement)}
              rows={newest.suspects}
              keyOf={({ id }) => id}
            />
          )}
        </>
      )}
    </Section>
  );
}

function summaryOf({ judged, suspects }: JudgedNewest): string {
  if (judged === 0) return 'no id has a time at this commit and at an earlier one.';
  const found = suspects.length === 0 ? 'none' : String(suspects.length);
  return `${found} of ${judged} ids that have a time here and before look slower than their level. A suspect is no verdict: bench ab measures both commits again, in turns.`;
}

function columnsOf({ machineKey, series }: SiteJudgement): readonly Column<Suspect>[] {
  const ids = series.map(({ id }) => id);
  return [
    idColumn<Suspect>({ machine: machineKey, ids, of: ({ id }) => id }),
    {
      ...effectColumn<Suspect>(({ effect }) => effect),
      cell: ({ effect, cards }) => `${formatEffect(effect)}${cards ? ', another card' : ''}`,
    },
    effectColumn<Suspect>(({ deltaMin }) => deltaMin, 'Suspected from', 'deltaMin'),
    numberColumn<Suspect>('p', 'p', ({ p }) => p, formatP),
    numberColumn<Suspect>('q', 'q', ({ q }) => q, formatP),
  ];
}
