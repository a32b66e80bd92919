// What a Markdown document refers to, and how it is called: paths from the root of the checkout, never a file of the reader's disk.

/** What a link in a document leads to. */
export type Target =
  | { readonly kind: 'document'; readonly path: string; readonly section: string | null }
  | { readonly kind: 'web'; readonly href: string }
  /** A file of the checkout that the site does not have. */
  | { readonly kind: 'file'; readonly path: string };

/** What the link `href` of the document at `path` leads to; `known` are the documents of the site. */
export function targetOf(href: string, path: string, known: ReadonlySet<string>): Target {
  if (/^https?:/i.test(href)) return { kind: 'web', href };
  if (href.startsWith('#')) return { kind: 'document', path, section: href.slice(1) };
  const { file, section } = resolved(href, path);
  const found = [file, `${file.replace(/\/$/, '')}/README.md`].find((one) => known.has(one));
  return found === undefined ? { kind: 'file', path: file } : { kind: 'document', path: found, section };
}

/** The path of a file that the document at `path` names. */
export function pathFrom(href: string, path: string): string {
  return resolved(href, path).file;
}

// A link with another scheme, as in `javascript:`, has no path below this base and becomes a name that no file has.
function resolved(href: string, path: string): { readonly file: string; readonly section: string | null } {
  const url = URL.parse(href, `file:///${path}`);
  if (url?.protocol !== 'file:') return { file: href, section: null };
  return { file: decodeURIComponent(url.pathname.slice(1)), section: url.hash.slice(1) || null };
}

/** The name of a heading in an address, as GitHub writes it: small letters, hyphens for spaces, no other signs. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The id of a document's heading on a page, whose own parts have ids of other forms: a heading may have any name. */
export function headingId(slug: string): string {
  return `heading-${slug}`;
}

/** Documents of one kind. */
export interface DocumentGroup {
  readonly title: string;
  readonly documents: readonly { readonly path: string; readonly name: string }[];
}

const kinds = [
  { title: 'Reports', of: /^docs\/reports\/(?!README)(.+)\.md$/ },
  { title: 'Guides', of: /^docs\/([^/]+)\.md$/ },
  { title: 'Ladders', of: /^packages\/kernel-(?!kit\/)(.+)\/README\.md$/ },
  { title: 'API', of: /^docs\/api\/(?!README)(.+)\.md$/ },
  { title: 'Packages', of: /^(?:packages\/)?([^/]+)\/README\.md$/ },
] as const;

/** The documents of a site by kind, each under a short name; the list of reports and the project's first page stand first. */
export function groupDocuments(paths: readonly string[]): readonly DocumentGroup[] {
  const first = [
    { path: 'docs/reports/README.md', name: 'All reports' },
    { path: 'README.md', name: 'Kernel Ladder' },
  ].filter(({ path }) => paths.includes(path));
  const named = paths.flatMap((path) => {
    const kind = kinds.find(({ of }) => of.test(path));
    const name = kind?.of.exec(path)?.[1]?.replaceAll('-', ' ');
    const isFirst = first.some((one) => one.path === path);
    return kind && name && !isFirst ? [{ kind: kind.title, path, name }] : [];
  });
  const groups = kinds.map(({ title }) => ({ title, documents: named.filter(({ kind }) => kind === title) }));
  return [{ title: 'Start', documents: first }, ...groups].filter(({ documents }) => documents.length > 0);
}
