// What is going on, on one line that rewrites itself; line by line where there is no terminal.
import type { Phase, Result } from '@kernel-ladder/schema';
import { formatNs } from './format.ts';
import type { Io } from '../io.ts';

/** Tells the user about ids as they go by. */
export interface Progress {
  /** What an id is at; `process` tells those apart that are at work side by side. */
  readonly phase: (id: string, phase: Phase, share: number, process?: number) => void;
  /** A process has nothing more to tell of. */
  readonly leave: (process: number) => void;
  readonly finished: (result: Result) => void;
  readonly end: () => void;
}

const barWidth = 20;

/** A progress display for `total` ids; `quiet` shows nothing. */
export function createProgress(io: Io, total: number, quiet: boolean): Progress {
  if (quiet) return { phase: () => {}, leave: () => {}, finished: () => {}, end: () => {} };
  return io.isTerminal ? liveLine(io, total) : plainLines(io, total);
}

function liveLine(io: Io, total: number): Progress {
  let done = 0;
  return {
    phase: (id, phase, share) =>
      io.redraw(`${bar(done / total)} ${done + 1}/${total} ${id}  ${phase} ${Math.round(100 * share)} %`),
    leave: () => {},
    finished: (result) => {
      done++;
      if (result.status === 'failed') io.redraw(`✗ ${result.id}: ${result.reason?.message}\n`);
      io.redraw(`${bar(done / total)} ${done}/${total} ${result.id}`);
    },
    end: () => io.redraw(''),
  };
}

function plainLines(io: Io, total: number): Progress {
  let done = 0;
  return {
    phase: () => {},
    leave: () => {},
    finished: (result) => {
      const outcome = result.timing
        ? formatNs(result.timing.medianNs)
        : `${result.status} ${result.reason?.code ?? ''}`;
      io.err(`${++done}/${total} ${result.id}  ${outcome}\n`);
    },
    end: () => {},
  };
}

function bar(share: number): string {
  const filled = Math.round(barWidth * Math.min(1, share));
  return `▕${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}▏`;
}
