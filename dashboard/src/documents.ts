// The Markdown of the checkout that the site was built from: a file of the site each, which comes when it is read.

const texts = import.meta.glob<string>(
  [
    '../../docs/**/*.md',
    '../../packages/*/README.md',
    '../../{dashboard,suites}/README.md',
    '../../README.md',
  ],
  { query: '?raw', import: 'default' },
);
const pictures = import.meta.glob<string>('../../docs/**/*.{svg,png}', {
  query: '?url',
  import: 'default',
  eager: true,
});

// Vite names a file as seen from this one.
const rooted = (path: string): string => new URL(path, 'file:///dashboard/src/').pathname.slice(1);

const documents = new Map(Object.entries(texts).map(([path, load]) => [rooted(path), load]));
const pictureFiles = new Map(Object.entries(pictures).map(([path, url]) => [rooted(path), url]));

/** The paths of all documents from the root of the checkout, as in `docs/reports/headline.md`. */
export const documentPaths: readonly string[] = [...documents.keys()].toSorted();

/** The list of generated reports, which is the document to open on. */
export const firstDocument = 'docs/reports/README.md';

/** Loads a document; null where the site has none of this path. */
export function loadDocument(path: string): Promise<string> | null {
  return documents.get(path)?.() ?? null;
}

/** Where the site has a picture, by its path from the root of the checkout. */
export function pictureUrl(path: string): string | null {
  return pictureFiles.get(path) ?? null;
}
