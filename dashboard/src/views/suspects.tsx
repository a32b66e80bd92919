// The gate's list: ids whose newest commit looks slower than the level before it.
import type { VNode } from 'preact';
import type { AcknowledgedAt } from '@kernel-ladder/publish/acknowledged';
import type { JudgedNewest, KnownAcknowledgement, SiteJudgement } from '@kernel-ladder/schema';
import { formatEffect, formatP } from '../format.ts';
import { Acknowledged } from '../ui/acknowledged.tsx';
import { effectColumn, idColumn, numberColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { CommitLink } from '../ui/links.tsx';
import { Hint, Section } from '../ui/section.tsx';

type Suspect = JudgedNewest['suspects'][number];

/** Draws the section. */
export function SuspectsSection(props: {
  readonly judgement: SiteJudgement;
  readonly acknowledged: AcknowledgedAt;
}): VNode {
  const { judgement, acknowledged } = props;
  const { machineKey, newest, runs } = judgement;
  const commit = newest === null ? undefined : runs[newest.run]?.commit;
  const takenBy = ({ id }: Suspect) => acknowledged(id, [commit?.sha ?? '']);
  return (
    <Section id="suspects" title="Suspects of the newest commit">
      {newest === null || commit === undefined ? (
        <Hint>
          There is no earlier commit to compare the newest one with: record a second commit on this machine.
        </Hint>
      ) : (
        <>
          <Hint>
            <CommitLink machine={machineKey} commit={commit} /> <span class="subject">{commit.subject}</span>:{' '}
            {summaryOf(newest, takenBy)}
          </Hint>
          {newest.withheld.length === 0 ? null : (
            <Hint>Timings not judged: {newest.withheld.join(', ')}.</Hint>
          )}
          {newest.suspects.length === 0 ? null : (
            <DataTable
              id="suspects-table"
              label="Suspects"
              columns={columnsOf(judgement, takenBy)}
              rows={newest.suspects}
              keyOf={({ id }) => id}
            />
          )}
        </>
      )}
    </Section>
  );
}

type TakenBy = (suspect: Suspect) => KnownAcknowledgement | undefined;

function summaryOf({ judged, suspects }: JudgedNewest, takenBy: TakenBy): string {
  if (judged === 0) return 'no id has a time at this commit and at an earlier one.';
  const open = suspects.filter((one) => !takenBy(one)).length;
  const taken = suspects.length - open;
  const found = open === 0 ? 'none' : String(open);
  const known = taken === 0 ? '' : ` ${taken} more, acknowledged.`;
  return `${found} of ${judged} ids that have a time here and before look slower than their level.${known} A suspect is no verdict: bench ab measures both commits again, in turns.`;
}

function columnsOf({ machineKey, series }: SiteJudgement, takenBy: TakenBy): readonly Column<Suspect>[] {
  const ids = series.map(({ id }) => id);
  return [
    idColumn<Suspect>({ machine: machineKey, ids, of: ({ id }) => id }),
    {
      ...effectColumn<Suspect>(({ effect }) => effect),
      cell: (suspect) => <EffectCell suspect={suspect} by={takenBy(suspect)} />,
    },
    effectColumn<Suspect>(({ deltaMin }) => deltaMin, 'Suspected from', 'deltaMin'),
    numberColumn<Suspect>('p', 'p', ({ p }) => p, formatP),
    numberColumn<Suspect>('q', 'q', ({ q }) => q, formatP),
  ];
}

function EffectCell(props: {
  readonly suspect: Suspect;
  readonly by: KnownAcknowledgement | undefined;
}): VNode {
  const { suspect, by } = props;
  return (
    <>
      {formatEffect(suspect.effect)}
      {suspect.cards ? ', another card' : ''}
      {by ? (
        <>
          ; <Acknowledged by={by} />
        </>
      ) : null}
    </>
  );
}
