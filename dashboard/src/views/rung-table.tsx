// What each rung changes, what holds it back, what it brings, and its code, as one table.
import { tunedText } from '@kernel-ladder/schema';
import type { SiteFamily, Tuned } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatSpeedup } from '../format.ts';
import { breakingOf } from '../model/checks.ts';
import { measuredBound } from '../model/held-back.ts';
import type { MeasuredBound } from '../model/held-back.ts';
import { latestRun, rungsOf } from '../model/rung.ts';
import type { Rung } from '../model/rung.ts';
import { stepsOf } from '../model/steps.ts';
import type { Step } from '../model/steps.ts';
import { addressOf } from '../state.ts';
import { seriesStyle } from '../theme.ts';
import { cited } from '../ui/cited.tsx';
import { KernelButton } from '../ui/kernel-button.tsx';
import { Swatch } from '../ui/marks.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Hint, Section } from '../ui/section.tsx';
import type { Shown } from './shown.ts';

/** Draws the section; nothing where no run has the case. */
export function RungsSection({ shown }: { readonly shown: Shown }): VNode | null {
  const { family, selection, checks } = shown;
  const run = latestRun(family, selection.case);
  if (run === null) return null;
  const rungs = rungsOf(family, selection.case, run, 'medianNs');
  const steps = stepsOf(rungs, breakingOf(checks));
  const rows = rungs
    .filter(({ point }) => point.peer === undefined)
    .map((rung) => rowOf(rung, steps.get(rung.series.variant), shown));
  return (
    <Section id="rungs" title={`What each rung of “${family.ladder.title}” changes`}>
      <Hint>
        Speed-ups are ratios of median times of the same run; ≈ where one of the two must not be compared.
        {family.perturbed
          ? ' What holds a rung back in bold is measured: the kernel without its loads, without its arithmetic and so on, timed beside it. Such kernels are wrong on purpose, and no results.'
          : ''}
      </Hint>
      <PlainTable
        id="rungs-table"
        class="wrapped rung-table"
        label="The rungs"
        columns={[
          'Rung',
          'Changes',
          'Held back by',
          'Over the rung before',
          'Over the first',
          'Lines',
          'Kernel',
        ]}
        rows={rows}
      />
    </Section>
  );
}

function rowOf(rung: Rung, step: Step | undefined, { family, theme }: Shown) {
  const { series, point, place } = rung;
  const told = family.ladder.rungs.find(({ name }) => name === series.variant);
  return [
    <>
      <Swatch style={seriesStyle(theme, place)} />
      {series.variant}
      <TunedDetail family={family} tuned={point.tuned} />
    </>,
    told?.summary ?? '—',
    <HeldBackCell bound={measuredBound(family, series.variant, series.case)} told={told?.boundBy ?? null} />,
    step ? <StepCell step={step} /> : '—',
    rung.status === 'passed' && rung.speedup !== null ? formatSpeedup(rung.speedup) : '—',
    point.loc ? <LinesCell wgsl={point.loc.wgsl} host={point.loc.host} /> : '—',
    <KernelButton hash={point.kernelHash ?? null} recorded={family.kernels} />,
  ];
}

interface TunedProps {
  readonly family: SiteFamily;
  readonly tuned: Tuned | undefined;
}

// Leads to the search that found it; where a later one has taken its place, to that.
function TunedDetail({ family: { machineKey, family }, tuned }: TunedProps): VNode | null {
  if (!tuned) return null;
  const { rung, class: shapeClass } = tuned;
  const href = addressOf({ page: 'tuning', machine: machineKey, family, rung, case: shapeClass });
  return (
    <a class="detail" href={href}>
      tuned: {tunedText(tuned)}
    </a>
  );
}

// What was measured comes before what somebody thinks.
function HeldBackCell({
  bound,
  told,
}: {
  readonly bound: MeasuredBound | null;
  readonly told: string | null;
}): VNode {
  if (!bound) return <>{told ?? '—'}</>;
  return (
    <>
      <strong>{bound.by}</strong>
      <span class="detail" title={bound.refused === '' ? undefined : `Not taken from it: ${bound.refused}`}>
        {cited(`${bound.numbers}, taken apart at ${bound.commit}`, [bound.commit])}
      </span>
      {told === null ? null : <span class="detail">expected: {told}</span>}
    </>
  );
}

function StepCell({ step: { before, ratio, isApproximate } }: { readonly step: Step }): VNode {
  return (
    <>
      {isApproximate ? '≈\u202f' : ''}
      {formatSpeedup(ratio)}
      <span class="detail">over {before}</span>
    </>
  );
}

function LinesCell({ wgsl, host }: { readonly wgsl: number; readonly host: number }): VNode {
  return (
    <>
      {wgsl} of WGSL
      {host > 0 ? <span class="detail">{host} that generate it</span> : null}
    </>
  );
}
