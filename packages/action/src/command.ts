// Starts the workspace's commands, with their output in the log.
import { spawn } from 'node:child_process';
import { commandEnvironment } from './workspace.ts';
import type { Workspace } from './workspace.ts';

/** How a command ended. */
export interface Ended {
  readonly code: number;
  /** The last line that it said to people. */
  readonly lastWords: string;
}

const keptOutput = 4000;

/** Runs one command of pnpm in the workspace. A signal to the action is handed on, so that `bench` keeps what it has measured. */
export function startPnpm({ root, pnpm }: Workspace, args: readonly string[]): Promise<Ended> {
  const [program = '', ...words] = [...pnpm, ...args];
  const child = spawn(program, words, {
    cwd: root,
    env: commandEnvironment(process.env),
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const handOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, handOn);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    said = (said + text).slice(-keptOutput);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM'] as const) process.off(each, handOn);
      resolve({ code: code ?? 1, lastWords: signal ?? lastLine(said) });
    });
  });
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
