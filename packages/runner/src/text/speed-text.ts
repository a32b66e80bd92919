// How long a suite took, in a line at the end of its run.
import type { SpeedQuantity, SpeedRun, SuiteSpeed } from '@kernel-ladder/schema';
import { digits, formatEffect, formatP, formatSeconds } from './format.ts';

const shownRuns = 5;

/** The newest run of a suite beside the five before it, and what is suspected of being slower than it was; empty where there is no suite. */
export function speedText(speed: SuiteSpeed | null): string {
  const newest = speed?.runs.at(-1);
  if (!speed || !newest) return '';
  const { wallMs, deviceMs, ids } = newest;
  const host = deviceMs < wallMs ? `, ${Math.round(100 * (1 - deviceMs / wallMs))} % of it the host’s` : '';
  const before = beforeText(speed.runs.slice(0, -1).slice(-shownRuns));
  const line = `${nameOf(speed)}: ${formatSeconds(wallMs)} for ${ids} ${ids === 1 ? 'id' : 'ids'}, ${digits(wallMs / ids / 1000, 2)} s each${host}${before}\n`;
  return line + suspectsText(speed);
}

/** `quick with peers`. */
function nameOf({ suite, peers }: SuiteSpeed): string {
  return `${suite}${peers ? ' with peers' : ''}`;
}

function beforeText(runs: readonly SpeedRun[]): string {
  const times = runs.map(({ wallMs }) => wallMs);
  const [least, most] = [Math.min(...times), Math.max(...times)].map(formatSeconds);
  if (runs.length === 0) return '';
  return runs.length === 1
    ? `; the run before took ${least}`
    : `; the ${runs.length} runs before took ${least} to ${most}`;
}

const words: { readonly [Quantity in SpeedQuantity]: string } = {
  wallMs: 'the whole suite',
  wallMsPerId: 'one id of the suite',
  hostShare: 'the host’s share',
};

function suspectsText({ series }: SuiteSpeed): string {
  return series
    .map(({ quantity, newest }) =>
      newest?.isSuspect
        ? `SUSPECT  ${words[quantity]}: ${formatEffect(newest.effect)} against the runs before (q ${formatP(newest.q)})\n`
        : '',
    )
    .join('');
}
