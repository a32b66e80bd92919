// Signs of life of a block that takes long.

/** What is under way: launches of ids that have ended in this block, of how many. */
export interface Beat {
  readonly block: number;
  readonly family: string;
  readonly launched: number;
  readonly total: number;
}

/** Says how far a block is, once in `everyMs`; `now` gives milliseconds. */
export function createPulse(
  say: (text: string) => void,
  now: () => number = () => performance.now(),
  everyMs = 30_000,
): (beat: Beat) => void {
  let saidAt = now();
  return ({ block, family, launched, total }) => {
    if (now() - saidAt < everyMs) return;
    saidAt = now();
    say(`block ${block}: ${launched} of ${total} launches, ${family}\n`);
  };
}
