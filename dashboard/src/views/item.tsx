// One item, opened: what is asked, what would prove it, what does so far, and how to get the rest.
import { commandFor, itemPage } from '@kernel-ladder/curriculum';
import type { ItemState, Missing } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { formatDate, shortCommit } from '../format.ts';
import { addressOf } from '../state.ts';
import { cited } from '../ui/cited.tsx';
import { Hint } from '../ui/section.tsx';
import type { CurriculumShown, ItemProps } from './curriculum-shown.ts';
import { AuditPart } from './item-audit.tsx';
import { EvidenceTable } from './item-evidence.tsx';
import { ItemLink } from './item-link.tsx';
import { TicksPart } from './item-ticks.tsx';

/** Draws everything below the item's line. */
export function ItemBody({ item, shown }: ItemProps): VNode {
  return (
    <div class="item-body">
      <dl class="about">
        {factsOf(item, shown).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{cited(text, item.provenAt === undefined ? [] : [item.provenAt])}</dd>
          </div>
        ))}
      </dl>
      <AuditPart audited={shown.audited.get(item.id)} />
      <Nearest item={item} />
      <TicksPart item={item} shown={shown} />
      <EvidenceTable item={item} shown={shown} />
      <MissingPart item={item} shown={shown} />
      <Hint>
        <a href={addressOf({ page: 'curriculum', item: item.id })}>Link to this item</a>
      </Hint>
    </div>
  );
}

// The promise of a provable item stands beside its rule.
function factsOf(item: ItemState, shown: CurriculumShown): readonly (readonly [string, string])[] {
  const { about } = itemPage(shown.curriculum, shown.completion, item.id);
  const isAudited = shown.audited.has(item.id);
  return [...about.filter(([term]) => !isAudited || term !== 'proof'), ...provenAt(item, shown)];
}

function provenAt(
  { provenAt: sha, state }: ItemState,
  { completion }: CurriculumShown,
): readonly (readonly [string, string])[] {
  if (sha === undefined) return [];
  const commit = completion.commits.find((one) => one.sha === sha);
  const when = commit ? `, ${commit.subject}, ${formatDate(commit.date)} UTC` : '';
  return [[state === 'regressed' ? 'was proven at' : 'proven since', `${shortCommit(sha)}${when}`]];
}

function Nearest({ item: { nearest = [] } }: Pick<ItemProps, 'item'>): VNode | null {
  if (nearest.length === 0) return null;
  return (
    <p>
      Nearest that is possible here:{' '}
      {nearest.map((id, at) => (
        <span key={id}>
          {at > 0 ? ', ' : ''}
          <ItemLink id={id} />
        </span>
      ))}
    </p>
  );
}

function MissingPart({ item, shown }: ItemProps): VNode | null {
  const { missing, missingFeatures, kind } = item;
  // What a learner lacks are ticks, and these have boxes.
  const rows = kind === 'self' ? [] : missing;
  return (
    <>
      {missingFeatures ? <p>No machine seen offers {missingFeatures.join(', ')}.</p> : null}
      {rows.length === 0 ? null : (
        <>
          <h4>Missing</h4>
          <ul class="missing">
            {rows.map((row) => (
              <MissingLine key={row.what} id={item.id} row={row} shown={shown} />
            ))}
          </ul>
        </>
      )}
      {rows.some((row) => row.select !== undefined) ? (
        <Hint>
          A run counts once pnpm bench record has added it to the history, or lies in results/ when the site
          is published.
        </Hint>
      ) : null}
    </>
  );
}

interface MissingLineProps {
  readonly id: string;
  readonly row: Missing;
  readonly shown: CurriculumShown;
}

function MissingLine({ id, row, shown: { curriculum } }: MissingLineProps): VNode {
  const item = curriculum.items.get(id);
  const command = item ? commandFor(item, row) : null;
  // `item gemm.naive, proven` names an item that has a place of its own.
  const [, named, rest] = /^item (\S+?), (.*)$/.exec(row.what) ?? [];
  const isItem = named !== undefined && rest !== undefined && curriculum.items.has(named);
  return (
    <li>
      {isItem ? (
        <span>
          <ItemLink id={named} />, {rest}
        </span>
      ) : (
        <span>{row.what}</span>
      )}
      {command === null ? null : <code class="command">pnpm {command}</code>}
    </li>
  );
}
