// What else the site knows, a line each: how much of the curriculum is proven, and how long the suites take.
import type { VNode } from 'preact';
import type { OverviewCurriculum, SiteSpeed } from '@kernel-ladder/schema';
import { suiteTime } from '../model/suite-time.ts';
import { addressOf } from '../state.ts';
import { Section } from '../ui/section.tsx';

/** What the lines are of. */
export interface FactsProps {
  /** Absent of a site without a curriculum. */
  readonly curriculum: OverviewCurriculum | undefined;
  /** Null where the file did not come. */
  readonly speed: SiteSpeed | null;
  readonly machine: string;
}

/** Draws them. */
export function FactsSection({ curriculum, speed, machine }: FactsProps): VNode {
  const time = speed && suiteTime(speed);
  return (
    <Section id="facts" title="Curriculum and suites">
      <dl class="facts">
        <div>
          <dt>Curriculum</dt>{' '}
          <dd>
            <a href={addressOf({ page: 'curriculum' })}>{curriculumWords(curriculum)}</a>
          </dd>
        </div>
        <div>
          <dt>{time ? `The ${time.suite} suite takes` : 'Suites'}</dt>{' '}
          <dd>
            {time ? (
              <a href={addressOf({ page: 'run', machine })}>{time.text}</a>
            ) : (
              'no whole run of one is recorded here, so nobody knows how long they take'
            )}
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function curriculumWords(curriculum: OverviewCurriculum | undefined): string {
  if (!curriculum) return 'Its states could not be read';
  const { provable, proven, implemented, regressed } = curriculum;
  const percent = provable > 0 ? ` (${((100 * proven) / provable).toFixed(0)}\u202f%)` : '';
  return [
    `${proven} of ${provable} items proven${percent}`,
    ...(implemented > 0 ? [`${implemented} implemented`] : []),
    ...(regressed > 0 ? [`${regressed} regressed`] : []),
  ].join(', ');
}
