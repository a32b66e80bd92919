// The border over which all text leaves. What files, families, adapters and git say may hold anything: here it becomes
// something to read, never something that a terminal, a log or a page obeys.
import type { Io } from './io.ts';

// Controls and what no eye sees: escapes, C1, overrides of the direction, other line ends, halves of characters.
const unseen = /\r(?!\n)|(?![\r\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// What GitHub takes for commands: two colons at the start of a line, and the older form anywhere in it.
const colonCommand = /^([^\S\n]*):(?=:)/gm;
const bracketCommand = /##(?=\[)/g;

/** Text that nothing obeys: controls stand as `\u001b`. In JSON that means the same character, so that JSON stays what it is. */
export function visible(text: string): string {
  return text
    .replace(unseen, written)
    .replace(colonCommand, `$1${written(':')}`)
    .replace(bracketCommand, `#${written('#')}`);
}

function written(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}

/** An Io over which only visible text leaves. */
export function guarded(io: Io): Io {
  return {
    ...io,
    out: (text) => io.out(visible(text)),
    err: (text) => io.err(visible(text)),
    redraw: (text) => io.redraw(visible(text)),
  };
}
