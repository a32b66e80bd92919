// Work whose shape is in the data: atomics, divergence, sorting, sparse matrices, several devices.
import type { Chapter } from '../chapter.ts';

export const irregular: readonly Chapter[] = [
  {
    title: 'Atomics: many threads, one word',
    text: [
      'An atomic operation is a read, a change and a write that nobody interrupts. Threads that meet at one word queue up. With as many words as threads an atomic costs little more than a store; with one word for all, the device works as fast as that one word can be changed.',
      'The cure is always the same: combine before you meet. Lanes of a subgroup add up first and one of them goes to memory. A workgroup keeps a private copy in workgroup memory, where atomics are cheap and meet fewer others, and merges it once at the end. A histogram of few bins lives from this; one of more bins than workgroup memory holds needs several passes over the data or has to bear the queue.',
      'Data decide how bad it is. Uniform keys spread; a skewed distribution sends most threads to a few words. A kernel that was timed on uniform keys alone has not been timed.',
    ],
    rules: [
      'Combine in the subgroup, then in the workgroup, then in memory.',
      'Integers only, where the result has to be the same every time.',
      'Measure with skewed keys.',
    ],
    tables: [
      {
        kind: 'curve',
        title: 'Atomics in memory by the number of words',
        family: 'atomics',
        variants: ['contention-storage'],
        along: 'targets',
        pattern: 'n=16777216,targets=*,u32',
      },
      {
        kind: 'curve',
        title: 'The same in workgroup memory',
        family: 'atomics',
        variants: ['contention-workgroup'],
        along: 'targets',
        pattern: 'n=16777216,targets=*,u32',
      },
      {
        kind: 'ladder',
        title: 'A histogram',
        family: 'atomics',
        case: 'n=67108864,bins=256,input=uniform,u32',
      },
      { kind: 'ladder', title: 'Compaction', family: 'atomics', case: 'n=67108864,keep=50,u32' },
    ],
  },
  {
    title: 'Divergence: lanes that part',
    text: [
      'The lanes of a subgroup share an instruction. Where a branch sends them different ways, the ways are walked one after the other, with the other lanes idle. The cost is the sum of all ways that any lane takes, so it grows with the number of different ways among neighbours and not with the number of branches in the text.',
      'Short branches become selections and cost their instructions, whoever takes them. Long ones are worth a vote: if no lane wants the way, skip it. Where lanes want many different ways, sorting the work by way, even within a workgroup, brings neighbours together.',
    ],
    rules: [
      'Arrange data so that neighbours agree; branch on what is the same for a subgroup.',
      'Vote before a long way; select for a short one.',
    ],
    tables: [
      {
        kind: 'curve',
        title: 'Work by the number of ways in a subgroup',
        family: 'warp',
        variants: ['divergent'],
        along: 'degree',
        pattern: 'n=2097152,degree=*,u32',
      },
    ],
  },
  {
    title: 'Sorting',
    text: [
      'Comparison networks sort small arrays well: they have a fixed pattern, no atomics, and fit workgroup memory. Their work grows faster than the array, and each step beyond a workgroup is a sweep over memory.',
      'Radix sorts look at a few bits at a time. Each pass counts the digits, scans the counts and moves every key to its place. Its bytes are a read and a write of all keys a pass, plus the count; a pass that finds the prefixes of its digits by look-back does without the separate count. The moves are what costs: keys of one tile go to many places, so they are first put in order in workgroup memory and leave in runs.',
      'Stable passes are what makes it a sort at all. Equal digits have to stay in order, which rules out the simple atomic append.',
    ],
    rules: [
      'A network below a workgroup’s reach, radix above.',
      'Rank keys within a tile by subgroup votes before anything is moved.',
      'Sort keys with a payload of indices; move the rest once at the end.',
    ],
    tables: [
      { kind: 'ladder', title: 'Large arrays', family: 'sort', case: 'n=67108864,u32' },
      { kind: 'ladder', title: 'Small arrays', family: 'sort', case: 'n=65536,u32' },
    ],
  },
  {
    title: 'Sparse matrices',
    text: [
      'A product of a sparse matrix with a vector reads each entry once and a word of the vector for each of them, from wherever the column says. Memory is the roof, and the question is how evenly the work is shared out. One thread a row is simple, and reads rows of neighbours at once from places that lie apart. A subgroup a row reads in order and wastes lanes on short rows.',
      'Neither survives a skewed matrix. One row with a large share of all entries holds up everything else. Sharing out entries rather than rows, along the merge of row ends and entries (Merrill and Garland, 2016), gives every thread the same work and pays with a search at the start and a fix at the ends of rows that are cut.',
      'Formats are decisions made once for many products. Padding rows to one length makes loads regular and stores zeros; blocks save indices where entries come in blocks.',
    ],
    rules: [
      'Look at the lengths of rows first: their average chooses the number of lanes, their spread chooses whether to balance.',
      'Balance by entries where the longest row is many times the average.',
    ],
    figure: { name: 'sparse-irregular', title: 'Products over the skew of the rows', family: 'sparse' },
    tables: [
      {
        kind: 'ladder',
        title: 'Rows of much the same length',
        family: 'sparse',
        case: 'rows=1048576,nnz=16777216,pattern=uniform,f32',
      },
      {
        kind: 'ladder',
        title: 'A few rows with most entries',
        family: 'sparse',
        case: 'rows=1048576,nnz=16777216,pattern=power-law,f32',
      },
    ],
  },
  {
    title: 'Several ranks',
    text: [
      'Training on several devices adds up gradients over all of them, and the sum is an operator like any other: it has a least number of bytes, which a ring reaches, and a least number of steps, which a tree reaches. Long messages want the first and short ones the second. The ranks of this suite share one GPU, so that what is measured are its kernels and not a network; the cost model of [collectives](allreduce-model.md) says what a topology would add.',
      'Sharding trades memory for messages. Gradients that are scattered as they are reduced cost no more than the allreduce that they replace; parameters that are gathered before each layer cost half as much again.',
    ],
    rules: [
      'One shot for short messages, a ring or two shots for long ones.',
      'Overlap the exchange of one layer with the backward pass of the next.',
    ],
    tables: [{ kind: 'ladder', title: 'Allreduce', family: 'allreduce', case: 'n=33554432,ranks=8,f32' }],
  },
];
