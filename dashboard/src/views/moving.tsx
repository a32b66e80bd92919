// The commits that moved any series, each with what became of it: silence about a repaired commit would hide it.
import type { VNode } from 'preact';
import type { Measured } from '../model/measured.ts';
import type { Taken } from '../model/taken.ts';
import { addressOf } from '../state.ts';
import { counted } from '../ui/counted.ts';
import { Hint, Section } from '../ui/section.tsx';
import { CommitsTable } from './commits.tsx';

/** Draws the section. */
export function CommitsSection(props: {
  readonly machine: string;
  readonly commits: readonly Measured[];
  readonly taken: ReadonlyMap<string, Taken>;
}): VNode {
  const { machine, commits, taken } = props;
  const moving = commits.filter(
    ({ counts }) => counts.slower + counts.faster + counts.failing + counts.gone > 0,
  );
  const interrupted = commits.filter((one) => one.interrupted > 0).length;
  return (
    <Section id="moving" title="Commits that moved series">
      <Hint>
        {moving.length} of {counted(commits.length, 'measured commit')} moved, broke or dropped a series
        {interrupted > 0 ? `; ${interrupted} had runs that were interrupted` : ''}. Each commit has{' '}
        <a href={addressOf({ page: 'commit', machine })}>a page of its own</a>.
      </Hint>
      {moving.length === 0 ? null : (
        <CommitsTable
          machine={machine}
          commits={commits}
          listed={moving}
          taken={taken}
          id="moving-table"
          label="Commits that moved series"
        />
      )}
    </Section>
  );
}
