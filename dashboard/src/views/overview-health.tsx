// Is anything wrong, and where? A sentence, and every state with its count, each a link to the series behind it.
import type { VNode } from 'preact';
import type { GridState, SiteOverview } from '@kernel-ladder/schema';
import { countsWords } from '../model/deeds.ts';
import { attentionStates, gridStates, gridStateTexts } from '../model/state-words.ts';
import { addressOf } from '../state.ts';
import { counted } from '../ui/counted.ts';
import { Explained } from '../ui/explained.tsx';
import { CommitLink } from '../ui/links.tsx';
import { Hint, Section } from '../ui/section.tsx';

/** What the sections of the overview are drawn from. */
export interface OverviewShown {
  readonly overview: SiteOverview;
  readonly machine: string;
  /** Nobody judges a software adapter. */
  readonly software: boolean;
}

/** Draws it. */
export function HealthSection({ overview, machine, software }: OverviewShown): VNode {
  const { states } = overview;
  const count = (state: GridState) => states.find((one) => one.state === state)?.series ?? 0;
  const wrong = attentionStates.filter((state) => count(state) > 0);
  const all = states.reduce((sum, { series }) => sum + series, 0);
  return (
    <Section id="health" title={titleOf(wrong.map((state) => [state, count(state)]))}>
      <ul class="states" aria-label="Series by state">
        {gridStates.map((state) => (
          <li key={state} data-state={state} class={count(state) === 0 ? 'none' : ''}>
            <a href={addressOf({ page: 'grid', machine, status: state })} title={gridStateTexts[state][1]}>
              <b>{count(state).toLocaleString('en')}</b> {gridStateTexts[state][0]}
            </a>
          </li>
        ))}
        <li data-state="series">
          <a href={addressOf({ page: 'grid', machine })}>
            = <b>{all.toLocaleString('en')}</b> series
          </a>
        </li>
      </ul>
      <Hint>{software ? softwareWords : <Newest overview={overview} machine={machine} />}</Hint>
    </Section>
  );
}

const softwareWords =
  'A software adapter: its results prove correctness, and its times prove nothing about speed, so nobody judges them.';

function titleOf(wrong: readonly (readonly [state: GridState, count: number])[]): string {
  const parts = wrong.map(([state, count]) => `${count.toLocaleString('en')} ${gridStateTexts[state][0]}`);
  const isBad = wrong.some(([state]) => state !== 'unstable' && state !== 'gone');
  return isBad ? `Look here: ${parts.join(', ')}` : [allWell, ...parts].join('; ');
}

const allWell = 'No failure, no confirmed regression, no suspect';

function Newest({ overview, machine }: Pick<OverviewShown, 'overview' | 'machine'>): VNode {
  const { commits, judged, withheld = [] } = overview;
  const newest = commits.findLast(({ alone }) => alone !== true);
  const changes = (words: string) => <a href={addressOf({ page: 'changes', machine })}>{words}</a>;
  if (!newest)
    return <>No clean commit has a recorded run here, so nothing is judged: bench record adds the first.</>;
  return (
    <Explained>
      Newest commit: <CommitLink machine={machine} commit={newest} />{' '}
      <span class="subject">{newest.subject}</span>. Beside the commit before: {countsWords(newest)}, which is
      no verdict.{' '}
      {judged === null
        ? 'There is no earlier commit to hold it against.'
        : `${counted(judged, 'series')} of it have a level to be held against.`}{' '}
      {withheld.length > 0 ? `Times not judged: ${withheld.join(', ')}. ` : ''}
      More at {changes('Regressions')}.
    </Explained>
  );
}
