// How long the suites themselves take, over their whole runs: a chart and the same as a table for each.
import type { SiteSpeed } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { drawnLines, speedConfig } from '../charts/speed.ts';
import { formatDate } from '../format.ts';
import { speedLinesOf, speedText, speedVerdicts } from '../model/speed.ts';
import type { SpeedLines } from '../model/speed.ts';
import { commitAddress, runAddress } from '../state.ts';
import type { Theme } from '../theme.ts';
import { cited } from '../ui/cited.tsx';
import { counted } from '../ui/counted.ts';
import { Explained } from '../ui/explained.tsx';
import { RunLink } from '../ui/links.tsx';
import { TwinTable } from '../ui/plain-table.tsx';
import { Plot } from '../ui/plot.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { ChartKey } from './chart-key.tsx';

interface SuiteSpeedProps {
  /** Null where the file did not come. */
  readonly speed: SiteSpeed | null;
  readonly machine: string;
  readonly theme: Theme;
}

/** Draws the section; nothing without the file. */
export function SuiteSpeedSection({ speed, machine, theme }: SuiteSpeedProps): VNode | null {
  if (speed === null) return null;
  const suites = speedLinesOf(speed);
  return (
    <Section id="suite-speed" title="How long the suites take">
      {suites.length === 0 ? (
        <Hint>No whole run of a suite is recorded here: bench record adds the first.</Hint>
      ) : (
        <Hint>
          Whole runs alone. Host: the share of the wall time in which the device had no work. A point is a run
          at its commit.
        </Hint>
      )}
      {suites.map((suite, at) => (
        <Suite key={suite.label} id={`suite-speed-${at}`} suite={suite} machine={machine} theme={theme} />
      ))}
    </Section>
  );
}

interface SuiteProps {
  readonly id: string;
  readonly suite: SpeedLines;
  readonly machine: string;
  readonly theme: Theme;
}

function Suite({ id, suite, machine, theme }: SuiteProps): VNode {
  const { label, runs } = suite;
  const drawn = drawnLines(suite);
  return (
    <>
      <h3>
        <Explained>{label}</Explained>
      </h3>
      {runs.length < 2 ? (
        <Hint>One run so far: a second makes a line.</Hint>
      ) : (
        <>
          <ChartKey entries={drawn.map(({ name }, place) => ({ variant: name, place }))} theme={theme} />
          <Plot id={id} label={summaryOf(suite)} config={speedConfig(suite, theme)} isLow />
        </>
      )}
      {speedVerdicts(suite).map((text) => (
        <Hint key={text}>
          {cited(
            text,
            runs.map(({ commit }) => commit.sha),
            (sha) => commitAddress(machine, sha),
          )}
        </Hint>
      ))}
      <RunTable id={id} suite={suite} machine={machine} />
    </>
  );
}

function RunTable({ id, suite, machine }: Omit<SuiteProps, 'theme'>): VNode {
  const { label, lines, runs } = suite;
  return (
    <TwinTable
      id={`${id}-table`}
      label={`Whole runs of ${label}`}
      columns={['Began, UTC', 'Commit', ...lines.map(({ name }) => name)]}
      rows={runs
        .map((run, at) => [
          <a key="run" href={runAddress(machine, run.runId)}>
            {formatDate(run.startedAt)}
          </a>,
          <RunLink key="commit" machine={machine} run={run} />,
          ...lines.map((line) => speedText(line, at)),
        ])
        .toReversed()}
    />
  );
}

function summaryOf(suite: SpeedLines): string {
  const last = suite.runs.length - 1;
  const lines = drawnLines(suite).map((line) => `${line.name} last ${speedText(line, last)}`);
  return `${suite.label} over ${counted(last + 1, 'whole run')}: ${lines.join(', ')}. The table has every run.`;
}
