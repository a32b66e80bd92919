// A comparison: whose runs, what it comes to, and every id under a filter.
import { comparisonMarkdown, geomeanLine } from '@kernel-ladder/publish/compare';
import type { ComparedSide, RunComparison } from '@kernel-ladder/publish/compare';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { csvBlob, csvOf } from '../csv.ts';
import { formatDate, shortCommit } from '../format.ts';
import { comparedRows, comparedStates, countStates } from '../model/compared.ts';
import type { ComparedRow } from '../model/compared.ts';
import { comparedCsv } from '../model/compared-csv.ts';
import { isWhole } from '../model/sides.ts';
import type { Side } from '../model/sides.ts';
import type { PageContext } from '../pages/context.ts';
import { addressOf, runAddress } from '../state.ts';
import { Download, fileName } from '../ui/download.tsx';
import { Explained } from '../ui/explained.tsx';
import { FilteredTable } from '../ui/filtered-table.tsx';
import { CommitLink } from '../ui/links.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { comparedColumns } from './compared-columns.tsx';
import '../compare.css';

/** Two sides and what they say about each other. */
export interface Shown {
  readonly base: Side;
  readonly head: Side;
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  readonly comparison: RunComparison;
}

/** Draws it. */
export function Compared(props: Shown & { readonly context: PageContext }): VNode {
  const { before, after, comparison, context } = props;
  const rows = useMemo(() => comparedRows(comparison), [comparison]);
  return (
    <>
      <Section id="compare" title="Compare">
        <dl class="facts sides">
          <SideFacts name="Base" side={before} />
          <SideFacts name="Head" side={after} />
        </dl>
        {remarksOf(props).map((text) => (
          <p class="note" key={text}>
            <Explained>{text}</Explained>
          </p>
        ))}
        <Counts rows={rows} {...props} />
        <Mean comparison={comparison} />
      </Section>
      <Verdicts {...props} rows={rows} context={context} />
    </>
  );
}

function SideFacts({ name, side }: { readonly name: string; readonly side: ComparedSide }): VNode | null {
  const { machine, runs } = side;
  const [first] = runs;
  if (!first) return null;
  const { commit } = first.run;
  return (
    <div>
      <dt>{name}</dt>{' '}
      <dd>
        <CommitLink machine={machine.key} commit={commit} /> <span class="subject">{commit.subject}</span>
        {commit.dirty ? <span class="badge flag">uncommitted</span> : null}
        <span class="detail">
          {machine.adapter.name}, {machine.driver}
        </span>
        <span class="detail">
          {runs.map(({ run }) => (
            <a key={run.id} class="fate" href={runAddress(machine.key, run.id)}>
              {run.suite} suite, {formatDate(run.startedAt)}
            </a>
          ))}
        </span>
      </dd>
    </div>
  );
}

function remarksOf({ base, head, before, after }: Shown): readonly string[] {
  const ids = new Set(before.runs.map(({ run }) => run.id));
  const isTwo = before.machine.key !== after.machine.key;
  return [
    ...(isTwo
      ? [
          'Not comparable as verdicts: these are two machines. The effects tell how the machines differ, and nothing of a commit.',
        ]
      : []),
    ...(before.machine.software || after.machine.software
      ? ['A software adapter is on a side: its times say nothing about speed, so nothing is judged.']
      : []),
    ...(after.runs.some(({ run }) => ids.has(run.id))
      ? ['A run is on both sides: it says nothing beside a copy of itself.']
      : []),
    ...(areAlike(base, head)
      ? []
      : ['The two sides were not asked for all of the same suites: new and gone tell only that.']),
  ];
}

// Runs of the same suites, each of them once as a whole.
function areAlike(base: Side, head: Side): boolean {
  const all = [base, head].flatMap(({ runs }) => [suitesOf(runs), suitesOf(runs.filter(isWhole))]);
  return new Set(all).size === 1;
}

function suitesOf(runs: Side['runs']): string {
  return [...new Set(runs.map(({ run }) => run.suite))].toSorted().join(' ');
}

interface RowsProps extends Shown {
  readonly context: PageContext;
  readonly rows: readonly ComparedRow[];
}

// A count is a link to the rows behind it.
function Counts({ rows, base, head, context: { state } }: RowsProps): VNode {
  const { machine, other } = state;
  const wishes = { page: 'compare', machine, other, base: base.name, head: head.name } as const;
  return (
    <ul class="states" id="verdicts">
      {[...countStates(rows)].map(([name, count]) => (
        <li key={name} data-state={name}>
          <a href={addressOf({ ...wishes, status: name })}>
            <b>{count.toLocaleString('en')}</b> {name}
          </a>
        </li>
      ))}
      <li data-state="ids">
        <a href={addressOf(wishes)}>
          = <b>{rows.length.toLocaleString('en')}</b> ids
        </a>
      </li>
    </ul>
  );
}

function Mean({ comparison }: { readonly comparison: RunComparison }): VNode {
  const { geomean } = comparison;
  if (geomean === null)
    return <Hint>No geometric mean: no id has times on both sides that may be compared.</Hint>;
  const isSure = geomean.ciLow > 1 || geomean.ciHigh < 1;
  const kind = isSure ? `the head is ${geomean.ratio > 1 ? 'slower' : 'faster'}` : 'no difference to be told';
  return (
    <p id="geomean">
      <Explained>
        {geomeanLine(comparison).trim().replace(/^g/, 'G')}, {kind}. Only ids that both sides timed are in it.
      </Explained>
    </p>
  );
}

function Verdicts({ rows, comparison, base, head, before, after, context }: RowsProps): VNode {
  const machine = before.machine.key;
  const columns = useMemo(() => comparedColumns(machine, rows), [machine, rows]);
  const [was, is] = [before, after].map(({ runs }) => shortCommit(runs[0]?.run.commit.sha ?? ''));
  const file = fileName('compare', was ?? base.name, is ?? head.name);
  const markdown = () => new Blob([`### ${was} → ${is}\n\n${comparisonMarkdown(comparison)}`]);
  return (
    <Section id="ids" title="Every id of either side">
      <FilteredTable
        id="compared-table"
        label="Every id of either side"
        context={context}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        title="Verdict"
        states={comparedStates}
        statusOf={({ state }) => state}
        textOf={({ id }) => id}
        placeholder="family, rung, case"
        noun="ids"
        below={(shown) => (
          <p class="exports">
            <Download id="save-csv" file={`${file}.csv`} content={() => csvBlob(csvOf(comparedCsv, shown))}>
              Save as CSV
            </Download>{' '}
            <Download id="save-markdown" file={`${file}.md`} content={markdown}>
              Save as Markdown
            </Download>
          </p>
        )}
      />
      <Rules />
    </Section>
  );
}

function Rules(): VNode {
  return (
    <Hint>
      Effect is head/base − 1 of the median time. The table begins with the largest effect over the least one
      that would be called: from 1 on there is a verdict. The rules are those of <code>bench compare</code>:
      A/A launches tell the noise of an id, where there are any; else the verdict says default noise.
    </Hint>
  );
}
