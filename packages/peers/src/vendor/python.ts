// Which Python runs the vendor's libraries, and what it has: asked once a process, without importing torch.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DeviceFacts, Skip } from '@kernel-ladder/harness';

/** What a Python could run; null is what it has not. */
export interface PythonFacts {
  readonly python: string;
  readonly torch: string | null;
  /** The CUDA that torch was built for. */
  readonly cuda: string | null;
  readonly devices: number;
  readonly driver: string | null;
  readonly triton: string | null;
  /** The release of nvcc. */
  readonly nvcc: string | null;
  readonly cublas: string | null;
  readonly cudnn: string | null;
  readonly nccl: string | null;
}

/** A Python, and the device that it is to use. */
export interface Python {
  readonly command: string;
  /** Words before the program, such as an interpreter's own options. */
  readonly args: readonly string[];
  /** `cpu` proves protocol and oracle where there is no CUDA device; its times mean nothing. */
  readonly device: 'cuda' | 'cpu';
  /** What it has, or why it cannot be asked. */
  readonly facts: () => PythonFacts | string;
}

/** Folder of the Python program. */
export const programs = fileURLToPath(new URL('../../python/', import.meta.url));

// It imports nothing that takes long: a second, where the disk is slow.
const longestProbeMs = 8000;

/** A Python by its command line; its facts are found at the first question, which is given up after `patienceMs`. */
export function pythonAt(
  [command = 'python3', ...args]: readonly string[],
  device: Python['device'],
  patienceMs = longestProbeMs,
): Python {
  let found: PythonFacts | string | undefined;
  return { command, args, device, facts: () => (found ??= probe(command, args, patienceMs)) };
}

/** The Python of this host: the variable KERNEL_LADDER_PYTHON names another one than `python3`. */
export function hostPython(env: { readonly [name: string]: string | undefined }): Python {
  return pythonAt([env['KERNEL_LADDER_PYTHON'] ?? 'python3'], 'cuda');
}

function probe(command: string, args: readonly string[], patienceMs: number): PythonFacts | string {
  const said = spawnSync(command, [...args, `${programs}probe.py`], {
    encoding: 'utf8',
    timeout: patienceMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (said.error && 'code' in said.error && said.error.code === 'ETIMEDOUT')
    return `${command} probe.py said nothing within ${patienceMs / 1000} s`;
  if (said.error) return `${command}: ${said.error.message}`;
  if (said.status !== 0)
    return `${command} probe.py: ${said.stderr.trim().split('\n').at(-1) || said.signal}`;
  return factsOf(said.stdout) ?? `${command} probe.py said ${JSON.stringify(said.stdout.slice(0, 200))}`;
}

const named = ['torch', 'cuda', 'driver', 'triton', 'nvcc', 'cublas', 'cudnn', 'nccl'] as const;

// Null where the words are not those of the program beside this file.
function factsOf(said: string): PythonFacts | null {
  try {
    const facts = JSON.parse(said) as PythonFacts;
    const isWhole = named.every((name) => facts[name] === null || typeof facts[name] === 'string');
    return isWhole && typeof facts.python === 'string' && typeof facts.devices === 'number' ? facts : null;
  } catch {
    return null;
  }
}

/** A library that a row cannot do without. */
export type Needs = 'torch' | 'triton' | 'nvcc';

/** Why a row cannot run here, with what would change that; null where it can. */
export function refuse(python: Python, needs: Needs, device: DeviceFacts): Skip | null {
  if (python.device === 'cuda' && device.software)
    return missing(
      'cuda',
      `the vendor's libraries stand beside kernels on an NVIDIA device, not on ${device.name}`,
    );
  const facts = python.facts();
  if (typeof facts === 'string')
    return missing('python', `${facts}: install Python 3 with torch, or name one in KERNEL_LADDER_PYTHON`);
  return refuseTorch(python, facts) ?? refuseLibrary(facts, needs);
}

function refuseTorch({ command, device }: Python, facts: PythonFacts): Skip | null {
  const asked = `${command} -c 'import torch'`;
  if (facts.torch === null)
    return missing(
      'torch',
      `${asked}: no module named torch in Python ${facts.python}; install PyTorch with CUDA, or name a Python that has it in KERNEL_LADDER_PYTHON`,
    );
  if (device === 'cpu') return null;
  if (facts.cuda === null)
    return missing('cuda', `${asked}: torch ${facts.torch} was built without CUDA; install a build with it`);
  if (facts.devices === 0)
    return missing('cuda', `${asked}: torch ${facts.torch} is there, but the NVIDIA driver offers no device`);
  return null;
}

const remedies: { readonly [Name in Needs]: string } = {
  torch: 'install PyTorch with CUDA',
  triton: "python3 -c 'import triton' finds none: PyTorch for Linux brings it",
  nvcc: 'nvcc is not on the path: install the CUDA Toolkit, whose CUB it compiles',
};

function refuseLibrary(facts: PythonFacts, needs: Needs): Skip | null {
  return facts[needs] === null ? missing(needs, remedies[needs]) : null;
}

function missing(code: string, message: string): Skip {
  return { skip: { code: `missing:${code}`, message } };
}
