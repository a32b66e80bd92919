// What an id's check says of itself, in words.
import type { Check } from '@kernel-ladder/schema';

/** The inputs that an id was right on, and how it was seen that its launches lean on none before; one line. */
export function checkLine({ seeds, worstErrorOverTolerance, carryOver }: Check): string {
  const error = `largest error ${Number(worstErrorOverTolerance.toPrecision(3))} of its bound`;
  const right = `right on seeds ${seeds.join(', ')}: ${error}`;
  if (!carryOver) return `${right}\n`;
  const { exact, refilled, poisonings, launches, ratio, costMs } = carryOver;
  const other = `${exact ? ', the second exact' : ''}${refilled === undefined ? '' : `, and on ${refilled}`}`;
  return (
    `${right}${other}; outputs and scratch overwritten ${poisonings} times while it was timed; ` +
    `${launches} launches more, those on overwritten buffers ${ratio} times as long as the others (${costMs} ms)\n`
  );
}
