// Writes history.snapshot.json, the README's table and docs/completion.md: the completion of what is recorded. With --check it
// writes nothing, and fails where one of them says something else.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import audited from '../audited.json' with { type: 'json' };
import { completion, loadCurriculum, standingPage, summarise, withHistory } from '../src/index.ts';
import { readRecorded } from '../src/node.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const curriculum = loadCurriculum();
const done = completion(curriculum, readRecorded(root));
const summary = summarise(done);
const texts = {
  'history.snapshot.json': () => `${JSON.stringify(summary, null, 2)}\n`,
  'README.md': (now: string) => withHistory(now, summary),
  '../../docs/completion.md': () => standingPage(curriculum, done, audited),
};

const stale = Object.entries(texts).filter(([name, write]) => {
  const now = read(name);
  return unpadded(now) !== unpadded(write(now));
});
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`${join('packages/curriculum', name)}: stale`);
  console.error(
    stale.length > 0 ? '→ pnpm reports' : 'what the recorded history proves is what the pages say',
  );
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [name, write] of stale) {
    writeFileSync(pathOf(name), write(read(name)));
    console.log(`wrote ${join('packages/curriculum', name)}`);
  }
}

function read(name: string): string {
  return existsSync(pathOf(name)) ? readFileSync(pathOf(name), 'utf8') : '';
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}

// The formatter pads tables and joins short arrays.
function unpadded(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/-{3,}:?/g, '-');
}
