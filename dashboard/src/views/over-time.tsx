// Completion over commits: a line a track, and the same as a table.
import { share } from '@kernel-ladder/curriculum';
import type { CommitCompletion, Completion } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { completionConfig } from '../charts/completion.ts';
import { formatDate, shortCommit } from '../format.ts';
import { commitAddress } from '../state.ts';
import { PlainTable } from '../ui/plain-table.tsx';
import { Plot } from '../ui/plot.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';

interface OverTimeProps {
  readonly completion: Completion;
  readonly theme: Theme;
}

/** Draws the section. */
export function OverTimeSection({ completion, theme }: OverTimeProps): VNode {
  const { commits, tracks } = completion;
  return (
    <Section id="over-time" title="Completion over commits">
      {commits.length === 0 ? (
        <Hint>No commit has a recorded run: bench record adds the first.</Hint>
      ) : (
        <>
          <ul class="key">
            {tracks.map(({ id, title }, place) => (
              <li key={id}>
                <span
                  class="swatch"
                  aria-hidden="true"
                  style={{ '--series': seriesStyle(theme, place).colour }}
                />
                {title}
              </li>
            ))}
          </ul>
          <CompletionChart completion={completion} theme={theme} />
          <CommitTable completion={completion} />
        </>
      )}
    </Section>
  );
}

// Drawn again for other data or another theme alone: a tick changes neither.
function CompletionChart({ completion, theme }: OverTimeProps): VNode {
  return useMemo(() => {
    const { commits, tracks } = completion;
    const last = tracks.map(({ title, counts }) => `${title} ${share(counts) || 'nothing provable'}`);
    return (
      <Plot
        id="completion-chart"
        label={`Completion over ${commits.length} commits, at the last: ${last.join(', ')}. The table below has every commit.`}
        config={completionConfig(completion, theme)}
        isLow
      />
    );
  }, [completion, theme]);
}

function CommitTable({ completion: { commits, tracks } }: Pick<OverTimeProps, 'completion'>): VNode {
  const label = 'Completion as a table';
  const rows = commits
    .toReversed()
    .map((commit) => [
      <MeasuredCommit key="commit" commit={commit} />,
      formatDate(commit.date),
      share(commit.total),
      ...tracks.map(({ id }) => (commit.tracks[id] ? share(commit.tracks[id]) : '')),
    ]);
  return (
    <details>
      <summary>{label}</summary>
      <PlainTable
        label={label}
        class="completion-table"
        columns={['Commit', 'Date', 'All', ...tracks.map(({ title }) => title)]}
        rows={rows}
      />
    </details>
  );
}

// Each of these commits has a recorded run; the page finds the machine.
function MeasuredCommit({ commit: { sha, subject } }: { readonly commit: CommitCompletion }): VNode {
  const code = <code title={subject}>{shortCommit(sha)}</code>;
  const href = commitAddress(null, sha);
  return href === null ? code : <a href={href}>{code}</a>;
}
