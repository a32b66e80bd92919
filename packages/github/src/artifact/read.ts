// What a GPU job left, believed to be numbers and names and nothing else.
import { InvalidDocument, parseConfirmed, parseKernel, readJson, validateRun } from '@kernel-ladder/schema';
import type { Confirmed, KernelText, Run } from '@kernel-ladder/schema';
import { parseRunBytes } from '@kernel-ladder/schema/node';
import { readZip, RefusedArtifact } from './zip.ts';

/** The three files of an artifact. */
export interface Artifact {
  readonly confirmed: Confirmed;
  readonly run: Run;
  /** Texts of the run's kernels; empty where none came along. */
  readonly kernels: readonly KernelText[];
}

const megabyte = 1_000_000;

/** Bytes at most of the whole zip, and of each file in it. */
export const limits = {
  zip: 40 * megabyte,
  files: { 'confirmed.json': 20 * megabyte, 'run.json': 40 * megabyte, 'run.kernels.ndjson': 40 * megabyte },
} as const;

/** Results and kernels at most: a hundred times what the largest suite has. */
const mostRows = 20_000;

/** Reads a zip. Throws RefusedArtifact with a sentence on what is wrong. */
export async function readArtifact(zip: Buffer): Promise<Artifact> {
  if (zip.length > limits.zip) throw new RefusedArtifact(`more than ${limits.zip} bytes`);
  const files = await readZip(zip, limits.files);
  try {
    const confirmed = parseConfirmed('confirmed.json', jsonOf(files, 'confirmed.json'));
    const run = validateRun('run.json', parseRunBytes('run.json', bytesOf(files, 'run.json')));
    refuseMany('results', run.results.length);
    refuseContradiction(confirmed, run);
    return { confirmed, run, kernels: kernelsOf(files.get('run.kernels.ndjson')) };
  } catch (error) {
    if (error instanceof InvalidDocument) throw new RefusedArtifact(error.message);
    throw error;
  }
}

function bytesOf(files: ReadonlyMap<string, Buffer>, name: string): Buffer {
  const bytes = files.get(name);
  if (!bytes) throw new RefusedArtifact(`no ${name} in it`);
  return bytes;
}

function jsonOf(files: ReadonlyMap<string, Buffer>, name: string): unknown {
  return readJson(name, bytesOf(files, name).toString('utf8'));
}

function refuseMany(what: string, count: number): void {
  if (count > mostRows) throw new RefusedArtifact(`${count} ${what}, not ${mostRows} at most`);
}

function refuseContradiction({ head, machine }: Confirmed, { run, machine: { key } }: Run): void {
  if (head !== run.commit.sha)
    throw new RefusedArtifact(`run.json is of ${run.commit.sha}, confirmed.json of ${head}`);
  if (machine.key !== key)
    throw new RefusedArtifact(`run.json is of ${key}, confirmed.json of ${machine.key}`);
}

function kernelsOf(bytes: Buffer | undefined): readonly KernelText[] {
  const lines = (bytes?.toString('utf8') ?? '').split('\n').filter((line) => line !== '');
  refuseMany('kernels', lines.length);
  return lines.map((line, at) => {
    const place = `run.kernels.ndjson: line ${at + 1}`;
    return parseKernel(place, readJson(place, line));
  });
}
