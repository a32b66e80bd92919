// `bench show [ID] --hash H`: the text of a kernel as it ran at some commit.
import { join } from 'node:path';
import type { KernelText, Run } from '@kernel-ladder/schema';
import { CommandFailure, exitCodes } from '../failure.ts';
import { readSourcedRuns } from '../files/history.ts';
import { readHistoryKernels, readLocalKernels } from '../files/kernels.ts';
import type { ExitCode } from '../failure.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { columnsText } from '../text/format.ts';

/** Prints it; starts no family. */
export function showKernel({ flags, positionals }: Given, io: Io): ExitCode {
  const [id, ...rest] = positionals;
  const hash = flags['hash'];
  if (typeof hash !== 'string' || rest.length > 0)
    throw new CommandFailure(
      'show takes one id at most beside --hash: bench show reduce/subgroup/n=65536,f32 --hash 0123',
    );
  const kernel = findKernel(io, { hash, id });
  io.out(flags['json'] === true ? `${JSON.stringify(kernel, null, 2)}\n` : kernelPage(kernel));
  return exitCodes.passed;
}

// The beginning of a hash, and the id that ran the kernel where one is given.
interface KernelQuestion {
  readonly hash: string;
  readonly id: string | undefined;
}

// Throws with what there is instead.
function findKernel(io: Io, { hash, id }: KernelQuestion): KernelText {
  const [history, results] = [join(io.root, 'dashboard', 'history'), join(io.root, 'results')];
  const stored = [readHistoryKernels(history), readLocalKernels(results)];
  const texts = new Map(stored.flatMap(({ values }) => values.map((kernel) => [kernel.hash, kernel])));
  const sources = readSourcedRuns({ history, results });
  for (const fault of [...stored.flatMap(({ faults }) => faults), ...sources.faults])
    io.err(`left out: ${fault}\n`);
  const ran = ranBy(
    sources.runs.map(({ run }) => run),
    id,
  );
  const known = id === undefined ? new Set([...texts.keys(), ...ran.keys()]) : new Set(ran.keys());
  const [one, ...others] = [...known].filter((each) => each.startsWith(hash));
  if (one === undefined) throw new CommandFailure(nothingFound({ hash, id }, ran, texts));
  if (others.length > 0)
    throw new CommandFailure(`${hash} begins several kernels: ${[one, ...others].join(', ')}`);
  const kernel = texts.get(one);
  if (kernel) return kernel;
  throw new CommandFailure(
    `the text of kernel ${one} was not recorded: it ran at commit ${ran.get(one) ?? 'unknown'}, check that out`,
    exitCodes.failed,
  );
}

function kernelPage({ hash, passes }: KernelText): string {
  const texts = passes.map(({ file, text, bindings, workgroups }, index) => {
    const names = bindings.map((bound) =>
      typeof bound === 'string' ? bound : `${bound.buffer}[${bound.offset}, +${bound.bytes} B]`,
    );
    const title = `── pass ${index + 1}/${passes.length}: ${file}, ${workgroups.join(' × ')} workgroups`;
    return `${title}\n   binds ${names.join(', ')}\n${text.trimEnd()}\n`;
  });
  return `kernel ${hash}\n\n${texts.join('\n')}`;
}

// By hash the last commit that ran it.
function ranBy(runs: readonly Run[], id: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    runs.flatMap(({ run, results }) =>
      results.flatMap(({ id: own, kernelHash }): readonly (readonly [string, string])[] =>
        kernelHash === undefined || (id !== undefined && own !== id)
          ? []
          : [[kernelHash, run.commit.sha.slice(0, 8)]],
      ),
    ),
  );
}

function nothingFound(
  { hash, id }: KernelQuestion,
  ran: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, KernelText>,
): string {
  if (id === undefined) return `no recorded kernel has a hash that begins ${hash}`;
  if (ran.size === 0) return `${id} has no recorded kernel: give an id that has run`;
  const rows = [...ran].map(([each, commit]) => [each, commit, texts.has(each) ? 'yes' : 'not recorded']);
  return `${id} never ran a kernel ${hash}; it ran:\n${columnsText(['hash', 'commit', 'text'], rows).trimEnd()}`;
}
