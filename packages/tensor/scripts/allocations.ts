// What the caching allocator saves against createBuffer, on the adapter of this machine: `pnpm --filter @kernel-ladder/tensor allocations`.
import { closeDevice, createBuffer, destroyBuffer } from '@kernel-ladder/gpu';
import { openGpu } from '@kernel-ladder/gpu/node';
import { createAllocator, Ledger } from '@kernel-ladder/tensor';

// The activations of a block with 512 tokens of width 256, made and freed front to back, again and again.
const sizes = [1, 3, 1, 4, 1, 4, 4, 1].map((widths) => 512 * 256 * 4 * widths);
const rounds = 200;

const gpu = await openGpu({ kind: 'auto' });
const allocator = createAllocator(gpu, new Ledger());

async function microseconds(allocate: (bytes: number) => Promise<() => void>): Promise<number> {
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    const frees: (() => void)[] = [];
    for (const bytes of sizes) frees.push(await allocate(bytes));
    for (const free of frees) free();
  }
  return (1000 * (performance.now() - start)) / (rounds * sizes.length);
}

const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
const made = await microseconds(async (bytes) => {
  const buffer = await createBuffer(gpu, { label: 'made', bytes, usage });
  return () => destroyBuffer(gpu, buffer);
});
const kept = await microseconds(async (bytes) => {
  const block = await allocator.allocate('kept', bytes);
  return () => block[Symbol.dispose]();
});
const report = allocator.report();
process.stdout.write(
  `${gpu.adapter.name}\ncreateBuffer  ${made.toFixed(1)} µs a buffer\nallocator     ${kept.toFixed(1)} µs a buffer, ${report.reused} of ${report.given} given out again\n` +
    `peak          ${report.peakBytes} bytes for ${sizes.reduce((sum, bytes) => sum + bytes, 0)} asked for\n`,
);
allocator.trim();
closeDevice(gpu);
