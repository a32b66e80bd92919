// The list of changes: by false discovery rate, each with its interval, its commits and whether the kernel is another one.
import type { VNode } from 'preact';
import { commitsOfChange } from '@kernel-ladder/publish/acknowledged';
import type { AcknowledgedAt } from '@kernel-ladder/publish/acknowledged';
import type {
  JudgedChange,
  JudgedSeries,
  KnownAcknowledgement,
  SiteJudgement,
  SiteRun,
} from '@kernel-ladder/schema';
import { formatEffect, formatEffects, formatP } from '../format.ts';
import type { CoverageGroup } from '../model/coverage.ts';
import { Acknowledged } from '../ui/acknowledged.tsx';
import { counted } from '../ui/counted.ts';
import { effectColumn, idColumn, numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Explained } from '../ui/explained.tsx';
import { Icon } from '../ui/icon.tsx';
import { CommitAbout, CommitLink, RunLink } from '../ui/links.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { kernelColumn } from './kernel-text.ts';

/** What the section is drawn from. */
export interface ChangesProps {
  readonly judgement: SiteJudgement;
  /** Who takes which change. */
  readonly acknowledged: AcknowledgedAt;
  /** All series of the machine, by whether they can be judged. */
  readonly coverage: readonly CoverageGroup[];
}

/** Draws the section. */
export function ChangesSection({ judgement, acknowledged, coverage }: ChangesProps): VNode {
  const { changes } = judgement;
  const takenBy: TakenBy = (change) => acknowledged(change.id, commitsOfChange(change, judgement.runs));
  return (
    <Section id="changes" title="Changes of level">
      <p>
        <Explained>{summaryOf(judgement, coverage, takenBy)}</Explained>
      </p>
      <ul class="plain" id="coverage">
        {coverage
          .filter((group) => group.series > 0)
          .map((group) => (
            <li key={group.key} data-group={group.key}>
              <b>{group.series.toLocaleString('en')}</b> {group.text}
            </li>
          ))}
      </ul>
      {aboutOf(judgement).map((text) => (
        <Hint key={text}>{text}</Hint>
      ))}
      {changes.length === 0 ? null : (
        <DataTable
          id="changes-table"
          label="Changes of level"
          columns={columnsOf(judgement, takenBy)}
          rows={changes}
          keyOf={({ id, after }) => `${id} ${after}`}
        />
      )}
      <Levels judgement={judgement} />
    </Section>
  );
}

type TakenBy = (change: JudgedChange) => KnownAcknowledgement | undefined;

const nobody: TakenBy = () => undefined;

/** How many series can be judged at all, and what was found in those. */
export function summaryOf(
  { changes, runs }: Pick<SiteJudgement, 'changes' | 'runs'>,
  coverage: readonly CoverageGroup[],
  takenBy: TakenBy = nobody,
): string {
  const ready = coverage.find(({ key }) => key === 'judged')?.series ?? 0;
  const all = coverage.reduce((sum, { series }) => sum + series, 0);
  const scope = `${ready.toLocaleString('en')} of ${counted(all, 'series')} have enough runs to be judged, over ${counted(runs.length, 'run')} of clean commits.`;
  if (ready === 0) return scope;
  // What may be the card alone is no regression, and no improvement.
  const count = (direction: JudgedChange['direction']) =>
    changes.filter((one) => one.direction === direction && !one.cards && !takenBy(one)).length;
  const onCards = changes.filter(({ cards }) => cards).length;
  const taken = changes.filter((one) => !one.cards && takenBy(one)).length;
  const known = taken === 0 ? '' : ` ${counted(taken, 'change')} more, acknowledged.`;
  const others =
    onCards === 0
      ? ''
      : ` ${counted(onCards, 'change')} came with another card, and may be the card alone: bench ab measures both commits on one.`;
  return `${scope} In them ${counted(count('regressed'), 'regression')} and ${counted(count('improved'), 'improvement')}.${known}${others}`;
}

// Below the smallest number of points silence means nothing, and the page must not pass it off as a verdict.
function aboutOf({ changes, series }: SiteJudgement): readonly string[] {
  const effects =
    'Effects are of the median time, with 95 % intervals; q is the false discovery rate over all ids.';
  const longest = Math.max(0, ...series.map(({ points }) => points));
  const lacking = `A change shows from 8 recorded runs of an id on, from 6 where bench aa has launched one commit of it again and again, three of them after the change. The longest history has ${counted(longest, 'run')}; bench record adds to it.`;
  const isWhole = series.length > 0 && series.every(({ points, fewestPoints }) => points >= fewestPoints);
  return [...(isWhole ? [] : [lacking]), ...(changes.length > 0 ? [effects] : [])];
}

function columnsOf(
  { machineKey, runs, series }: SiteJudgement,
  takenBy: TakenBy,
): readonly Column<JudgedChange>[] {
  const ids = series.map(({ id }) => id);
  return [
    idColumn<JudgedChange>({ machine: machineKey, ids, of: ({ id }) => id }),
    textColumn<JudgedChange>(
      'direction',
      'Change',
      ({ direction }) => direction,
      (change) => directionCell(change, takenBy(change)),
    ),
    effectColumn<JudgedChange>(({ effect }) => effect),
    textColumn<JudgedChange>(
      'interval',
      '95 % interval',
      ({ ciLow }) => ciLow,
      ({ ciLow, ciHigh }) => formatEffects(ciLow, ciHigh),
    ),
    textColumn<JudgedChange>(
      'commits',
      'Between commits',
      ({ after }) => after,
      (change) => <CommitRange machine={machineKey} change={change} runs={runs} />,
    ),
    kernelColumn<JudgedChange>((change) => [change.sameKernelHash, runs[change.before], runs[change.after]]),
    numberColumn<JudgedChange>('q', 'q', ({ q }) => q, formatP),
  ];
}

function directionCell({ direction, cards }: JudgedChange, by: KnownAcknowledgement | undefined): VNode {
  if (by)
    return (
      <>
        {direction === 'regressed' ? 'slower' : 'faster'}; <Acknowledged by={by} />
      </>
    );
  if (cards)
    return (
      <span class="direction" title={`${cards.before.join(', ')} → ${cards.now.join(', ')}`}>
        <Icon name={direction} />
        {direction === 'regressed' ? 'slower' : 'faster'}, another card
      </span>
    );
  return (
    <span class={`direction ${direction}`}>
      <Icon name={direction} />
      {direction}
    </span>
  );
}

function CommitRange(props: {
  readonly machine: string;
  readonly change: JudgedChange;
  readonly runs: readonly SiteRun[];
}): VNode | null {
  const { machine, change, runs } = props;
  const [before, after] = [runs[change.before], runs[change.after]];
  if (!before || !after) return null;
  const [earliest, latest] = [runs[change.earliest], runs[change.latest]];
  return (
    <>
      <CommitLink machine={machine} commit={before.commit} /> …{' '}
      <CommitLink machine={machine} commit={after.commit} />
      {change.earliest === change.latest || !earliest || !latest ? null : (
        <span class="remark">
          {' '}
          or any from <RunLink machine={machine} run={earliest} /> to{' '}
          <RunLink machine={machine} run={latest} />
        </span>
      )}
      <CommitAbout commit={after.commit} />
    </>
  );
}

// Levels that stay above their best, and levels that creep.
function Levels({ judgement: { machineKey, series } }: Pick<ChangesProps, 'judgement'>): VNode | null {
  const standing = series.filter(stands);
  if (standing.length === 0) return null;
  return (
    <>
      <h3>Where levels stand</h3>
      <DataTable
        id="levels-table"
        label="Where levels stand"
        columns={levelColumns(machineKey)}
        rows={standing}
        keyOf={({ id }) => id}
      />
    </>
  );
}

function stands({ aboveBest, drift }: JudgedSeries): boolean {
  return drift !== null || (aboveBest !== null && aboveBest > 0);
}

function levelColumns(machine: string): readonly Column<JudgedSeries>[] {
  return [
    idColumn<JudgedSeries>({ machine, of: ({ id }) => id }),
    textColumn<JudgedSeries>('level', 'Current level', ({ aboveBest }) => aboveBest, standText),
  ];
}

function standText({ aboveBest, cards, drift }: JudgedSeries): string {
  const remarks = [
    ...(aboveBest !== null && aboveBest > 0
      ? [`${formatEffect(aboveBest)} above its best recent level${cards ? ', on another card' : ''}`]
      : []),
    ...(drift
      ? [`drifts by ${formatEffect(drift.effect)} over its current level (p ${formatP(drift.p)})`]
      : []),
  ];
  return remarks.join('; ');
}
