// The tracks with how much of each is proven; a track leads to its items.
import type { TrackCompletion } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { formatDate, shortCommit } from '../format.ts';
import { countsText, itemsOfTrack } from '../model/curriculum.ts';
import { addressOf } from '../state.ts';
import { cited } from '../ui/cited.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { CompletionBar, CountsText } from './completion-bar.tsx';
import type { CurriculumShown } from './curriculum-shown.ts';

/** Draws the section. */
export function TracksSection(shown: CurriculumShown): VNode {
  const { commit, commits, total, tracks } = shown.completion;
  const date = commits.find(({ sha }) => sha === commit)?.date;
  return (
    <Section id="tracks" title="Curriculum">
      <p>
        {countsText(total)}.
        {commit === null ? null : (
          <>
            {' '}
            {cited(`At commit ${shortCommit(commit)}`, [commit])}
            {date === undefined ? '' : ` of ${formatDate(date).slice(0, 10)}`}.
          </>
        )}
      </p>
      <Hint>
        Nothing is proven by hand: an item is proven when its rule holds over recorded results, tests and
        write-ups; only what no machine can see is ticked by the learner. An item may belong to several
        tracks.
      </Hint>
      <ul class="tracks">
        {tracks.map((track) => (
          <TrackRow key={track.id} track={track} shown={shown} />
        ))}
      </ul>
    </Section>
  );
}

function TrackRow(props: { readonly track: TrackCompletion; readonly shown: CurriculumShown }): VNode {
  const { id, title, counts } = props.track;
  const { completion, mine, state } = props.shown;
  const isChosen = state.track === id;
  return (
    <li data-track={id} class={isChosen ? 'selected' : undefined}>
      <a
        id={`track-${id}`}
        href={addressOf({ page: 'curriculum', track: id })}
        aria-current={isChosen ? 'true' : undefined}
      >
        {title}
      </a>
      <CompletionBar counts={counts} />
      <CountsText counts={counts} items={itemsOfTrack(completion, props.track)} mine={mine} />
    </li>
  );
}
