// The API reference: a page a package, from the comments above what its entries export.
import { exportsOf } from './read.ts';
import type { Exported, Sources } from './read.ts';

/** A package as its manifest says. */
export interface ApiPackage {
  /** Its folder under `packages/`. */
  readonly folder: string;
  readonly name: string;
  /** Paths of its entries from the root of the repository, by the way they are imported: `.`, `./node`. */
  readonly entries: { readonly [entry: string]: string };
}

/** A page of the reference. */
export interface ApiPage {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** What each entry of a package exports. */
export function entriesOf(
  { entries }: ApiPackage,
  sources: Sources,
): readonly { readonly entry: string; readonly exported: readonly Exported[] }[] {
  return Object.entries(entries).map(([entry, path]) => ({ entry, exported: exportsOf(path, sources) }));
}

/** All pages, and one that lists them. */
export function apiPages(packages: readonly ApiPackage[], sources: Sources): readonly ApiPage[] {
  const pages = packages.map((each) => ({ each, entries: entriesOf(each, sources) }));
  const rows = pages.map(({ each, entries }) => {
    const count = entries.reduce((sum, { exported }) => sum + exported.length, 0);
    return `| [\`${each.name}\`](${each.folder}.md) | ${Object.keys(each.entries).length} | ${count} |`;
  });
  const list = `# API reference\n\nWhat each package exports, from the comments above it in its sources.\n\n| package | entries | exports |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  return [
    { path: 'docs/api/README.md', text: list },
    ...pages.map(({ each, entries }) => ({
      path: `docs/api/${each.folder}.md`,
      text: [
        `# ${each.name}`,
        ...entries.flatMap(({ entry, exported }) => entryText(each, entry, exported)),
      ].join('\n\n'),
    })),
  ];
}

const kinds = ['function', 'class', 'const', 'interface', 'type'] as const;

function entryText({ name }: ApiPackage, entry: string, exported: readonly Exported[]): readonly string[] {
  const specifier = entry === '.' ? name : `${name}/${entry.slice(2)}`;
  const sorted = kinds.flatMap((kind) =>
    exported.filter((each) => each.kind === kind).toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  );
  return [`## \`${specifier}\``, ...sorted.flatMap(exportedText)];
}

function exportedText({ name, doc, text, path, line }: Exported): readonly string[] {
  return [`### ${name}`, doc, `\`\`\`ts\n${text}\n\`\`\``, `[${path}:${line}](../../${path})`].filter(
    (part) => part !== '',
  );
}
