// The choice of a tuning table in words: the same on a terminal and on a page.
import type { Result, Tuned, TuningChoice } from './types.generated.ts';

/** `bm=128 bn=64`. */
export function choiceText(choice: TuningChoice): string {
  return Object.entries(choice)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}

/** `bm=128 bn=64, found 2026-11-23 for tuned m=4096,f32`: the choice and the entry of the table that it is of. */
export function tunedText({ rung, class: shapeClass, choice, at }: Tuned): string {
  return `${choiceText(choice)}, found ${at.slice(0, 10)} for ${rung} ${shapeClass}`;
}

/** What two results ran with, where that is not the same; null where it is. */
export function otherChoice(
  before: Pick<Result, 'tuned'> | undefined,
  after: Pick<Result, 'tuned'> | undefined,
): string | null {
  const [was, is] = [parametersOf(before), parametersOf(after)];
  return was === is ? null : `${was} → ${is}`;
}

function parametersOf(result: Pick<Result, 'tuned'> | undefined): string {
  return result?.tuned ? choiceText(result.tuned.choice) : 'usual parameters';
}
