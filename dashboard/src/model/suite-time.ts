// How long the newest whole run of a suite took, in a sentence.
import type { SiteSpeed } from '@kernel-ladder/schema';
import { formatEffect, formatTime } from '../format.ts';

/** The suite, and how long it takes; null where no whole run of one is recorded. */
export function suiteTime({ suites }: SiteSpeed): { readonly suite: string; readonly text: string } | null {
  const newest = suites
    .flatMap((suite) => ({ suite, last: suite.runs.at(-1) }))
    .toSorted((a, b) => (b.last?.run.startedAt ?? '').localeCompare(a.last?.run.startedAt ?? ''))[0];
  if (!newest?.last) return null;
  const { suite, last } = newest;
  const perId = suite.series.find(({ quantity }) => quantity === 'wallMsPerId');
  const change = perId?.changes.at(-1);
  const text = [
    `${formatTime(1e6 * last.wallMs)} for ${last.ids.toLocaleString('en')} ids`,
    `${formatTime((1e6 * last.wallMs) / last.ids)} each`,
    `the device at work for ${((100 * last.deviceMs) / last.wallMs).toFixed(0)}\u202f% of it`,
    ...(change ? [`${formatEffect(change.effect)} an id at the last change`] : []),
  ].join(', ');
  return { suite: `${suite.suite}${suite.peers ? ' with peers' : ''}`, text };
}
