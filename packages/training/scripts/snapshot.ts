// Makes the text that the language model learns from: files of this repository at one commit, one behind the other, each under its
// path. The commit is in data/snapshot.json, and `node scripts/snapshot.ts COMMIT` gives the same bytes for it everywhere.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

// WGSL, documents and TypeScript, and how many bytes of each there may be.
const kinds = [
  {
    pattern: /^packages\/kernel-(attention|gemm|norm|reduce|scan|softmax)\/src\/kernels\/[^/]+\.wgsl$/,
    most: 130_000,
  },
  { pattern: /^packages\/(fusion|gpu|harness|kernel-reduce|tensor|training)\/README\.md$/, most: 70_000 },
  { pattern: /^packages\/fusion\/src\/(fuse|graph|operators|passes)\/.*(?<!\.test)\.ts$/, most: 90_000 },
];

const [commit = 'HEAD'] = process.argv.slice(2);
const git = (...args: readonly string[]) => execFileSync('git', args, { maxBuffer: 2 ** 28 });
const sha = git('rev-parse', commit).toString().trim();
const paths = git('ls-tree', '-r', '--name-only', '--full-tree', sha)
  .toString()
  .trim()
  .split('\n')
  .toSorted();
const files: string[] = [];
const parts: Buffer[] = [];
for (const { pattern, most } of kinds) {
  let bytes = 0;
  for (const path of paths.filter((each) => pattern.test(each))) {
    const part = Buffer.concat([
      Buffer.from(`// ${path}\n`),
      git('show', `${sha}:${path}`),
      Buffer.from('\n'),
    ]);
    if (bytes + part.length > most) continue;
    bytes += part.length;
    files.push(path);
    parts.push(part);
  }
}
const text = Buffer.concat(parts);
const sha256 = createHash('sha256').update(text).digest('hex');
writeFileSync(new URL('../data/snapshot.txt', import.meta.url), text);
const about = { commit: sha, sha256, bytes: text.length, files };
writeFileSync(new URL('../data/snapshot.json', import.meta.url), `${JSON.stringify(about, null, 2)}\n`);
