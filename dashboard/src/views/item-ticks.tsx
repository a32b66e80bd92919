// What of an item is ticked: by the progress file of the checkout, and apart from that by the reader, in boxes.
import { describeRule } from '@kernel-ladder/curriculum';
import type { CheckState } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { tickAt } from '../model/ticks.ts';
import type { TickPlace } from '../model/ticks.ts';
import { Icon } from '../ui/icon.tsx';
import type { CurriculumShown, ItemProps } from './curriculum-shown.ts';
import { OwnBadge } from './state-badge.tsx';

/** Draws a box for the item, or one for each entry of its checklist; nothing where nobody ticks. */
export function TicksPart({ item: { id, kind, checklist }, shown }: ItemProps): VNode | null {
  if (kind !== 'self') return null;
  return (
    <fieldset class="own">
      <legend>{checklist ? 'Checklist' : 'Tick'}: your own, kept in this browser</legend>
      {checklist ? (
        <ul class="plain checklist">
          {checklist.map((entry) => (
            <li key={entry.title}>
              <Box place={{ item: id, check: entry.title }} label={entry.title} shown={shown} />
              <Remarks item={id} entry={entry} shown={shown} />
            </li>
          ))}
        </ul>
      ) : (
        <Box place={{ item: id }} label="I have done this" shown={shown} />
      )}
    </fieldset>
  );
}

interface BoxProps {
  readonly place: TickPlace;
  readonly label: string;
  readonly shown: CurriculumShown;
}

function Box({ place, label, shown: { mine, onTick } }: BoxProps): VNode {
  const tick = tickAt(mine, place);
  return (
    <>
      <label>
        <input type="checkbox" checked={tick !== null} onChange={() => onTick(place)} /> {label}
      </label>
      {tick === null ? null : (
        <>
          {' '}
          <OwnBadge>yours, {tick.date}</OwnBadge>
          {tick.note === undefined ? null : <span class="remark"> {tick.note}</span>}
          {tick.link === undefined ? null : (
            <>
              {' '}
              <a href={tick.link}>link</a>
            </>
          )}
        </>
      )}
    </>
  );
}

interface RemarksProps {
  readonly item: string;
  readonly entry: CheckState;
  readonly shown: CurriculumShown;
}

// What the checkout says of the entry, whoever reads.
function Remarks({ item, entry, shown: { curriculum } }: RemarksProps): VNode {
  const { title, ticked, offered, blocked, date } = entry;
  const requires = curriculum.items.get(item)?.checklist?.find((one) => one.title === title)?.requires;
  return (
    <>
      {ticked ? (
        <span class="state ticked">
          {' '}
          <Icon name="ticked" /> ticked in the checkout{date === undefined ? '' : `, ${date}`}
        </span>
      ) : null}
      {offered ? <span class="remark"> evidence backs a tick</span> : null}
      {blocked && requires ? (
        <span class="remark blocked"> counts only once this holds: {describeRule(requires).join(' ')}</span>
      ) : null}
    </>
  );
}
