// How steady the device was while a run was measured, and where the time went.
import type { Run } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatNumber } from '../format.ts';
import { formatMs } from '../model/spans.ts';
import { numberColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Facts } from '../ui/facts.tsx';
import { Hint, Section } from '../ui/section.tsx';

type Session = Run['sessions'][number];

interface RulerRow {
  readonly session: number;
  readonly ruler: Session['rulers'][number];
}

/** Draws it. */
export function SessionsSection({ run: { sessions } }: { readonly run: Run }): VNode {
  const rulers = sessions.flatMap((session, at) =>
    session.rulers.map((ruler) => ({ session: at + 1, ruler })),
  );
  return (
    <Section id="sessions" title="Sessions and rulers">
      <Hint>
        Two ruler kernels, a copy and a chain of multiply-adds, are timed at the start, the middle and the end
        of a session: where their times move, the clocks did, and the session is not stable.
      </Hint>
      {sessions.map((session, at) => (
        <div key={at}>
          <h3>
            Session {at + 1}:{' '}
            {session.stable ? 'stable' : `not stable: ${session.reasons.join(', ') || 'no reason recorded'}`}
          </h3>
          <Spent session={session} />
        </div>
      ))}
      {rulers.length === 0 ? (
        <Hint>This run recorded no rulers.</Hint>
      ) : (
        <DataTable
          id="rulers-table"
          label="Rulers"
          columns={rulerColumns}
          rows={rulers}
          keyOf={({ session, ruler }) => `${session} ${ruler.at}`}
        />
      )}
    </Section>
  );
}

const rulerColumns: readonly Column<RulerRow>[] = [
  textColumn<RulerRow>(
    'at',
    'At',
    ({ session, ruler }) => `${session} ${ruler.at}`,
    ({ session, ruler }) => `session ${session}, ${ruler.at}`,
  ),
  timeColumn<RulerRow>('copy', 'Copy', ({ ruler }) => ruler.copyNs),
  timeColumn<RulerRow>('fma', 'Multiply-adds', ({ ruler }) => ruler.fmaNs),
  numberColumn<RulerRow>(
    'spread',
    'Spread of multiply-adds',
    ({ ruler }) => ruler.spread ?? null,
    (value) => `${formatNumber(100 * value, 2)}\u202f%`,
  ),
];

function Spent({ session: { spent } }: { readonly session: Session }): VNode {
  if (!spent) return <Hint>This run did not record where its time went.</Hint>;
  const { wallMs, deviceMs, judgingMs, processors, phasesMs } = spent;
  return (
    <Facts
      facts={[
        ['Wall time', formatMs(wallMs)],
        ['Device', formatMs(deviceMs)],
        ['Waiting for references', formatMs(judgingMs)],
        ...(processors === undefined ? [] : [['Processors', String(processors)] as const]),
        ...Object.entries(phasesMs).map(([phase, ms]) => [`Busy with ${phase}`, formatMs(ms)] as const),
      ]}
    />
  );
}
