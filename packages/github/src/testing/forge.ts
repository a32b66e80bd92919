// What the server of the tests has: one pull request, its comments and checks, and what a job left.

/** A comment as the API has it. */
export interface StoredComment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

/** An issue as the API has it; a pull request is one of a kind. */
export interface StoredIssue {
  readonly number: number;
  readonly user: { readonly login: string };
  readonly state: string;
  readonly labels: readonly string[];
  readonly body: string;
  readonly pull_request?: object;
  readonly said: string[];
}

/** An answer that comes instead of the next one of its method, or of any. */
export interface Fault {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly message?: string;
  /** As in `POST /repos/o/r/issues/12/comments`; any request without it. */
  readonly of?: string;
  /** What was asked for is done, and the answer is lost. */
  readonly isDone?: boolean;
}

/** What the server has, and what it was asked. */
export interface Forge {
  pull: {
    number: number;
    state: string;
    mergeable: boolean | null;
    merge_commit_sha: string;
    head: { sha: string };
    base: { ref: string };
    changed_files: number;
    labels: { name: string }[];
  };
  readonly permissions: { [login: string]: string };
  readonly parents: { [sha: string]: readonly string[] };
  readonly comments: StoredComment[];
  readonly labels: { name: string }[];
  readonly issues: StoredIssue[];
  /** Where Pages shows the site; null where it does not. */
  page: string | null;
  /** Workflows that were started by hand, each with its branch. */
  readonly dispatched: string[];
  readonly checks: { id: number; body: Record<string, unknown>; annotations: unknown[] }[];
  /** Commits of the branch main. */
  readonly main: string[];
  /** What the pull request changes. */
  readonly files: { filename: string; previous_filename?: string }[];
  artifacts: {
    id: number;
    name: string;
    size_in_bytes: number;
    expired: boolean;
    created_at?: string;
    zip: Buffer;
  }[];
  /** Protection rules of environments by name. */
  readonly environments: { [name: string]: readonly object[] };
  readonly contents: { [path: string]: string };
  /** Answers that come before the next ones. */
  readonly faults: Fault[];
  readonly asked: string[];
}

/** A forge with one open pull request: 12, of commit c…, merged as a… into b…. */
export function sampleForge(): Forge {
  return {
    pull: {
      number: 12,
      state: 'open',
      mergeable: true,
      merge_commit_sha: 'a'.repeat(40),
      head: { sha: 'c'.repeat(40) },
      base: { ref: 'main' },
      changed_files: 1,
      labels: [{ name: 'bench' }],
    },
    permissions: { maintainer: 'write', owner: 'admin', outsider: 'read', triager: 'read' },
    parents: { ['a'.repeat(40)]: ['b'.repeat(40), 'c'.repeat(40)] },
    main: ['b'.repeat(40)],
    files: [{ filename: 'packages/kernel-reduce/src/kernels/two.wgsl' }],
    environments: {
      'gpu-pull-requests': [{ type: 'required_reviewers', reviewers: [{ type: 'User' }] }],
    },
    comments: [],
    labels: [],
    issues: [],
    page: null,
    dispatched: [],
    checks: [],
    artifacts: [],
    contents: {},
    faults: [],
    asked: [],
  };
}

/** What a path answers; undefined where nothing is there. */
export type Handler = (asked: {
  readonly parts: readonly string[];
  readonly url: URL;
  readonly body: Record<string, unknown>;
}) => unknown;
