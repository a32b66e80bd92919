// What a subcommand of `bench` is.
import type { ExitCode } from './failure.ts';
import type { FlagTable, Given } from './flags.ts';
import type { Io } from './io.ts';

/** One subcommand. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly flags: FlagTable;
  readonly execute: (given: Given, io: Io) => Promise<ExitCode>;
}
