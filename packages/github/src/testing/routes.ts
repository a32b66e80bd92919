// The paths of GitHub's REST API that this package asks for.
import type { Forge, Handler } from './forge.ts';
import { weekRoutes } from './week-routes.ts';

/** An answer that lies on another host. */
export class Moved {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A request whose fields are not as documented: 422. */
export class Unprocessable extends Error {
  override name = 'Unprocessable' as const;
}

/** The handler of a request, and the parts of its path. */
export function routeOf(method: string, path: string) {
  for (const [wanted, form, handler] of routes) {
    const parts = wanted === method ? form.exec(path) : null;
    if (parts) return { handler, parts: parts.slice(1).map(decodeURIComponent) };
  }
  return null;
}

const page = (items: readonly unknown[], url: URL): readonly unknown[] => {
  const [size, at] = [
    Number(url.searchParams.get('per_page') ?? 30),
    Number(url.searchParams.get('page') ?? 1),
  ];
  return items.slice(size * (at - 1), size * at);
};

const root = '/repos/o/r';
const routes: readonly (readonly [string, RegExp, (forge: Forge) => Handler])[] = [
  ...weekRoutes(root),
  [
    'GET',
    new RegExp(`^${root}/pulls/(\\d+)$`),
    (forge) =>
      ({ parts: [number] }) => {
        const found = String(forge.pull.number) === number ? structuredClone(forge.pull) : undefined;
        // The merge is made because somebody asked.
        if (forge.pull.mergeable === null) forge.pull.mergeable = true;
        return found;
      },
  ],
  [
    'GET',
    new RegExp(`^${root}/pulls/12/files$`),
    (forge) =>
      ({ url }) =>
        page(forge.files.slice(0, 3000), url),
  ],
  [
    'GET',
    new RegExp(`^${root}/compare/main\\.\\.\\.(\\w+)$`),
    (forge) =>
      ({ parts: [sha = ''] }) => {
        const at = forge.main.indexOf(sha);
        if (at >= 0) return { status: at === forge.main.length - 1 ? 'identical' : 'behind' };
        return forge.parents[sha] && { status: 'diverged' };
      },
  ],
  [
    'GET',
    new RegExp(`^${root}/environments/([\\w-]+)$`),
    (forge) =>
      ({ parts: [name = ''] }) =>
        forge.environments[name] && { name, protection_rules: forge.environments[name] },
  ],
  [
    'GET',
    new RegExp(`^${root}/collaborators/([^/]+)/permission$`),
    (forge) =>
      ({ parts: [login = ''] }) => ({ permission: forge.permissions[login] ?? 'none' }),
  ],
  [
    'GET',
    new RegExp(`^${root}/git/commits/(\\w+)$`),
    (forge) =>
      ({ parts: [sha = ''] }) =>
        forge.parents[sha] && { sha, parents: forge.parents[sha].map((parent) => ({ sha: parent })) },
  ],
  [
    'DELETE',
    new RegExp(`^${root}/issues/12/labels/(\\w+)$`),
    (forge) =>
      ({ parts: [name] }) => {
        const { labels } = forge.pull;
        if (!labels.some((each) => each.name === name)) return undefined;
        forge.pull.labels = labels.filter((each) => each.name !== name);
        return forge.pull.labels;
      },
  ],
  [
    'GET',
    new RegExp(`^${root}/issues/12/comments$`),
    (forge) =>
      ({ url }) =>
        page(forge.comments, url),
  ],
  [
    'POST',
    new RegExp(`^${root}/issues/12/comments$`),
    (forge) =>
      ({ body }) => {
        const comment = {
          id: 1000 + forge.comments.length,
          user: { login: 'github-actions[bot]' },
          body: longEnough(body['body'], mostOfComment),
        };
        forge.comments.push(comment);
        return comment;
      },
  ],
  [
    'PATCH',
    new RegExp(`^${root}/issues/comments/(\\d+)$`),
    (forge) =>
      ({ parts: [id], body }) => {
        const comment = forge.comments.find((each) => String(each.id) === id);
        if (comment) comment.body = longEnough(body['body'], mostOfComment);
        return comment;
      },
  ],
  [
    'POST',
    new RegExp(`^${root}/check-runs$`),
    (forge) =>
      ({ body }) => {
        const check = { id: 1 + forge.checks.length, body, annotations: annotationsIn(body) };
        forge.checks.push(check);
        return check;
      },
  ],
  [
    'PATCH',
    new RegExp(`^${root}/check-runs/(\\d+)$`),
    (forge) =>
      ({ parts: [id], body }) => {
        const check = forge.checks.find((each) => String(each.id) === id);
        check?.annotations.push(...annotationsIn(body));
        return check;
      },
  ],
  [
    'GET',
    new RegExp(`^${root}/actions/runs/77/artifacts$`),
    (forge) =>
      ({ url }) => ({
        total_count: forge.artifacts.length,
        artifacts: page(
          forge.artifacts
            .filter(({ name }) => name === (url.searchParams.get('name') ?? name))
            .map(({ created_at = '2026-11-01T12:30:00Z', ...told }) => ({ ...told, zip: null, created_at })),
          url,
        ),
      }),
  ],
  [
    'GET',
    new RegExp(`^${root}/actions/artifacts/(\\d+)/zip$`),
    () =>
      ({ parts: [id] }) =>
        new Moved(`/blob/${id}`),
  ],
  [
    'GET',
    new RegExp(`^${root}/contents/(.+)$`),
    (forge) =>
      ({ parts: [path = ''] }) =>
        forge.contents[path] === undefined
          ? undefined
          : { content: Buffer.from(forge.contents[path]).toString('base64') },
  ],
];

// https://docs.github.com/rest/checks/runs: what is longer is refused whole.
const [mostOfComment, mostOfSummary, mostOfTitle, mostOfMessage] = [65_536, 65_535, 255, 65_536];

function annotationsIn(body: Record<string, unknown>): unknown[] {
  const output = body['output'] as
    | { title: string; summary: string; annotations?: Record<string, string>[] }
    | undefined;
  longEnough(output?.title, mostOfTitle);
  longEnough(output?.summary, mostOfSummary);
  const annotations = output?.annotations ?? [];
  if (annotations.length > 50) throw new Unprocessable('GitHub takes fifty annotations');
  for (const { title, message } of annotations) {
    longEnough(title, mostOfTitle);
    longEnough(message, mostOfMessage);
  }
  return [...annotations];
}

function longEnough(value: unknown, most: number): string {
  if (typeof value === 'string' && value !== '' && value.length <= most) return value;
  throw new Unprocessable(`GitHub takes 1 to ${most} characters`);
}
