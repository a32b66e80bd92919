// The reduction ladder on navigator.gpu: the same families, harness and checks as in Node.
import { closeDevice } from '@kernel-ladder/gpu';
import { openBrowserGpu } from '@kernel-ladder/gpu/browser';
import { coverEdgeCases } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-reduce';

const texts = import.meta.glob<string>('../../../packages/kernel-{kit,reduce}/src/kernels/**/*.wgsl', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const kit = '@kernel-ladder/kernel-kit/';

function load(file: string): string {
  const path = file.startsWith(kit)
    ? `kernel-kit/src/${file.slice(kit.length)}`
    : `kernel-reduce/src/kernels/${file}`;
  const text = texts[`../../../packages/${path}`];
  if (text === undefined) throw new Error(`no kernel file ${file} in the page`);
  return text;
}

async function run(): Promise<string> {
  const gpu = await openBrowserGpu();
  if (!gpu) return 'no adapter';
  const lines: string[] = [];
  for (const variant of family.variants.filter(({ name }) => name === 'naive' || name === 'optimized')) {
    const { coverage, failure } = await coverEdgeCases(gpu, { family, variant, load, seed: 1 });
    const passed = coverage.reduce((sum, set) => sum + set.passed, 0);
    lines.push(failure ?? `${variant.name} passed ${passed}`);
  }
  lines.push(`${closeDevice(gpu)} buffers left`);
  return lines.join('\n');
}

const outcome = document.querySelector('#outcome');
if (outcome) outcome.textContent = await run().catch(String);
