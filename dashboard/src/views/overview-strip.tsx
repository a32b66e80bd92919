// The commits of a machine as a strip: one cell a commit, its shape and colour say what it did.
import type { VNode } from 'preact';
import type { GridCommit } from '@kernel-ladder/schema';
import type { IconName } from '../icons.ts';
import { commitWords, deedOf, deeds } from '../model/deeds.ts';
import type { Deed } from '../model/deeds.ts';
import { addressOf, commitAddress } from '../state.ts';
import { counted } from '../ui/counted.ts';
import { Explained } from '../ui/explained.tsx';
import { Icon } from '../ui/icon.tsx';
import { Section } from '../ui/section.tsx';
import type { OverviewShown } from './overview-health.tsx';

/** Draws it, the newest last. */
export function StripSection({ overview, machine }: OverviewShown): VNode {
  const commits = overview.commits.slice(overview.commits.length - overview.newest);
  const kinds = new Set(commits.map(deedOf));
  return (
    <Section id="strip" title={`The newest ${counted(commits.length, 'commit')} measured here`}>
      <ol class="strip" aria-label="Commits, the newest last">
        {commits.map((commit, at) => (
          <li key={`${commit.sha} ${at}`}>
            <StripCell commit={commit} machine={machine} />
          </li>
        ))}
      </ol>
      <p class="strip-key">
        {(Object.keys(deeds) as readonly Deed[]) // The keys of a literal are its kinds.
          .filter((deed) => kinds.has(deed))
          .map((deed) => (
            <span key={deed} class={`deed ${deed}`}>
              <Icon name={icons[deed]} /> {deeds[deed]}
            </span>
          ))}
        {commits.some(({ interrupted = 0 }) => interrupted > 0) ? (
          <span class="deed cut">
            <Explained>dashed: a run was interrupted</Explained>
          </span>
        ) : null}
        <a href={`${addressOf({ page: 'commit', machine })}`}>All commits</a>
      </p>
    </Section>
  );
}

const icons: { readonly [Kind in Deed]: IconName } = {
  failing: 'unmet',
  slower: 'regressed',
  mixed: 'moved',
  gone: 'not-applicable',
  faster: 'improved',
  new: 'added',
  steady: 'steady',
  untimed: 'not-started',
  alone: 'not-started',
};

function StripCell({ commit, machine }: { readonly commit: GridCommit; readonly machine: string }): VNode {
  const deed = deedOf(commit);
  const words = commitWords(commit);
  const look = `deed ${deed}${(commit.interrupted ?? 0) > 0 ? ' cut' : ''}`;
  const href = commitAddress(machine, commit.sha);
  const drawing = <Icon name={icons[deed]} />;
  if (href === null || commit.alone)
    return (
      <span class={look} title={words} role="img" aria-label={words}>
        {drawing}
      </span>
    );
  return (
    <a class={look} href={href} title={words} aria-label={words}>
      {drawing}
    </a>
  );
}
