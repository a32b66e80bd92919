// The texts of the kernels behind results: a line a hash in a file beside the run, and packs of such lines beside the history.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { hashKernel, InvalidDocument, parseKernel, readJson } from '@kernel-ladder/schema';
import type { KernelText, Run } from '@kernel-ladder/schema';
import { filesIn, gather, readBytes, readText, reservedFolders } from '@kernel-ladder/schema/node';
import type { Gathered } from '@kernel-ladder/schema/node';
import { CommandFailure } from '../failure.ts';
import { keptIn, writeNew, writeWhole } from './files.ts';
import { writing } from './writing.ts';

const ending = '.kernels.ndjson';
const packEnding = '.ndjson.br';

/** Where the texts of a run's kernels lie. */
export function kernelFileOf(runFile: string): string {
  return `${runFile.replace(/\.json$/, '')}${ending}`;
}

/** Takes the texts of a run as they come. */
export interface KernelFile {
  /** Adds a text; one whose hash is there already costs nothing. */
  readonly append: (kernel: KernelText) => void;
}

/** Begins the file of a run's texts, or goes on with it where a run is resumed. */
export function openKernelFile(runFile: string, isResumed: boolean): KernelFile {
  const file = kernelFileOf(runFile);
  const known = new Map(isResumed ? readKernelFile(file).map((kernel) => [kernel.hash, kernel]) : []);
  // A process that was killed may have left half a line.
  if (known.size > 0) writeKernelFile(file, [...known.values()]);
  else rmSync(file, { force: true });
  return {
    append: (kernel) => {
      if (known.has(kernel.hash)) return;
      known.set(kernel.hash, kernel);
      // Appended and not written at the end: what has been measured keeps its text, whatever happens to this process.
      writing(file, () => appendFileSync(file, lineOf(kernel)), keptIn(runFile));
    },
  };
}

/** The texts beside a run file; none where there is no such file. A last line that was torn is dropped. Throws InvalidDocument. */
export function readRunKernels(runFile: string): readonly KernelText[] {
  return readKernelFile(kernelFileOf(runFile));
}

/** The texts of all runs in a folder of run files. */
export function readLocalKernels(folder: string): Gathered<KernelText> {
  const { values, faults } = gather(filesIn(folder, ending), readKernelFile);
  return { values: uniqueKernels(values.flat()), faults };
}

/** Writes the texts beside a run file; nothing where there is none. */
export function writeRunKernels(runFile: string, kernels: readonly KernelText[]): void {
  const file = kernelFileOf(runFile);
  if (kernels.length === 0) rmSync(file, { force: true });
  else writeKernelFile(file, uniqueKernels(kernels));
}

/** The texts that a history holds. */
export function readHistoryKernels(history: string): Gathered<KernelText> {
  const files = filesIn(join(history, reservedFolders.kernels), packEnding);
  const { values, faults } = gather(files, (file) => readLines(file, unpack(file)));
  return { values: uniqueKernels(values.flat()), faults };
}

/**
 * Adds the texts of a run's kernels to the history, as one pack, but those that it has already, which are `known` by their hashes;
 * returns the hashes of the others. Texts that no result of the run names are left out. Throws InvalidDocument where a text is not
 * that of its hash.
 */
export async function addKernelsToHistory(
  history: string,
  { run, kernels }: { readonly run: Run; readonly kernels: readonly KernelText[] },
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  const named = new Set(run.results.map(({ kernelHash }) => kernelHash));
  const fresh = uniqueKernels(kernels).filter(({ hash }) => named.has(hash) && !known.has(hash));
  for (const kernel of fresh) await refuseOtherText(kernel);
  if (fresh.length > 0) takePackName(history, run, fresh.map(lineOf).join(''));
  return fresh.map(({ hash }) => hash);
}

// Named by what is in it: packs of two histories never take each other's place, and a union of folders has all of them.
function takePackName(history: string, { run }: Run, text: string): void {
  const { sha, date } = run.commit;
  const content = createHash('sha256').update(text).digest('hex');
  const name = `${date.slice(0, 10)}-${sha.slice(0, 8)}-${content.slice(0, 16)}${packEnding}`;
  const file = join(history, reservedFolders.kernels, name);
  if (!writeNew(file, pack(text)) && !isPackOf(file, text))
    throw new CommandFailure(`${file} is in the way of these texts, and is no pack of them: move it away`);
}

// Another process may have been faster with the same texts; what lies there may also be something else.
function isPackOf(file: string, text: string): boolean {
  try {
    return unpack(file) === text;
  } catch (error) {
    if (error instanceof InvalidDocument) return false;
    throw error;
  }
}

async function refuseOtherText({ hash, passes }: KernelText): Promise<void> {
  const actual = await hashKernel(passes);
  if (actual !== hash)
    throw new InvalidDocument(`the text of kernel ${hash} has the hash ${actual}: it was changed since`);
}

function readKernelFile(file: string): readonly KernelText[] {
  return existsSync(file) ? readLines(file, readText(file)) : [];
}

function writeKernelFile(file: string, kernels: readonly KernelText[]): void {
  writeWhole(file, kernels.map(lineOf).join(''));
}

// What follows the last line end is empty, or was torn.
function readLines(file: string, text: string): readonly KernelText[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line, at) => {
    const place = `${basename(file)}:${at + 1}`;
    return parseKernel(place, readJson(place, line));
  });
}

function lineOf(kernel: KernelText): string {
  return `${JSON.stringify(kernel)}\n`;
}

function uniqueKernels(kernels: readonly KernelText[]): readonly KernelText[] {
  return [...new Map(kernels.map((kernel) => [kernel.hash, kernel])).values()];
}

// The kernels of a run are near copies of each other: within the largest window each costs little more than its difference.
function pack(text: string): Buffer {
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_WINDOW_BITS } = constants;
  const params = {
    [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS,
    [BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  };
  return brotliCompressSync(text, { params });
}

function unpack(file: string): string {
  const bytes = readBytes(file);
  try {
    return brotliDecompressSync(bytes).toString('utf8');
  } catch (error) {
    throw new InvalidDocument(
      `${basename(file)}: not Brotli: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
