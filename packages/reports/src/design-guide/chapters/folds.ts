// Launches, and operators that combine elements: sums, prefixes, rows.
import type { Chapter } from '../chapter.ts';

export const folds: readonly Chapter[] = [
  {
    title: 'Launches: when there is little to do',
    text: [
      'Every dispatch costs time before its first thread runs and after its last one has ended. Between two dispatches of one pass the device waits until all writes of the first are seen by the second. For large problems none of that shows. For small ones it is all there is, and a kernel of a few thousand elements is as fast as its launch.',
      'So the same operator has two best forms. The one for large vectors spends threads on bandwidth; the one for small ones spends them on ending soon, in one dispatch, with few barriers. The curve below goes from one to the other: while the time stays flat, launches are what is measured.',
      'Submissions cost more than dispatches, and reading back costs most, since the host waits. A training step of hundreds of kernels goes to the device in a few submissions; losses wait there and are read in stretches.',
    ],
    rules: [
      'Fuse small operators first: each one that goes takes its launch along.',
      'Batch passes into one submission; read back as seldom as the program can bear.',
      'Measure small kernels by the slope between batches of launches: a single one is mostly clock and launch.',
    ],
    tables: [
      {
        kind: 'curve',
        title: 'A sum by its length',
        family: 'reduce',
        variants: ['optimized'],
        along: 'n',
        pattern: 'n=*,f32',
      },
    ],
  },
  {
    title: 'Global memory: one read, and no more writes than there are results',
    text: [
      'A sum does one addition for each word: memory is all it waits for. What helps are wide loads, several of them in flight, and few folds between threads; arithmetic that is saved shows nowhere.',
      'The classic ladder halves the vector in every dispatch and pays for each half with memory. A tree in workgroup memory does the same where it is cheap. Shuffles do it in registers, with no barrier. Each of these steps matters less than the one before, as each folds fewer elements; what matters in the end is that the vector is read once, and that workgroups leave few results. A second dispatch of one subgroup folds them. The last workgroup to finish may do it too, which it knows from an atomic counter; but a dispatch before has to clear that counter, so there are two either way, and the second dispatch was the faster.',
      'Order is part of the answer. Floats do not add up to the same in another order, and a tree is more accurate than a loop, since the chain of roundings behind each result is shorter. Atomic additions of floats come in an order of their own in every run. Kernels of this suite that are compared bit by bit fold in an order that the program fixes.',
    ],
    rules: [
      'A thread folds many elements before it talks to another thread.',
      'Fold by subgroup operations, then once through workgroup memory, then by one more pass or by the last workgroup.',
      'Keep sums of halves in f32: between two kernels too.',
    ],
    tables: [
      { kind: 'ladder', title: 'A sum', family: 'reduce', case: 'n=268435456,f32' },
      { kind: 'ladder', title: 'A sum by lanes', family: 'warp', case: 'n=67108864,f32' },
    ],
  },
  {
    title: 'Scans: every result waits for all before it',
    text: [
      'A prefix sum has as many results as elements, and each depends on everything in front. Work-efficient trees (Blelloch, 1990) do twice the additions of a loop; simple ones (Hillis and Steele, 1986) do a logarithm more. On a GPU neither count is what decides. Bytes decide: the fewest that a scan can do with is one read and one write of each element.',
      'Three sweeps, over tiles, over the sums of tiles and over tiles again, read everything twice. Decoupled look-back (Merrill and Garland, 2016) reads once: a tile publishes its sum, looks at what the tiles in front of it have published, and adds up until it meets one that knows its whole prefix. It needs workgroups that begin in order, which a ticket from an atomic counter gives, and it needs that a workgroup that has begun goes on, which WebGPU does not promise; a bounded wait with a fallback makes it safe.',
      'What look-back wins in bytes it may lose in waiting. A tile holds its elements in registers while it waits for the slowest tile in front, and loads nothing meanwhile. Where both forms are close, that is why.',
    ],
    rules: [
      'Scan within threads, then within subgroups, then within workgroups: each level hands one number on.',
      'Take reduce-then-scan where tiles fit the last-level cache between the sweeps, and look-back where they do not.',
      'Test a scan on lengths around every tile: it is the operator with most ends.',
    ],
    figure: { name: 'scan-work-span', title: 'Work and span of scans', family: 'scan' },
    tables: [{ kind: 'ladder', title: 'A prefix sum', family: 'scan', case: 'n=67108864,f32' }],
  },
  {
    title: 'Rows that stay: fusion is a row that is read once',
    text: [
      'Softmax is three sweeps over a row: the greatest, the sum of exponentials, the quotients. A norm is three as well: mean, variance, result. A row that registers hold is read once and written once, and all sweeps but the first cost no memory. Where a row is too long for that, the running maximum (Milakov and Gimelshein, 2018) saves one sweep of a softmax, and the running mean and variance (Welford, 1962) one of a norm.',
      'Caches blur the picture. A row that was just read lies near, and a second sweep over it costs little as long as the workgroups that run at once have rows that fit together. Kernels that sweep three times are then as fast as those that sweep once, and the difference shows only on rows that are longer than the cache of a multiprocessor.',
      'Short rows have another problem: one workgroup a row leaves most of its threads idle. Several rows share a workgroup, a subgroup takes one each, and folds need no barrier at all.',
      'Accuracy is decided here too. The greatest is subtracted before the exponential, so that nothing overflows; the mean is subtracted before the squares, so that nothing cancels.',
    ],
    rules: [
      'Subgroups for short rows, a workgroup with rows in registers for long ones, sweeps for those that no registers hold.',
      'Subtract before you square or raise: a formula that is algebraically the same may have no digits left.',
      'Let the next operator read the row while it is in registers.',
    ],
    tables: [
      { kind: 'ladder', title: 'Softmax', family: 'softmax', case: 'rows=16384,columns=4096,f32' },
      { kind: 'ladder', title: 'Layer norm', family: 'norm', case: 'rows=16384,columns=4096,f32' },
    ],
  },
];
