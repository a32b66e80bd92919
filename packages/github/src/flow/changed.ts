// What else a pull request changes, as GitHub knows it: whoever changes what measures and judges speaks for himself.
import type { Client } from '../api/client.ts';
import { fieldOf, numberIn } from '../api/fields.ts';

// Text of kernels can only be slow or wrong. All else that a run loads or reads can also say that it is not.
const harmless = [
  /^packages\/kernel-[a-z0-9-]+\/src\/kernels\/[\w./-]+\.wgsl$/,
  /\.(?:md|test\.tsx?)$/,
  /^dashboard\/(?:src|test)\//,
  /^docs\//,
];

/** Names of changed files that take part in measuring or judging: code of families, harness and runner, suites, the history, scripts. */
export async function changedFiles(
  client: Client,
  repository: string,
  pull: unknown,
): Promise<readonly string[]> {
  const path = `/repos/${repository}/pulls/${numberIn(pull, 'number')}/files`;
  // GitHub tells of 3000 files: whatever an author wants to hide comes behind as many others.
  const files = await client.pages(path, { mostPages: 30 });
  const unlisted = numberIn(pull, 'changed_files') - files.length;
  const names = files.flatMap((file) => [fieldOf(file, 'filename'), fieldOf(file, 'previous_filename')]);
  const telling = [...new Set(names.filter((name) => typeof name === 'string'))].filter(
    (name) => !harmless.some((form) => form.test(name)),
  );
  return unlisted > 0 ? [`${unlisted} files that GitHub does not list`, ...telling] : telling;
}
