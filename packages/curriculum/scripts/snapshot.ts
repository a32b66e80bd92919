// Writes history.snapshot.json and the README's table: the completion of what is recorded. With --check it writes
// nothing, and fails where either says something else.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { completion, loadCurriculum, summarise, withHistory } from '../src/index.ts';
import { readRecorded } from '../src/node.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const summary = summarise(completion(loadCurriculum(), readRecorded(root)));
const texts = {
  'history.snapshot.json': () => `${JSON.stringify(summary, null, 2)}\n`,
  'README.md': (now: string) => withHistory(now, summary),
};

const stale = Object.entries(texts).filter(([name, write]) => {
  const now = readFileSync(pathOf(name), 'utf8');
  return unpadded(now) !== unpadded(write(now));
});
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`packages/curriculum/${name}: stale`);
  console.error(
    stale.length > 0 ? '→ pnpm reports' : 'what the recorded history proves is what the pages say',
  );
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [name, write] of stale) {
    writeFileSync(pathOf(name), write(readFileSync(pathOf(name), 'utf8')));
    console.log(`wrote packages/curriculum/${name}`);
  }
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}

// The formatter pads tables and joins short arrays.
function unpadded(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/-{3,}:?/g, '-');
}
