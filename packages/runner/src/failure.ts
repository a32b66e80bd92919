// Ends a command with a message and an exit code.
import { closest } from 'fastest-levenshtein';

/** The exit codes of `bench`. */
export const exitCodes = { passed: 0, failed: 1, usage: 2, noAdapter: 3, interrupted: 130 } as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command cannot go on; the message is for the user and says what to do. */
export class CommandFailure extends Error {
  override name = 'CommandFailure' as const;
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** `unknown suite "quik"; did you mean "quick"?`, or all there is when nothing is near. */
export function unknown(what: string, text: string, known: readonly string[]): CommandFailure {
  if (known.length === 0) return new CommandFailure(`unknown ${what} "${text}"; there is none`);
  return new CommandFailure(`unknown ${what} "${text}"; did you mean "${closest(text, [...known])}"?`);
}
