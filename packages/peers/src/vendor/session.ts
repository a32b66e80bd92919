// The Python process that all rows share: started by the first of them, and anew after one has taken it along.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { GpuFault } from '@kernel-ladder/harness';
import type { Arrays, Given } from '@kernel-ladder/harness';
import { answerReader, BrokenAnswer } from './lines.ts';
import type { Answer } from './lines.ts';
import { watchMemory } from './memory.ts';
import type { MemoryWatch } from './memory.ts';
import { programs } from './python.ts';
import type { Python } from './python.ts';
import { openSharedFiles } from './shared-files.ts';
import type { CaseInputs, Placed, Shapes, SharedFiles } from './shared-files.ts';

/** What goes to the program, and what it is to come back with. */
export interface Request {
  readonly header: object;
  /** Of a case: whoever is given the same arrays next finds them there. */
  readonly inputs?: CaseInputs;
  /** For this request alone. */
  readonly arrays?: Arrays;
  /** The arrays that answer it; none when left out. */
  readonly wanted?: Shapes;
  /** Where their bytes go. */
  readonly memory?: NonNullable<Given['memory']>;
}

/** What the program answers. */
export interface Reply {
  readonly header: Answer['header'];
  readonly arrays: Arrays;
}

/** A running process. */
export interface Session {
  /** Asks one thing after another; throws what the program answers with, or how it ended. One that answers what nobody asked is ended. */
  readonly ask: (request: Request) => Promise<Reply>;
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
  /** Has a session import and compile what rows, as family/name, are going to ask for; what goes wrong shows when they do. */
  readonly ready: (rows: readonly string[]) => void;
  readonly close: () => void;
}

/** A host that starts its process when it is first asked for one. */
export function createHost(python: Python): Host {
  let current: Session | null = null;
  const session = () => {
    if (!current?.isOpen()) current = startSession(python);
    return current;
  };
  return {
    python,
    session,
    ready: (rows) => {
      const facts = python.facts();
      if (typeof facts === 'string' || facts.torch === null) return;
      session()
        .ask({ header: { verb: 'ready', rows } })
        .catch(() => {});
    },
    close: () => current?.close(),
  };
}

function startSession(python: Python): Session {
  const files = openSharedFiles();
  const program = startProgram(python, files);
  const { child, ended } = program;
  let isOpen = true;
  const close = () => {
    isOpen = false;
    child.kill('SIGKILL');
    // Its end is not told before all that it wrote has been read.
    child.stdout.destroy();
  };
  const memory = watchMemory({ pid: child.pid, device: python.device, sharedBytes: files.bytes }, close);
  void ended.then(() => {
    isOpen = false;
    memory.stop();
    files.close();
  });
  const exchange = exchangeWith({ ...program, files, memory, close, isOpen: () => isOpen });
  let last: Promise<unknown> = Promise.resolve();
  const ask: Session['ask'] = (request) => {
    const answer = last.then(() => exchange(request)).finally(() => isOpen && files.release());
    last = answer.catch(() => {});
    return answer;
  };
  return { ask, pid: child.pid, isOpen: () => isOpen, close };
}

interface Partner extends Program, Pick<Session, 'isOpen' | 'close'> {
  readonly files: SharedFiles;
  readonly memory: MemoryWatch;
}

// One question, and the answer to it: the number of the question comes back.
function exchangeWith({ child, ended, files, memory, isOpen, close }: Partner): Session['ask'] {
  const next = answerReader(child.stdout);
  let questions = 0;
  const fault = async (error: unknown): Promise<Error> => {
    if (error instanceof BrokenAnswer) close();
    const end = await within(patienceMs, { ended, close });
    return error instanceof BrokenAnswer ? error : new Error(memory.excess() ?? end);
  };
  return async ({ header, ...request }) => {
    if (!isOpen()) throw new Error(memory.excess() ?? (await ended));
    const question = ++questions;
    const { arrays, room } = await placed(files, request);
    memory.allowFor([...arrays, ...room].reduce((sum, { bytes }) => sum + bytes, 0));
    child.stdin.write(`${JSON.stringify({ ...header, question, arrays, room })}\n`);
    const answer = await next()
      .then((said) => expected(said, { question, room }))
      .catch(async (error: unknown) => {
        throw await fault(error);
      });
    if (answer.header['fatal'] === true) close();
    refuseFailure(answer);
    // Its files are closed once it has ended.
    if (!isOpen()) throw await fault(null);
    return { header: answer.header, arrays: await files.read(room, answer.listed, request.memory) };
  };
}

async function placed(files: SharedFiles, { inputs, arrays, wanted }: Omit<Request, 'header'>) {
  const held = inputs ? await files.hold(inputs) : [];
  const given = [...held, ...(arrays ? await files.lend(arrays) : [])];
  return { arrays: given, room: wanted ? files.room(wanted) : [] };
}

// An answer that comes late would be taken for that to the next question; one of more bytes than there is room for is no answer.
function expected(
  answer: Answer,
  { question, room }: { readonly question: number; readonly room: readonly Placed[] },
): Answer {
  const { header, listed } = answer;
  if (header['question'] !== question)
    throw new BrokenAnswer(
      `the Python program answers question ${String(header['question'])}, not ${question}`,
    );
  for (const { name, bytes } of listed) {
    const most = room.find((each) => each.name === name)?.bytes ?? 0;
    if (bytes > most)
      throw new BrokenAnswer(`the answer announces ${bytes} bytes, at most ${most} were asked for`);
  }
  return answer;
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

interface Piped extends ChildProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

interface Program {
  readonly child: Piped;
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

function startProgram(
  { command, args, device }: Python,
  { descriptors }: Pick<SharedFiles, 'descriptors'>,
): Program {
  const words = [...args, `${programs}main.py`, '--device', device, '--parent', String(process.pid)];
  // Its group is this process's own: whoever ends that ends both.
  // The first three are pipes.
  const child = spawn(command, words, {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
  }) as Piped;
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

function refuseFailure({ header: { ok, kind, message, trace } }: Answer): void {
  if (ok === true) return;
  const said = `${String(message)}\n${String(trace)}`;
  throw kind === 'out-of-memory' ? new GpuFault('out-of-memory', said) : new Error(said);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) || 'it said nothing';
}
