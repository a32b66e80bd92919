// What plans take of a family on a machine: a row a search, with what its choice brings.
import { choiceText } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatNumber, formatTime } from '../format.ts';
import { formatHash } from '../state.ts';
import { PlainTable } from '../ui/plain-table.tsx';
import { Hint, Section } from '../ui/section.tsx';
import type { SearchShown } from './search.tsx';

/** Draws the table. */
export function TunedSection({ table, context: { state } }: SearchShown): VNode {
  const rows = table.entries.map(
    ({ rung, class: shapeClass, choice, usualNs, tunedNs, speed, search, at }) => [
      <a href={formatHash({ ...state, rung, case: shapeClass, up: null, across: null, sort: null })}>
        {rung} <span class="detail">{shapeClass}</span>
      </a>,
      choiceText(choice),
      formatTime(usualNs),
      formatTime(tunedNs),
      speed.turns === 0
        ? '—'
        : `${formatNumber(speed.ratio, 4)} (${formatNumber(speed.low, 4)} … ${formatNumber(speed.high, 4)})`,
      `${search.candidates} of ${search.combinations}`,
      at.slice(0, 10),
    ],
  );
  return (
    <Section id="tuned" title={`The tuning table of ${table.family} on this machine`}>
      <PlainTable
        id="tuned-table"
        class="listing"
        label="Searches"
        columns={['Rung and class', 'Plans take', 'Usual', 'Tuned', 'Times as fast', 'Looked at', 'Found']}
        rows={rows}
      />
      <Hint>
        Of the time of both in turns, with the 95 % interval; a dash where the usual choice stays. An entry is
        no longer used once its rung writes another kernel.
      </Hint>
    </Section>
  );
}
