// The judge's page in short: its verdict, what the colours say, and what the names mean.
import { el } from '../dom.ts';
import { summaryOf } from '../model/quality.ts';
import type { Tone } from '../model/quality.ts';
import type { Quality } from '../quality.ts';

/** Builds the section. */
export function qualitySummary(quality: Quality): HTMLElement {
  const verdict = summaryOf(quality);
  const tones = Object.entries(toneNames).map(([tone, name]) =>
    el('li', {}, el('span', { class: `tone ${tone}`, 'aria-hidden': 'true' }), name),
  );
  return el(
    'section',
    { id: 'judge-summary', 'aria-labelledby': 'judge-summary-title' },
    el('header', {}, el('h2', { id: 'judge-summary-title' }, 'How often is the judge wrong?')),
    ...(verdict === null ? [] : [el('p', {}, verdict)]),
    el('ul', { class: 'key' }, ...tones),
    el('details', {}, el('summary', {}, 'What the names mean'), key(quality)),
  );
}

const toneNames: { readonly [Name in Tone]: string } = {
  wrong: 'false alarms and wrong verdicts',
  right: 'steps found and right verdicts',
  open: 'no verdict',
};

// Only what the tables name.
function key({ falseAlarms, launches }: Quality): HTMLElement {
  const used = new Set([
    ...falseAlarms.flatMap(({ detector, family }) => [detector, family]),
    ...launches.map(({ judge }) => judge),
  ]);
  const terms = Object.entries(meanings)
    .filter(([name]) => used.has(name))
    .map(([name, text]) => el('div', {}, el('dt', {}, name), el('dd', {}, text)));
  return el('dl', { class: 'about' }, ...terms);
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
