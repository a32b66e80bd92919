// The action as one file: GitHub installs nothing for it.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Where GitHub looks for it. */
export const bundleFile = fileURLToPath(
  new URL('../../../.github/actions/bench/dist/index.mjs', import.meta.url),
);

/** Bundles the action; the same sources and packages give the same text. */
export async function bundle(): Promise<string> {
  const build = await rolldown({
    // Paths in the text are relative to it.
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    input: fileURLToPath(new URL('main.ts', import.meta.url)),
    platform: 'node',
    // No module does anything by being imported: what is not used, as a client of HTTP with all that it needs, stays out.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  const [{ code }] = output;
  return code;
}
