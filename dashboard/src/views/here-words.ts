// What the page of a run in the browser says, in sentences.
import { shortCommit, formatNumber, formatTime } from '../format.ts';
import type { Lack, Seen } from '../here/words.ts';
import { roughSeconds, secondsLeft } from '../model/here.ts';
import type { Going, HereState } from '../model/here.ts';
import type { Choice } from '../model/here-choice.ts';
import { counted } from '../ui/counted.ts';

/** Why nothing can run here, and what would. */
export function lackText({ why, message }: { readonly why: Lack; readonly message: string }): string {
  if (why === 'not-opened')
    return `The adapter of this browser did not open: ${message}. Load the page again; if it stays so, another browser may do better.`;
  if (why === 'no-adapter')
    return 'This browser has WebGPU and offers no adapter: its GPU, or the driver of it, is on the browser’s list of those that it does not use.';
  return globalThis.isSecureContext
    ? 'This browser has no WebGPU, so that nothing can run in it: current Chrome, Edge, Firefox and Safari have it on most systems.'
    : 'This page was not loaded over https, nor from this computer: browsers keep WebGPU from such pages.';
}

/** A duration for people, as in `about 40 s` or `about 3 min`. */
export function aboutSeconds(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`;
  return `about ${Math.round(seconds / 60)} min`;
}

/** What a choice is going to take. */
export function choiceText({ suite, ids, stray }: Choice, { name, software }: Seen): string {
  if (stray !== null) return `No id here matches “${stray}”.`;
  if (ids.length === 0) return 'Nothing is chosen: take a family, or other words.';
  const long = aboutSeconds(roughSeconds(ids.length, suite, software));
  return `${counted(ids.length, 'id')} of ${suite.name} on ${name}: roughly ${long.replace('about ', '')}.`;
}

/** Where a run stands, in one line. */
export function progressText({ seen, lack, going }: HereState): string {
  if (lack) return lackText(lack);
  if (!seen) return 'Looking at the adapter of this browser…';
  if (!going) return 'Ready.';
  if (going.ending) return endText(going);
  if (going.isStopping) return 'Stopping…';
  if (!going.begun) return 'Measuring the clock and the roofs of this device…';
  const left = secondsLeft(going);
  const rest = left === null ? '' : `, ${aboutSeconds(left)} left`;
  return `${going.results.length} of ${counted(going.ids.length, 'id')} done${failedText(going)}${rest}.`;
}

function failedText({ results }: Going): string {
  const failed = results.filter(({ status }) => status === 'failed').length;
  return failed > 0 ? `, ${failed} failed` : '';
}

const endings = {
  finished: 'Finished',
  stopped: 'Stopped',
  lost: 'The device was lost',
  failed: 'The run broke off',
} as const;

function endText({ ending, results, ids, beganMs, toldMs }: Going): string {
  const { how, message } = ending ?? { how: 'stopped', message: '' };
  const why = message === '' ? '' : ` (${message})`;
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const all = `${results.length} of ${counted(ids.length, 'id')}`;
  const spent = formatNumber((toldMs - beganMs) / 1000, 3);
  return `${endings[how]}${why}: ${all} in ${spent} s, ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped.`;
}

/** What is to be known of the clock and the adapter behind the times. */
export function clockTexts({ seen, going }: HereState): readonly string[] {
  if (!seen) return [];
  const timer = going?.begun?.machine.timer;
  return [
    ...(seen.software
      ? [
          'Software adapter: these kernels run on a CPU that imitates a GPU. Results prove correctness; times are not comparable.',
        ]
      : []),
    ...(seen.timestamps
      ? []
      : [
          'This browser offers no timestamp queries: every time is a slope between two lengths of batches on the wall clock, marked “host clock” and not comparable.',
        ]),
    ...(timer?.quantized
      ? [
          `This browser rounds the device’s timestamps to steps of ${formatTime(timer.tickNs)}: short kernels are timed in long batches, and their times are marked “quantized timestamps”.`,
        ]
      : []),
  ];
}

/** How the file of a run gets into a history. */
export function recordText({ commit: { dirty, sha }, ending }: Going): string {
  if (dirty)
    return `This site was built from uncommitted changes on ${shortCommit(sha)}: bench record refuses the file.`;
  const partial = ending?.how === 'finished' ? '' : ' --partial';
  return `pnpm bench record FILE${partial} adds it to a history, under a machine of its own.`;
}
