// What a new rung or family may be called.
import { CommandFailure } from '../failure.ts';

/** Throws a usage failure unless a name is words of lower-case letters and digits, joined by single dashes. */
export function refuseName(what: string, name: string): void {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return;
  const near = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '');
  const offer = near === '' ? 'write words like two-pass' : `write ${near}`;
  throw new CommandFailure(
    `"${name}" is no name for a ${what}: lower-case words joined by dashes, the first beginning with a letter; ${offer}`,
  );
}
