// From a line of the final text back to the line of the file that somebody wrote.
import { GpuFault } from '@kernel-ladder/gpu';
import { importLine } from './wgsl.ts';
import type { Wgsl, WgslLoader } from './wgsl.ts';

/** One line of a file; lines begin at 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * Of each line of a shader's final text where it was written; null for lines of directives that a launch puts in front.
 * Constants are set within their lines. Null where lines are not those of a file: generated text, and text with edits.
 */
export function placesOf(source: Wgsl, load: WgslLoader): readonly (Place | null)[] | null {
  if ('text' in source || (source.edits ?? []).length > 0) return null;
  const placed = new Set<string>();
  const place = (file: string): readonly Place[] => {
    placed.add(file);
    return load(file)
      .split('\n')
      .flatMap((text, index) => {
        const [, wanted] = new RegExp(importLine.source).exec(text) ?? [];
        const own = [{ file, line: index + 1 }];
        return wanted === undefined || placed.has(wanted) ? own : trimmed(place(wanted), load);
      });
  };
  return [...source.enables.map(() => null), ...place(source.file)];
}

/** The compiler's words about a final text, said of the file that the line was written in. Other errors stay what they are. */
export function inSource(error: unknown, source: Wgsl, load: WgslLoader): unknown {
  if (!(error instanceof GpuFault) || !error.compiler) return error;
  const { line, column, text } = error.compiler;
  const place = placesOf(source, load)?.[line - 1];
  if (!place) return error;
  return new GpuFault(error.code, `${place.file}:${place.line}:${column}: ${text}`, error.compiler);
}

// An imported text ends with its last line that is not blank.
function trimmed(places: readonly Place[], load: WgslLoader): readonly Place[] {
  const last = places.findLastIndex(
    ({ file, line }) => (load(file).split('\n')[line - 1] ?? '').trim() !== '',
  );
  return places.slice(0, last + 1);
}
