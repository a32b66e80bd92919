// The suites of the workspace that a browser can run: all but those that want other people's programs.
import type { Suite } from '@kernel-ladder/schema';

const files = import.meta.glob<Suite>('../../../suites/*.json', { import: 'default', eager: true });

const first = ['smoke', 'quick'];

/** By name, the quickest first. */
export const suites: readonly Suite[] = Object.values(files)
  .filter(({ peers }) => peers !== true)
  .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));

function rank({ name }: Suite): number {
  const at = first.indexOf(name);
  return at < 0 ? first.length : at;
}
