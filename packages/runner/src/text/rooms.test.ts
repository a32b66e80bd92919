// The maps of harness and runner: each folder of src is a room with a row, and imports only what its row says.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Room → the rooms that it may import, from the table under `## Rooms`. */
function mapOf(name: string): ReadonlyMap<string, readonly string[]> {
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8');
  const [, section = ''] = readme.split('\n## Rooms\n');
  const rows = section.split('\n## ')[0]?.split('\n') ?? [];
  return new Map(
    rows.flatMap((row) => {
      const [, room = '', , allowed = ''] = row.split('|').map((cell) => cell.trim());
      return room.startsWith('`') ? [[namesIn(room)[0] ?? '', namesIn(allowed)] as const] : [];
    }),
  );
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}

/** The imports of one room from another, each with the file that has it. */
function importsOf(name: string) {
  const folder = join(root, 'packages', name, 'src');
  return globSync('*/**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const [room = ''] = file.split('/');
    const text = readFileSync(join(folder, file), 'utf8');
    // A room may have folders of its own: what they import from each other stays in it.
    const targets = [...text.matchAll(/(?:from |import\()'(\.\.\/[^']+)'/g)].map(
      ([, path = '']) => join(dirname(file), path).split('/')[0] ?? '',
    );
    return targets
      .filter((target) => target !== room && !target.endsWith('.ts'))
      .map((target) => ({ file, room, target }));
  });
}

describe.for(['harness', 'runner'])('the map of %s', (name) => {
  const map = mapOf(name);
  const imports = importsOf(name);

  test('has a row for every room', () => {
    const folder = join(root, 'packages', name, 'src');
    const rooms = new Set(globSync('*/*.ts', { cwd: folder }).map((file) => file.split('/')[0] ?? ''));
    expect([...map.keys()].toSorted()).toEqual([...rooms].toSorted());
  });

  test('names every room that another imports', () => {
    expect(imports.length).toBeGreaterThan(30);
    expect(imports.filter(({ room, target }) => !map.get(room)?.includes(target))).toEqual([]);
  });
});
