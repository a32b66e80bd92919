// What a command may touch of the world; tests pass their own.
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { exitCodes } from './failure.ts';

/** The outside of a command. */
export interface Io {
  /** The workspace: packages, suites, results and history are found under it. */
  readonly root: string;
  /** The user's directory: paths in arguments are relative to it. */
  readonly cwd: string;
  /** All of standard input, for the file name `-`. */
  readonly stdin: () => Promise<string>;
  /** Machine output. */
  readonly out: (text: string) => void;
  /** Human output. */
  readonly err: (text: string) => void;
  /** Human output that takes the place of the terminal's current line. */
  readonly redraw: (text: string) => void;
  readonly env: { readonly [name: string]: string | undefined };
  /** A terminal that understands colour and rewriting a line. */
  readonly isTerminal: boolean;
  /** Aborted when the user interrupts. */
  readonly interrupt: AbortSignal;
  /**
   * Does long work that leaves nothing behind but what the next try clears. A signal ends the process in the midst of it: while code computes no handler runs,
   * and the signal would wait.
   */
  readonly mortally: <Answer>(work: () => Answer | Promise<Answer>) => Promise<Answer>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The real process. A second interrupt ends it at once. */
export function processIo(): Io {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  const listen = () => signals.forEach((signal) => process.on(signal, stop));
  listen();
  // Whoever read the output has gone (`bench list | head`): what is still running is ended, its results are kept.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => controller.abort());
  process.stdout.on('error', sayWhatIsLost);
  return {
    root: fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, ''),
    // pnpm starts scripts in the package; the user's own directory is in INIT_CWD.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    stdin: () => text(process.stdin),
    out: (words) => process.stdout.write(words),
    err: (words) => process.stderr.write(words),
    redraw: (words) => process.stderr.write(`\r\u001B[2K${words}`),
    env: process.env,
    isTerminal: process.stderr.isTTY === true && !process.env['CI'] && !process.env['NO_COLOR'],
    interrupt: controller.signal,
    mortally: async (work) => {
      for (const signal of signals) process.off(signal, stop);
      try {
        return await work();
      } finally {
        listen();
      }
    },
  };
}

// A reader that has gone wanted no more. Else what was to be kept is not: a disk is full.
function sayWhatIsLost(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`bench: standard output cannot be written: ${error.message}\n`);
  process.once('exit', () => {
    process.exitCode = exitCodes.failed;
  });
}
