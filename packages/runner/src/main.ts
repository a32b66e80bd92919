// The shell of `bench`: connects the real process to main(argv, io) and nothing else.
const oldest = [22, 18] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Node ${oldest.join('.')} or newer runs this workspace, not ${process.version}: start it with \`pnpm bench\`.`,
  );
  process.exit(2);
}

const { enableCompileCache } = await import('node:module');
const { fileURLToPath } = await import('node:url');
// Compiled once and kept with what is installed: that is half of what a start takes.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/kernel-ladder', import.meta.url)));
const { main } = await import('./cli.ts');
const { processIo } = await import('./io.ts');
process.exitCode = await main(process.argv.slice(2), processIo());
