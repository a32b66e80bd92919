// The end of a trend over a long history, as an address asks for it.
import type { SiteMachine } from '@kernel-ladder/schema';

/** What is said of a wish for a run that the machine has not. */
export function untilNotes({ runs }: Pick<SiteMachine, 'runs'>, until: string | null): readonly string[] {
  const isThere = until === null || (/^[1-9]\d*$/.test(until) && Number(until) <= runs);
  return isThere ? [] : [`No run “${until}” of ${runs} to end the trend at; showing the newest.`];
}
