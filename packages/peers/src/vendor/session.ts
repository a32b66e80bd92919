// The Python process that all rows share: started by the first of them, and anew after one has taken it along.
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { GpuFault } from '@kernel-ladder/harness';
import type { Arrays } from '@kernel-ladder/harness';
import { BrokenFrame, frameReader, writeFrame } from './frames.ts';
import type { Frame } from './frames.ts';
import { watchMemory } from './memory.ts';
import { programs } from './python.ts';
import type { Python } from './python.ts';

/** What goes to the program, and how much may come back. */
export interface Request {
  readonly header: object;
  readonly arrays?: Arrays;
  /** Most bytes of the arrays that answer it; none when left out. */
  readonly mostBytes?: number;
}

/** A running process. */
export interface Session {
  /** Asks one thing after another; throws what the program answers with, or how it ended. One that answers what nobody asked is ended. */
  readonly ask: (request: Request) => Promise<Frame>;
  readonly pid: number | undefined;
  /** Whether it still answers. */
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** A host of sessions: one at a time. */
export interface Host {
  readonly python: Python;
  /** The running session, or a fresh one. */
  readonly session: () => Session;
  readonly close: () => void;
}

/** A host that starts its process when it is first asked for one. */
export function createHost(python: Python): Host {
  let current: Session | null = null;
  return {
    python,
    session: () => {
      if (!current?.isOpen()) current = startSession(python);
      return current;
    },
    close: () => current?.close(),
  };
}

function startSession(python: Python): Session {
  const { child, ended } = startProgram(python);
  let isOpen = true;
  void ended.then(() => (isOpen = false));
  const close = () => {
    isOpen = false;
    child.kill('SIGKILL');
    // Its end is not told before all that it wrote has been read.
    child.stdout.destroy();
  };
  const memory = watchMemory({ pid: child.pid, device: python.device }, close);
  void ended.then(memory.stop);
  const read = frameReader(child.stdout);
  const exchange = async ({ header, arrays = {}, mostBytes = 0 }: Request): Promise<Frame> => {
    if (!isOpen) throw new Error(memory.excess() ?? (await ended));
    memory.allowFor(arrays, mostBytes);
    writeFrame(child.stdin, header, arrays);
    const frame = await read(mostBytes).catch(async (fault: unknown) => {
      if (fault instanceof BrokenFrame) close();
      const end = await within(patienceMs, { ended, close });
      throw fault instanceof BrokenFrame ? fault : new Error(memory.excess() ?? end);
    });
    if (frame.header['fatal'] === true) close();
    return accepted(frame);
  };
  let last: Promise<unknown> = Promise.resolve();
  const ask: Session['ask'] = (request) => {
    const answer = last.then(() => exchange(request));
    last = answer.catch(() => {});
    return answer;
  };
  return { ask, pid: child.pid, isOpen: () => isOpen, close };
}

// A process that has closed its pipe is about to end, unless it lingers.
const patienceMs = 2000;

async function within(
  ms: number,
  { ended, close }: Pick<Program, 'ended'> & { readonly close: () => void },
): Promise<string> {
  const timer = setTimeout(close, ms);
  return ended.finally(() => clearTimeout(timer));
}

interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** How it ended, in words. */
  readonly ended: Promise<string>;
}

const keptErrors = 4000;

// TF32 has variables of its own, which outdo what a program says to torch: images of NVIDIA come with the latter set.
const environment = {
  PYTHONDONTWRITEBYTECODE: '1',
  NVIDIA_TF32_OVERRIDE: '0',
  TORCH_ALLOW_TF32_CUBLAS_OVERRIDE: '0',
};

function startProgram({ command, args, device }: Python): Program {
  const words = [...args, `${programs}main.py`, '--device', device, '--parent', String(process.pid)];
  // Its group is this process's own: whoever ends that ends both.
  const child = spawn(command, words, { env: { ...process.env, ...environment } });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-keptErrors);
  });
  // A process that has died closes its input: its end says why.
  child.stdin.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) =>
      resolve(`${command} ended by ${signal ?? `exit code ${code}`}: ${lastLine(errors)}`),
    );
  });
  return { child, ended };
}

function accepted(frame: Frame): Frame {
  const { ok, kind, message, trace } = frame.header;
  if (ok === true) return frame;
  const said = `${String(message)}\n${String(trace)}`;
  throw kind === 'out-of-memory' ? new GpuFault('out-of-memory', said) : new Error(said);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) || 'it said nothing';
}
