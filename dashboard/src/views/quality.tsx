// The sections of the judge's page.
import type { ComponentChildren, VNode } from 'preact';
import { formatEffect, formatNumber } from '../format.ts';
import {
  falseAlarmTable,
  launchTable,
  powerTable,
  rateCell,
  seriesLength,
  toneOf,
} from '../model/quality.ts';
import type { RateCell, RateTable } from '../model/quality.ts';
import type { Quality } from '../quality.ts';
import { PlainTable } from '../ui/plain-table.tsx';
import { Hint, Section } from '../ui/section.tsx';
import { QualitySummary } from './quality-summary.tsx';

interface QualityProps {
  readonly quality: Quality;
}

/** The answer in short, then false alarms, steps found, the gate, paired blocks, and real launches where there are any. */
export function QualitySections({ quality }: QualityProps): VNode {
  return (
    <>
      <QualitySummary quality={quality} />
      <FalseAlarms quality={quality} />
      <Power quality={quality} effect={0.05} after={3} />
      <Power quality={quality} effect={0.03} after={5} />
      <Verdicts quality={quality} />
      <Launches quality={quality} />
    </>
  );
}

function FalseAlarms({ quality }: QualityProps): VNode {
  return (
    <Section id="false-alarms" title="False alarms">
      <Hint>
        Series of {seriesLength} runs in which nothing changed, in percent of series with any alarm, with 95 %
        intervals. Lower is better. detect is the judge of this site; the others are what else is in use. †
        held out: no setting was chosen on it.
      </Hint>
      <Rates label="False alarms" corner="Noise" table={falseAlarmTable(quality)} />
    </Section>
  );
}

interface PowerProps extends QualityProps {
  readonly effect: number;
  readonly after: number;
}

function Power({ quality, effect, after }: PowerProps): VNode {
  const title = `Steps of ${formatEffect(effect)} found from ${after} runs on`;
  const delay = quality.delays.find((one) => one.effect === effect);
  return (
    <Section id={`power-${100 * effect}-${after}`} title={title}>
      <Hint>
        Series of {seriesLength} runs with one step before the last {after}, in percent of steps found within
        two commits of their place. Higher is better, but only beside the false alarms above.
      </Hint>
      <Rates label={title} corner="Noise" table={powerTable(quality, { effect, after })} />
      {delay ? (
        <Hint>
          Half of such steps are found {delay.medianCommits ?? 'more than 20'} runs after they came, nine in
          ten after {delay.p90Commits ?? 'more than 20'} (noise of 1 %).
        </Hint>
      ) : null}
    </Section>
  );
}

interface RatesProps {
  readonly label: string;
  readonly corner: string;
  readonly table: RateTable;
}

function Rates({ label, corner, table: { columns, rows } }: RatesProps): VNode {
  return (
    <PlainTable
      label={label}
      class="rates"
      columns={[corner, ...columns]}
      rows={rows.map(({ name, cells }) => [name, ...cells.map(rateOf)])}
    />
  );
}

const rateOf = (cell: RateCell | null): ComponentChildren => (cell ? <Rate cell={cell} /> : '—');

function Rate({ cell: { tone, rate, text, interval } }: { readonly cell: RateCell }): VNode {
  return (
    <span class="rate">
      <span class={`rate-bar ${tone}`} aria-hidden="true" style={{ '--share': String(rate) }} />
      <b>{text}</b> <small>{interval}</small>
    </span>
  );
}

function Verdicts({ quality }: QualityProps): VNode {
  return (
    <Section id="verdicts" title="Gate and confirmation">
      <Gate quality={quality} />
      <Blocks quality={quality} />
      <Hint>
        The 95 % interval of a found step holds the true one in {quality.coverage.map(heldText).join(', ')}.
      </Hint>
    </Section>
  );
}

function Gate({ quality: { gate } }: QualityProps): VNode {
  const rows = gate.map(({ effect, sigma, suspected }) => [
    truthText(effect, sigma),
    rateOf(rateCell(suspected, effect === 0 ? 'wrong' : 'right')),
  ]);
  return (
    <>
      <Hint>
        The gate suspects the newest of 50 ids that got slower; without a change: any suspect in a run.
      </Hint>
      <PlainTable
        label="The gate"
        class="rates narrow"
        columns={['True change', 'Suspected, %']}
        rows={rows}
      />
    </>
  );
}

function Blocks({ quality: { blocks } }: QualityProps): VNode {
  const names = Object.keys(blocks[0]?.verdicts ?? {});
  const rows = blocks.map(({ effect, sigma, verdicts, meanBlocks }) => [
    truthText(effect, sigma),
    ...names.map((name) => {
      const rate = verdicts[name];
      return rateOf(rate ? rateCell(rate, toneOf(name, effect)) : null);
    }),
    meanBlocks === null ? '—' : formatNumber(meanBlocks, 2),
  ]);
  return (
    <>
      <Hint>Two commits measured in turns, A B B A, until a verdict falls: verdicts in percent.</Hint>
      <PlainTable
        label="Paired blocks"
        class="rates"
        columns={['True change', ...names, 'Blocks']}
        rows={rows}
      />
    </>
  );
}

function heldText({ effect, after, covered }: Quality['coverage'][number]): string {
  const { text, interval } = rateCell(covered, 'right');
  return `${text} % (${interval}) for ${formatEffect(effect)} with ${after} runs after it`;
}

function truthText(effect: number, sigma: number): string {
  return `${effect === 0 ? 'none' : formatEffect(effect)}, noise ${formatNumber(100 * sigma, 1)}\u202f%`;
}

function Launches({ quality }: QualityProps): VNode | null {
  const { launches } = quality;
  if (launches.length === 0) return null;
  const files = [...new Set(launches.map(({ file }) => file))].join(', ');
  const most = Math.max(...launches.map(({ found }) => found.trials));
  return (
    <Section id="launches" title="Real launches">
      <Hint>
        Up to {most} trials on launches of one commit on real hardware ({files}), in percent with an alarm: as
        measured every alarm is false, with an effect it is right. The effect is in the last three launches,
        for gate and comparison in one, for blocks in the middle two of each four.
      </Hint>
      <Rates label="Real launches" corner="Judge" table={launchTable(quality)} />
    </Section>
  );
}
