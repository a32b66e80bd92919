// Where in the sources a finding is: the file of the kernel that it is about, at its entry point or at the compiler's line.
import { parseId } from '@kernel-ladder/schema';
import type { Confirmed, ConfirmedFailure } from '@kernel-ladder/schema';
import type { Annotation } from '../api/checks.ts';
import type { Artifact } from '../artifact/read.ts';
import { plain } from '../comment/text.ts';
import { effectText } from '../comment/tables.ts';

/** A finding that wants a place. */
interface Finding {
  readonly id: string;
  readonly level: Annotation['annotation_level'];
  readonly message: string;
}

/** The text of a file in the pull request; null where it has none. */
export type SourceOf = (path: string) => Promise<string | null>;

const mostAnnotations = 100;

/** Where sources are looked for. */
export interface Sources {
  readonly sourceOf: SourceOf;
  /** How paths of families begin, up to the family's name. */
  readonly folders: readonly string[];
}

/** The annotations of a run; a finding whose file the pull request does not have gets none. */
export async function annotationsOf(
  { confirmed, run, kernels }: Artifact,
  { sourceOf, folders }: Sources,
): Promise<readonly Annotation[]> {
  const files = new Map(kernels.map(({ hash, passes }) => [hash, passes.map(({ file }) => file)]));
  const results = new Map(run.results.map((result) => [result.id, result]));
  const placed: Annotation[] = [];
  for (const finding of findingsOf(confirmed).slice(0, mostAnnotations)) {
    const own = files.get(results.get(finding.id)?.kernelHash ?? '') ?? [];
    const found = await firstSource(pathsOf(finding, own, folders), sourceOf);
    if (found) placed.push(annotationAt(finding, found));
  }
  return placed;
}

function findingsOf({ compared, newlyFailing, failedOnce, suspects }: Confirmed): readonly Finding[] {
  const failing =
    (level: Finding['level'], word: string) =>
    ({ id, reason }: ConfirmedFailure) => ({
      id,
      level,
      message: `${word}: ${reason.code}: ${reason.message}`,
    });
  const slower = compared.filter(({ verdict }) => verdict === 'REGRESSED');
  return [
    ...newlyFailing.map(failing('failure', 'newly failing')),
    ...slower.map((row) => ({
      id: row.id,
      level: 'failure' as const,
      message: `REGRESSED: ${effectText(row)}`,
    })),
    ...suspects.map((id) => ({ id, level: 'warning' as const, message: 'SUSPECT, not confirmed in turns' })),
    ...failedOnce.map(failing('warning', 'failed once, and passed when launched again')),
  ];
}

// Names of files come from a stranger's run: they are looked for in one folder only.
const fileForm = /^[\w-]+(?:[./][\w-]+)*$/;

function pathsOf(
  { id, message }: Finding,
  own: readonly string[],
  folders: readonly string[],
): readonly string[] {
  const { family, variant } = parseId(id);
  if (!/^[a-z0-9-]+$/.test(family)) return [];
  const named = compilerPlace(message)?.file;
  const guessed = [`${variant}.wgsl`, `${variant}.wgsl.ts`];
  const names = [...new Set([...(named === undefined ? [] : [named]), ...own, ...guessed])].filter(
    (file) => fileForm.test(file) && file.length < 200,
  );
  return folders.flatMap((folder) => names.map((name) => `${folder}${family}/src/kernels/${name}`));
}

interface Found {
  readonly path: string;
  readonly text: string;
}

async function firstSource(paths: readonly string[], sourceOf: SourceOf): Promise<Found | null> {
  for (const path of paths) {
    const text = await sourceOf(path);
    if (text !== null) return { path, text };
  }
  return null;
}

function annotationAt({ id, level, message }: Finding, { path, text }: Found): Annotation {
  const lines = text.split('\n');
  const said = compilerPlace(message);
  const isHere = said !== null && path.endsWith(`/${said.file}`) && said.line <= lines.length;
  const line = isHere ? said.line : entryLine(lines);
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level: level,
    title: plain(id, 250),
    message: plain(message),
  };
}

// `invalid.wgsl:9:19: unresolved value`.
function compilerPlace(message: string): { readonly file: string; readonly line: number } | null {
  const [, file, line] = /(?:^|\s)([\w./-]+\.wgsl(?:\.ts)?):(\d{1,6}):\d+/.exec(message) ?? [];
  return file !== undefined && Number(line) > 0 ? { file, line: Number(line) } : null;
}

function entryLine(lines: readonly string[]): number {
  const at = lines.findIndex((line) => /\bfn main\b/.test(line));
  return Math.max(at, 0) + 1;
}
