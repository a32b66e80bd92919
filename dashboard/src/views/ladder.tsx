// The ladder's section: its heading, which run it shows, the rungs, and what the run left out.
import { metricTable } from '@kernel-ladder/schema';
import type { SiteRun, Tuned } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { formatDate, isShare, metricLabel } from '../format.ts';
import { breakingOf, checksFor, summariseChecks } from '../model/checks.ts';
import { ladderOf } from '../model/ladder.ts';
import type { Ladder } from '../model/ladder.ts';
import { codeRungs } from '../model/code-rungs.ts';
import { latestRun, tunedRungs } from '../model/rung.ts';
import { formatHash } from '../state.ts';
import { Explained } from '../ui/explained.tsx';
import { RunLink } from '../ui/links.tsx';
import { BreaksBadge, TunedBadge } from '../ui/marks.tsx';
import { Hint } from '../ui/section.tsx';
import { CodeLines } from './lines.tsx';
import { Rungs } from './rungs.tsx';
import type { Shown } from './shown.ts';

/** Draws the section. */
export function LadderSection({ shown }: { readonly shown: Shown }): VNode {
  const { family, selection, simulated } = shown;
  const run = latestRun(family, selection.case);
  return (
    <section id="ladder" aria-labelledby="ladder-title" data-metric={selection.metric}>
      <header>
        <h2 id="ladder-title" title={family.ladder.title}>
          {family.family} <code>{selection.case}</code>
          {simulated ? ' ' : null}
          {simulated ? <span class="badge flag">simulated</span> : null}
        </h2>
        {run === null ? null : <RunLine machine={family.machineKey} run={family.runs[run]} />}
      </header>
      {run === null ? <Hint>No run has this case.</Hint> : <Body shown={shown} run={run} />}
    </section>
  );
}

function Body({ shown, run }: { readonly shown: Shown; readonly run: number }): VNode {
  const { family, machine, selection, simulated, software, theme, checks, state } = shown;
  const { metric } = selection;
  const ladder = ladderOf(family, selection.case, run, {
    metric,
    software,
    machine,
    breaking: breakingOf(checks),
  });
  const name = metricLabel(metric, simulated);
  const tuned = tunedRungs(family, selection.case, run);
  const coded = new Set(codeRungs(family, selection.case, run).map(({ variant }) => variant));
  return (
    <>
      <Rungs
        ladder={ladder}
        label={`Ladder: ${name} of each variant, in ladder order`}
        theme={theme}
        remarkOn={(variant) => (
          <>
            <BreakRemark variant={variant} shown={shown} />
            <TunedRemark tuned={tuned.get(variant)} />
          </>
        )}
        codeOf={(variant) => (coded.has(variant) ? formatHash({ ...state, rung: variant }) : null)}
      />
      <Hint>
        {name}, {metricTable[metric].better} is better. A full track is {ladder.full}.
        {isShare(metric) ? ownRoofs : ''} × is the speed-up over the first rung, “step” that over the rung
        before.
      </Hint>
      <Notes ladder={ladder} />
      <CodeLines shown={shown} run={run} />
    </>
  );
}

const ownRoofs =
  ' Each share is of the roof that it names: shares of different roofs rank nothing, times and rates do.';

// A variant that breaks on purpose must not pass for a safe one because it is fast.
function BreakRemark(props: { readonly variant: string; readonly shown: Shown }): VNode | null {
  const own = checksFor(props.shown.checks, props.variant);
  const { breaks } = summariseChecks(own ?? { coverage: [] });
  const [first] = breaks;
  if (!first) return null;
  const reasons = breaks.map(({ count, set, because }) => `${count} × ${set}: ${because}`).join('; ');
  return <BreaksBadge title={`${reasons}. ${first.example}`} />;
}

function TunedRemark({ tuned }: { readonly tuned: Tuned | undefined }): VNode | null {
  return tuned ? <TunedBadge tuned={tuned} /> : null;
}

function Notes({ ladder: { bars, absent, references, baselineDoubt } }: { readonly ladder: Ladder }): VNode {
  const isRatio = bars.some(({ peer }) => peer?.over);
  return (
    <>
      {bars.some(({ peer }) => peer !== null) ? (
        <Hint>
          Muted bars are somebody else’s, or the host’s.
          {references.length > 0 ? ' Dashed uprights carry them over the rungs.' : ''}
          {isRatio ? ' “ours 2×” says that the fastest rung of its run takes half of that time.' : ''}
        </Hint>
      ) : null}
      {baselineDoubt === null ? null : (
        <Hint>
          ≈ The first rung’s time is not comparable ({baselineDoubt}), so no speed-up over it is exact.
        </Hint>
      )}
      {absent.length === 0 ? null : <Hint>Not in this run: {absent.join(', ')}.</Hint>}
    </>
  );
}

/** Names a run: commit, subject, time and what sets it apart. */
function RunLine(props: { readonly machine: string; readonly run: SiteRun | undefined }): VNode {
  const { machine, run } = props;
  if (!run) return <p class="run">unknown run</p>;
  const { commit } = run;
  const flags = [...(commit.dirty ? ['dirty tree'] : []), ...(run.local ? ['local run'] : [])];
  return (
    <p class="run">
      <RunLink machine={machine} run={run} /> <span class="subject">{commit.subject}</span> ·{' '}
      <Explained>{`${run.suite} suite, ${formatDate(run.startedAt)} UTC`}</Explained>
      {flags.map((flag) => (
        <span key={flag}>
          {' '}
          <span class="badge flag">{flag}</span>
        </span>
      ))}
    </p>
  );
}
