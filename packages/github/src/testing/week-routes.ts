// The paths that the weekly workflow asks for.
import type { Forge, Handler } from './forge.ts';

/** Handlers under a repository's path. */
export function weekRoutes(root: string): readonly (readonly [string, RegExp, (forge: Forge) => Handler])[] {
  return [
    [
      'GET',
      new RegExp(`^${root}/labels/([\\w-]+)$`),
      (forge) =>
        ({ parts: [name] }) =>
          forge.labels.find((label) => label.name === name),
    ],
    [
      'POST',
      new RegExp(`^${root}/labels$`),
      (forge) =>
        ({ body }) => {
          forge.labels.push({ name: String(body['name']) });
          return body;
        },
    ],
    [
      'GET',
      new RegExp(`^${root}/issues$`),
      (forge) =>
        ({ url: { searchParams: asked } }) =>
          forge.issues.filter(
            ({ state, labels }) => state === asked.get('state') && labels.includes(asked.get('labels') ?? ''),
          ),
    ],
    [
      'POST',
      new RegExp(`^${root}/issues$`),
      (forge) =>
        ({ body }) => {
          const issue = {
            number: 40 + forge.issues.length,
            user: { login: 'github-actions[bot]' },
            state: 'open',
            labels: body['labels'] as readonly string[],
            body: String(body['body']),
            said: [],
          };
          forge.issues.push(issue);
          return issue;
        },
    ],
    [
      'POST',
      new RegExp(`^${root}/issues/(4\\d)/comments$`),
      (forge) =>
        ({ parts: [number], body }) => {
          const issue = forge.issues.find((each) => String(each.number) === number);
          issue?.said.push(String(body['body']));
          return issue && {};
        },
    ],
    [
      'GET',
      new RegExp(`^${root}/pages$`),
      ({ page }) =>
        () =>
          page === null ? undefined : { html_url: page },
    ],
    [
      'POST',
      new RegExp(`^${root}/actions/workflows/([\\w.]+)/dispatches$`),
      (forge) =>
        ({ parts: [name], body }) => {
          forge.dispatched.push(`${name} on ${String(body['ref'])}`);
          return {};
        },
    ],
  ];
}
