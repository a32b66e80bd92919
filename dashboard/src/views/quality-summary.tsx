// The judge's page in short: its verdict, what the colours say, and what the names mean.
import type { VNode } from 'preact';
import { summaryOf } from '../model/quality.ts';
import type { Tone } from '../model/quality.ts';
import type { Quality } from '../quality.ts';
import { Explained } from '../ui/explained.tsx';
import { Section } from '../ui/section.tsx';

interface QualityProps {
  readonly quality: Quality;
}

/** Draws the section. */
export function QualitySummary({ quality }: QualityProps): VNode {
  const verdict = summaryOf(quality);
  return (
    <Section id="judge-summary" title="How often is the judge wrong?">
      {verdict === null ? null : (
        <p>
          <Explained>{verdict}</Explained>
        </p>
      )}
      <ul class="key">
        {Object.entries(toneNames).map(([tone, name]) => (
          <li key={tone}>
            <span class={`tone ${tone}`} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
      <details>
        <summary>What the names mean</summary>
        <Names quality={quality} />
      </details>
    </Section>
  );
}

const toneNames: { readonly [Name in Tone]: string } = {
  wrong: 'false alarms and wrong verdicts',
  right: 'steps found and right verdicts',
  open: 'no verdict',
};

// Only what the tables name.
function Names({ quality: { falseAlarms, launches } }: QualityProps): VNode {
  const used = new Set([
    ...falseAlarms.flatMap(({ detector, family }) => [detector, family]),
    ...launches.map(({ judge }) => judge),
  ]);
  return (
    <dl class="about">
      {Object.entries(meanings)
        .filter(([name]) => used.has(name))
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

const meanings: { readonly [name: string]: string } = {
  detect: 'the judge of this site, which takes the noise from the history alone',
  'detect, A/A': 'the same, told the noise by ten launches of one commit (bench aa)',
  't-test splits': 'splits the series by t-tests at p 0.001 and 2 %, as Hunter and Otava do',
  'rank-sum 3:20': 'rank-sum test of the newest three runs against the 20 before, p 0.01',
  'ratio 105 %': 'alarm when a run takes 5 % more than the one before',
  'ratio 110 %': 'alarm when a run takes 10 % more than the one before, as github-action-benchmark does',
  gaussian: 'independent normal noise of 1 %',
  t3: 'Student’s t with three degrees of freedom: heavy tails, now and then a run far off',
  spiky: 'normal noise, and one run in twenty slower by 5 to 30 %',
  'spiky pairs': 'very quiet, but for slow runs that come in twos',
  bimodal: 'two levels 3 % apart, taken at random',
  'ar1 0.3': 'each run keeps 0.3 of the deviation of the one before (autoregressive, first order)',
  'ar1 0.5': 'the same with 0.5',
  'ar1 0.7': 'the same with 0.7: long waves that look like levels',
  'random walk': 'the level wanders by 0.1 % a run',
  ticks: 'a quiet kernel on a coarse clock: one tick, now and then the next, 0.2 % more',
  lognormal: 'skewed towards slow runs',
  heteroscedastic: 'noise of 0.5 and 2 % in turns of twenty runs',
};
