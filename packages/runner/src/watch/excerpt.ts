// The lines around the place that a compiler names, with the column marked.
import { existsSync, readFileSync } from 'node:fs';

const around = 2;

/** Splits `naive.wgsl:12:7: unresolved value 'x'`; null where a message names no such place. */
export function placeIn(
  message: string,
): { readonly file: string; readonly line: number; readonly column: number } | null {
  const [, file, line, column] = /^(\S+\.wgsl):(\d+):(\d+): /.exec(message) ?? [];
  return file === undefined ? null : { file, line: Number(line), column: Number(column) };
}

/** The source around a place, each line with its number; empty where there is no such file. */
export function excerpt(path: string, line: number, column: number): string {
  if (!existsSync(path)) return '';
  const lines = readFileSync(path, 'utf8').split('\n');
  const first = Math.max(1, line - around);
  const width = String(line + around).length;
  return lines
    .slice(first - 1, line + around)
    .flatMap((text, index) => {
      const number = first + index;
      const shown = `  ${String(number).padStart(width)} │ ${text}`.trimEnd();
      return number === line ? [shown, `  ${' '.repeat(width)} │ ${' '.repeat(column - 1)}^`] : [shown];
    })
    .join('\n')
    .concat('\n');
}
