// The series that a commit made slower or faster, one table a cause.
import type { VNode } from 'preact';
import type { JudgedChange, SiteFamily } from '@kernel-ladder/schema';
import { formatEffects, formatP } from '../format.ts';
import { causesOf } from '../model/causes.ts';
import type { Cause } from '../model/causes.ts';
import type { Effect } from '../model/effects.ts';
import { counted } from '../ui/counted.ts';
import { Acknowledged } from '../ui/acknowledged.tsx';
import { effectColumn, idColumn, textColumn, timeColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { CommitLink } from '../ui/links.tsx';
import { Section } from '../ui/section.tsx';
import { CauseDifference } from './cause-difference.tsx';
import type { PageContext } from '../pages/context.ts';
import type { CommitShown } from './commit-shown.ts';

interface MovedProps extends CommitShown {
  readonly context: PageContext;
  readonly families: readonly SiteFamily[];
  readonly state: 'slower' | 'faster';
  readonly title: string;
}

/** Draws the section; nothing where no series moved that way. */
export function MovedSection({ state, title, ...shown }: MovedProps): VNode | null {
  const causes = causesOf(shown.commit.effects.filter((effect) => effect.state === state));
  if (causes.length === 0) return null;
  const columns = columnsOf(shown);
  return (
    <Section id={state} title={title}>
      {causes.map((cause, at) => (
        <div class="cause" key={`${cause.kind} ${cause.kernel}`} data-kind={cause.kind}>
          <h3>
            <Icon name={state === 'slower' ? 'regressed' : 'improved'} /> {causeWords(cause)}:{' '}
            {counted(cause.effects.length, 'series')}
          </h3>
          <DataTable
            id={`${state}-${at}`}
            label={`${title}: ${causeText(cause)}`}
            columns={columns}
            rows={cause.effects}
            keyOf={({ series }) => series.id}
          />
          {cause.kind === 'changed' ? (
            <CauseDifference id={`${state}-${at}-text`} cause={cause} {...shown} />
          ) : null}
        </div>
      ))}
    </Section>
  );
}

// A kernel's name is code: a word of the glossary in it needs no explaining.
function causeWords(cause: Cause): VNode | string {
  if (cause.kind !== 'changed') return causeText(cause);
  return (
    <>
      The kernel <code>{cause.kernel}</code> changed
    </>
  );
}

function causeText({ kind, kernel }: Cause): string {
  if (kind === 'changed') return `The kernel ${kernel} changed`;
  if (kind === 'same') return 'The kernels are unchanged, so that it is not their code';
  return 'Whether the kernel changed is not known';
}

function columnsOf({
  machine,
  commit,
  commits,
  verdicts,
  acknowledged,
}: CommitShown): readonly Column<Effect>[] {
  const ids = commit.effects.map(({ series }) => series.id);
  return [
    idColumn<Effect>({ machine, ids, of: ({ series }) => series.id }),
    effectColumn<Effect>(({ effect }) => effect),
    timeColumn<Effect>('before', 'Before', ({ beforeNs }) => beforeNs),
    timeColumn<Effect>('after', 'Here', ({ afterNs }) => afterNs),
    textColumn<Effect>(
      'fate',
      'Since',
      ({ repairedBy, undoes }) => repairedBy ?? undoes[0] ?? null,
      (effect) => <Fate effect={effect} machine={machine} commits={commits} />,
    ),
    textColumn<Effect>(
      'verdict',
      'Judge',
      ({ series }) => verdicts.get(series.id)?.q ?? null,
      ({ series }) => {
        const by = acknowledged(series.id, [commit.commit.sha]);
        return (
          <>
            {verdictText(verdicts.get(series.id))}
            {by ? (
              <>
                ; <Acknowledged by={by} />
              </>
            ) : null}
          </>
        );
      },
    ),
  ];
}

function verdictText(verdict: JudgedChange | undefined): string {
  if (!verdict) return 'no verdict';
  const which = verdict.cards ? 'another card' : verdict.direction;
  return `${which}, ${formatEffects(verdict.ciLow, verdict.ciHigh)}, q ${formatP(verdict.q)}`;
}

interface FateProps extends Pick<CommitShown, 'machine' | 'commits'> {
  readonly effect: Effect;
}

function Fate({ effect: { state, repairedBy, undoes }, machine, commits }: FateProps): VNode {
  const back = repairedBy === null ? undefined : commits[repairedBy];
  if (back)
    return (
      <>
        back at <CommitLink machine={machine} commit={back.commit} />
      </>
    );
  if (state === 'slower') return <span class="unmet">still slower</span>;
  const from = undoes.flatMap((place) => commits[place] ?? []);
  if (from.length === 0) return <>—</>;
  return (
    <>
      back from{' '}
      {from.map(({ commit }) => (
        <CommitLink key={commit.sha} machine={machine} commit={commit} />
      ))}
    </>
  );
}
