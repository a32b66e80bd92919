// From kernels to programs: what a compiler does with a graph, and what it does not.
import type { Chapter } from '../chapter.ts';

export const programs: readonly Chapter[] = [
  {
    title: 'Fusion: what lies between two operators need not go to memory',
    text: [
      'A kernel for each operator reads its operands and writes its result, though the next one wants nothing else. Fused, it is passed on in registers. The gain is the bytes that are saved, at the bandwidth of the device, and the launches: [what fusion saves](fusion-bandwidth.md) holds both against each other, case by case.',
      'A chain of maps shows it best. Separate kernels take time with every link; one kernel takes the time of its first and last byte, until arithmetic becomes the longer of the two. Rows show the same where they stay in registers, and products where the epilogue is computed in the store.',
      'Not everything should be joined. What two kernels read is better stored than computed twice, unless it is a few operations. A product that has to write several results for others to read takes longer, as its threads wait for stores and multiply nothing: it is better to write one result and let each reader make of it what it needs. And no join may close a circle, in which a kernel waits for what it would have to be finished to give.',
    ],
    rules: [
      'Fuse maps into whatever reads them; fuse what follows a product into its store, as long as that store stays one.',
      'Keep a row in registers as long as they hold it.',
      'Count bytes before and after: a fusion that saves none saves a launch at most.',
    ],
    tables: [
      {
        kind: 'curve',
        title: 'A chain of maps in one kernel, by its length',
        family: 'fusion',
        variants: ['chain-fused'],
        along: 'length',
        pattern: 'n=67108864,length=*,f32',
      },
      {
        kind: 'curve',
        title: 'The same chain, a kernel a map',
        family: 'fusion',
        variants: ['chain-separate'],
        along: 'length',
        pattern: 'n=67108864,length=*,f32',
      },
      { kind: 'ladder', title: 'An MLP', family: 'fusion', case: 'graph=mlp,f32' },
      { kind: 'ladder', title: 'A transformer block', family: 'fusion', case: 'graph=transformer-block,f32' },
    ],
  },
  {
    title: 'What a compiler takes, and what it is worth',
    text: [
      'The compiler of this suite is a line of plain functions. A graph of operators is checked, simplified, grouped into kernels, given memory and written as WGSL. Softmax and layer norm are not known to it: they are compositions of a dozen operators, and the kernels in which a row is read once come out of joining neighbours. [Generated and hand-written kernels](generated-handwritten.md) sets them beside the rungs of the families, by time and by lines.',
      'What it does not find are algorithms. A running softmax, a look-back, a split of a product by its terms: each is a rewrite that somebody has to know. The compiler has some of these as rules with a reason and a test each, and takes what families know about tiles.',
      'Memory between kernels is planned before anything is made. Values that do not live together share a place; a result takes the place of an operand where every thread overwrites only what it has read. The plan says how many bytes a program takes, and a device that has not as many refuses before the first allocation.',
      'Gradients are operators as any others. The reverse mode adds nodes to the same graph, so that what both passes compute is computed once, and fusion sees both. Recomputing what lies between blocks trades time for memory, and is a choice for each training, not a property of a model.',
      'Planning takes time of the host, and pipelines take more of the driver’s. Both are paid once for a structure: texts are kept, and a graph of the same structure finds them.',
    ],
    rules: [
      'Write the composition first, look at what is generated, and write by hand only what stays behind.',
      'Give a rewrite an example, a reason and a test on random programs, or leave it out.',
      'Let a program say what it needs before it begins.',
    ],
    tables: [],
  },
];
