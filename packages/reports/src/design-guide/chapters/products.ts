// Products: enough arithmetic for every byte, if the byte stays near.
import type { Chapter } from '../chapter.ts';

export const products: readonly Chapter[] = [
  {
    title: 'Workgroup memory and registers: each number read is used again',
    text: [
      'A product of square matrices has as many operations for each element as the matrices have rows. It need not wait for memory, if every element that is read is used often. A naive kernel reads a row and a column for each result and uses each element once; only caches save it.',
      'Tiles in workgroup memory are read by all threads of a workgroup, and the traffic to memory falls by the side of the tile. Then workgroup memory is what it waits for: each multiplication needs two reads. Registers are the next level. A thread that keeps a block of sums reads a column and a row of it and multiplies each with each, so that reads grow with the side of the block and products with its area. Every step of this ladder is the same step, one level further in.',
      'Close to the roof the rest is scheduling. Loads of the next slice are under way while the present one is multiplied. Loops are written out, as a compiler that sees the whole body keeps sums in registers by name. Indices are such that the compiler can prove them within bounds, or each access pays for a clamp. Tiles are walked in bands, so that neighbours find each other’s operands in the last-level cache.',
    ],
    rules: [
      'Choose the block of a thread first: it decides how many reads a product costs. Then the tile, then the slice.',
      'Write shapes into the text as constants: bounds are proven once, not checked each time.',
      'Give a product with few results and many terms to several workgroups by parts of the terms, and add up behind them.',
      'Take smaller tiles for shallow products: what they lose in reuse they win by overlapping.',
    ],
    tables: [{ kind: 'ladder', title: 'A product in f32', family: 'gemm', case: 'm=4096,n=4096,k=4096,f32' }],
  },
  {
    title: 'The matrix unit',
    text: [
      'A matrix unit multiplies small matrices whose elements lie spread over the lanes of a subgroup. It does many times the arithmetic of the same silicon in plain instructions, of halves and bytes rather than of f32. WGSL reaches it through subgroup matrices, where the device has them.',
      'What it does to a kernel is move the problem. Arithmetic is no longer what is short; feeding is. The balance between operations and bytes that the first chapter gives for the device is several times higher for the unit, and workgroup memory comes to its limit before the unit does. So tiles grow, fragments are used several times once they are loaded, slices are staged while others are multiplied, and stores to workgroup memory are arranged so that they have no conflicts.',
      'Sums stay in f32 while factors are halves. The error of a product of halves is then mostly the rounding of its factors, and it grows with the square root of the number of terms, as the tolerance of the family says. Sums in halves are another type with another name.',
      'A unit that takes no elements, only whole matrices from memory, changes what can be fused behind it: an epilogue has to go through workgroup memory.',
    ],
    rules: [
      'Feed before you multiply: measure the kernel without its products, and without its loads, and mend the slower half.',
      'Load each fragment once for as many products as registers allow.',
      'Pad or swizzle the tiles that fragments are loaded from.',
    ],
    tables: [
      { kind: 'ladder', title: 'Halves in, f32 out', family: 'gemm', case: 'm=4096,n=4096,k=4096,f16-f32' },
      { kind: 'ladder', title: 'Bytes in, i32 out', family: 'gemm', case: 'm=4096,n=4096,k=4096,i8-i32' },
    ],
  },
  {
    title: 'Convolutions are products in disguise',
    text: [
      'A convolution is a product whose left factor is never stored: every row is a window of the image, written out. Writing it out, `im2col`, makes the product simple and multiplies the bytes by the number of taps. Doing it on the way into workgroup memory keeps the product and saves the bytes: the kernel computes where each element of a slice comes from as it loads it.',
      'Tricks that save multiplications (Winograd, 1980) pay with transforms and with accuracy. They gain where arithmetic is short and lose where memory is.',
    ],
    rules: [
      'Take the implicit product unless the filter is one by one, which is a plain product.',
      'Compute places by additions along the loop, not by quotients inside it.',
    ],
    tables: [
      {
        kind: 'ladder',
        title: 'Three by three',
        family: 'conv',
        case: 'n=32,channels=64,size=56,kernel=3,f32',
      },
    ],
  },
  {
    title: 'What never reaches memory: attention in tiles',
    text: [
      'The scores of attention are more bytes than all else of it: one for each query and key. A library that launches a product, a softmax and a product writes them, reads them, writes them and reads them. Tiles of keys with a running softmax (Dao et al., 2022) never write them. A block of queries stays in registers; keys and values go past it; each tile of scores is used while it is there, and what was summed before is scaled when a greater score turns up.',
      'It is fusion across an operator that needs a whole row, which no compiler finds by joining neighbours: the softmax has to be rewritten as a fold whose parts can be merged. It is also where bytes stop being the measure. The two products dominate, so blocks, registers and the matrix unit decide, as in the chapters on products; the softmax in between has exponentials, which have a unit and a rate of their own.',
      'For short sequences the scores fit caches and the simple form is close behind. For one query at a time, as in generation, there is no reuse at all: keys and values are read once, memory is the roof, and the keys are shared out over workgroups so that there are enough of them.',
    ],
    rules: [
      'Never write scores for sequences longer than a tile.',
      'Skip the tiles that a causal mask hides; mask only the ones on the diagonal.',
      'Split the keys where queries are few, and merge by the logarithms of the sums.',
    ],
    figure: { name: 'memory-case-study', title: 'Attention, step by step', family: 'attention' },
    tables: [
      {
        kind: 'ladder',
        title: 'Attention in f32',
        family: 'attention',
        case: 'b=4,h=16,q=4096,k=4096,d=64,f32',
      },
      {
        kind: 'ladder',
        title: 'Attention in f16',
        family: 'attention',
        case: 'b=4,h=16,q=4096,k=4096,d=64,f16',
      },
    ],
  },
];
