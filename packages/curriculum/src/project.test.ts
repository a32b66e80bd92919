// The project's own items, as a whole.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTestEvidence } from './node.ts';
import { loadCurriculum, projectFiles } from './project.ts';
import { flatten } from './rules/subjects.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { items, tracks } = loadCurriculum();
const all = projectFiles().flatMap(({ content }) => content.items ?? []);
const count = (key: 'kind' | 'family'): object =>
  Object.fromEntries([...Map.groupBy(all, (item) => item[key])].map(([name, own]) => [name, own.length]));

test('there are 217 items, each once, of four kinds in five tracks', () => {
  expect([all.length, items.size, tracks.length]).toEqual([217, 217, 5]);
  expect(count('kind')).toEqual({ bench: 162, doc: 21, self: 27, out: 7 });
});

test('every family has the items that the curricula ask of it', () => {
  expect(count('family')).toEqual({
    gemm: 23,
    reduce: 15,
    scan: 5,
    softmax: 2,
    norm: 3,
    attention: 6,
    allreduce: 10,
    elementwise: 2,
    conv: 4,
    sort: 2,
    memory: 10,
    atomics: 7,
    warp: 5,
    streams: 7,
    sparse: 2,
    fusion: 9,
    autotune: 3,
    tensor: 13,
    serving: 6,
    layout: 2,
    harness: 16,
    validation: 8,
    dashboard: 4,
    ci: 3,
    docs: 6,
    'cuda-only': 5,
    compiler: 7,
    study: 24,
    career: 8,
  });
  for (const { file, content } of projectFiles())
    for (const { id, family } of content.items ?? [])
      expect([id, `${family}.json`]).toEqual([id, file.split('/').at(-1)]);
});

test('every phase that an item is placed in exists, and every track has items', () => {
  for (const track of tracks)
    expect(all.some(({ places }) => places.some((place) => place.startsWith(`${track.id}/`)))).toBe(true);
});

const files = all.flatMap(({ id, rule }) =>
  (rule ? flatten(rule) : []).flatMap((one) => (one.rule === 'tests' ? [{ id, ...one }] : [])),
);
// Tests that a helper of the harness declares for the families.
const declared = ['index', 'non-finite']
  .map((name) => `${root}packages/harness/src/testing/${name}.ts`)
  .filter((path) => existsSync(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('');
// On a GPU only those run that items want there.
const tested = readTestEvidence(root).values.findLast(({ adapter }) => adapter?.software)?.tests ?? [];

test('no number is asked for that every result has', () => {
  const kept = all.filter(({ rule }) =>
    (rule ? flatten(rule) : []).some((one) => 'quantity' in one && 'atLeast' in one && one.atLeast === 0),
  );
  expect(kept.map(({ id }) => id)).toEqual([]);
});

test('a test is named by words of its title, not by one that others have too', () => {
  const words = /\p{L}{2,}.* \p{L}{2,}/u;
  const vague = files.flatMap(({ id, names }) =>
    names.filter((name) => !words.test(name)).map((name) => [id, name]),
  );
  expect(vague).toEqual([]);
});

describe('rules that name tests', () => {
  test.for(files)('$id: a file that is there has them: $file', ({ file, names }) => {
    const path = `${root}${file}`;
    if (!existsSync(path)) return;
    const own = readFileSync(path, 'utf8');
    const text = own.includes('harness/testing') ? own + declared : own;
    for (const name of names) {
      const isKnown = tested.some((one) => one.file === file && one.name.includes(name));
      expect(isKnown || isNamed(text, name), `${file} has no test "${name}"`).toBe(true);
    }
  });
});

describe('tests that stand for what no adapter does', () => {
  const onHost = files.filter(({ on, file }) => on === 'host' && existsSync(`${root}${file}`));
  test.for(onHost)('$id: open none: $file', ({ file, names }) => {
    const text = readFileSync(`${root}${file}`, 'utf8');
    for (const name of names) {
      const body = bodyOf(text, name);
      expect(body, `${file}: "${name}"`).not.toMatch(/\b(?:gpu|openGpu|useTestGpu|testFamily)\(/);
    }
  });
});

// From the title of a test to the next statement; the whole file where no title stands as it runs.
function bodyOf(text: string, name: string): string {
  const from = text.indexOf(name);
  if (from < 0) return text;
  const rest = text.slice(from);
  const next = rest.search(/\n(?:[a-z/]|\s*(?:test|describe)\b)/);
  return next < 0 ? rest : rest.slice(0, next);
}

// Where a title has a parameter, the name has some word.
function isNamed(text: string, name: string): boolean {
  const parameter = /%[a-z]|\$\{[^}]*\}|\$\w+/g;
  return name.split(' ').some((word) => text.replaceAll(parameter, word).includes(name));
}
