// The series whose change of speed at a commit somebody knows of and takes.
import type { AcknowledgedAt } from '@kernel-ladder/publish/acknowledged';
import type { OpenedCommit } from './measured.ts';

/** How many of a commit's slower and faster series are acknowledged. A series that fails is neither. */
export function takenAt(
  { commit, effects }: Pick<OpenedCommit, 'commit' | 'effects'>,
  acknowledged: AcknowledgedAt,
): { readonly slower: number; readonly faster: number } {
  const taken = (wanted: 'slower' | 'faster') =>
    effects.filter(
      ({ state, series }) => state === wanted && acknowledged(series.id, [commit.sha]) !== undefined,
    ).length;
  return { slower: taken('slower'), faster: taken('faster') };
}
