// The series whose change of speed at a commit somebody knows of and takes.
import type { AcknowledgedAt } from '@kernel-ladder/publish/acknowledged';
import type { OpenedCommit } from './measured.ts';

/** Counts of a commit's acknowledged series. */
export interface Taken {
  readonly slower: number;
  readonly faster: number;
}

/** How many of a commit's slower and faster series are acknowledged. A series that fails is neither. */
export function takenAt(
  { commit, effects }: Pick<OpenedCommit, 'commit' | 'effects'>,
  acknowledged: AcknowledgedAt,
): Taken {
  const taken = (wanted: 'slower' | 'faster') =>
    effects.filter(
      ({ state, series }) => state === wanted && acknowledged(series.id, [commit.sha]) !== undefined,
    ).length;
  return { slower: taken('slower'), faster: taken('faster') };
}

/** As in `11 slower, 2 faster`; a dash where there are none. */
export function takenText({ slower, faster }: Taken): string {
  const parts = [...(slower > 0 ? [`${slower} slower`] : []), ...(faster > 0 ? [`${faster} faster`] : [])];
  return parts.join(', ') || '—';
}
