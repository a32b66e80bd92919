// Milestones: how many parts of each are done.
import type { Progress } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { milestonesOf } from '../model/curriculum.ts';
import type { Milestone } from '../model/curriculum.ts';
import { addressOf } from '../state.ts';
import { Section } from '../ui/section.tsx';
import type { CurriculumShown } from './curriculum-shown.ts';
import { OwnPart, StateBadge } from './state-badge.tsx';

/** Draws the section. */
export function MilestonesSection({ completion, mine }: CurriculumShown): VNode {
  return (
    <Section id="milestones" title="Milestones">
      <ul class="milestones">
        {milestonesOf(completion).map((one) => (
          <MilestoneCard key={one.state.id} milestone={one} mine={mine} />
        ))}
      </ul>
    </Section>
  );
}

function MilestoneCard(props: { readonly milestone: Milestone; readonly mine: Progress }): VNode {
  const { state, done, parts } = props.milestone;
  const share = parts === 0 ? 0 : (100 * done) / parts;
  return (
    <li>
      <a href={addressOf({ page: 'curriculum', item: state.id })}>{state.title}</a>
      <span class="meter" aria-hidden="true">
        <span class="proven" style={{ inlineSize: `${share}%` }} />
      </span>
      <span class="counts">
        {done} of {parts} parts {state.kind === 'self' ? 'ticked' : 'proven'}
        {/* A milestone in the making is not “not started”. */}
        {state.state === 'not-started' && done > 0 ? null : (
          <>
            {' '}
            · <StateBadge state={state.state} />
          </>
        )}{' '}
        {state.kind === 'self' ? <OwnPart item={state} mine={props.mine} /> : null}
      </span>
    </li>
  );
}
