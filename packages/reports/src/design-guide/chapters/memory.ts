// How bytes get to the arithmetic: levels of memory, neighbours, banks, and what hides the wait.
import type { Chapter } from '../chapter.ts';

export const memory: readonly Chapter[] = [
  {
    title: 'The memory hierarchy',
    text: [
      'A number that a thread needs is in one of five places. Registers belong to the thread and cost nothing to read. Workgroup memory belongs to a workgroup and is reached in a few tens of cycles. The first-level cache shares its silicon and serves one multiprocessor. The last-level cache serves all of them. Behind it is memory.',
      'Each step outwards is larger, slower and shared by more threads. WGSL names only two of the five, `var` in a function and `var<workgroup>`; a storage buffer may be found in any of the other three, and no program can ask which one. Whoever wants to know has to measure: the same sum over a working set that grows shows a step in bandwidth wherever a level is full, and a chain of loads, each of which says where the next one is, shows the time that a single load takes.',
      'Both curves matter, and they matter for different kernels. Bandwidth bounds whoever has enough loads in flight: sums, maps, transposes, anything that walks over long arrays. The time of a single load bounds whoever has to wait for one before he knows the next: linked lists, hash tables, graphs, and the last steps of any tree.',
      'Caches also make the bytes of a model wrong. A naive product asks memory for far more than the device can deliver and is not as slow as that, since most of what it asks for lies near. That is why pages of this suite tell requested bytes from those that a problem needs, and why a share of the memory roof above the whole is said to be served by caches.',
    ],
    rules: [
      'Count the bytes that a problem needs, every input once and every result once. That number at the measured bandwidth is the time to beat.',
      'Where a working set fits the last-level cache between two kernels, fusing them saves launches rather than bytes.',
      'Never judge a kernel by a size that fits a cache when its users have sizes that do not: this suite writes over the caches before each launch that it calls cold.',
    ],
    tables: [
      {
        kind: 'curve',
        title: 'Bandwidth by working set',
        family: 'memory',
        variants: ['sweep'],
        along: 'bytes',
        pattern: 'bytes=*,f32',
      },
      {
        kind: 'curve',
        title: 'A chain of loads by working set',
        family: 'memory',
        variants: ['chase'],
        along: 'bytes',
        pattern: 'bytes=*,u32',
      },
    ],
  },
  {
    title: 'Coalescing: neighbours read neighbours',
    text: [
      'The lanes of a subgroup issue one load together. The hardware looks at all their addresses and fetches whole sectors, not words. If neighbouring lanes want neighbouring words, every byte of every sector is used. If they want words that lie apart, each word brings a sector of strangers along, and the bandwidth that is left is the share of the sector that somebody wanted.',
      'The loss grows with the stride until each word has a sector to itself; from there on it is constant as far as sectors go, though pages and rows of the memory chips may still make it worse. Wider items help, as an item of four words fills more of its sector by itself. Writes suffer as reads do, and sometimes more, as a sector that is written in part has to be merged.',
      'A row-major matrix that is read by columns is the usual way to meet this. The cure is rarely to change the matrix; it is to change who reads what. Threads along the fast axis take neighbouring elements, and a tile goes through workgroup memory where it has to come out turned. The transpose is the purest case: it does nothing else, one of its two sides is always against the grain, and its best rung runs at the speed of a copy.',
    ],
    rules: [
      'Let `local_invocation_index` walk along the fastest axis of whatever is largest.',
      'Load `vec4` where shapes allow: fewer instructions, and every item fills more of a sector.',
      'Turn in workgroup memory, never in global memory.',
      'A structure of arrays beats an array of structures, unless every thread wants the whole structure.',
    ],
    figure: {
      name: 'access-patterns',
      title: 'Bandwidth over the stride, by the width of an access',
      family: 'memory',
    },
    tables: [
      {
        kind: 'curve',
        title: 'Words read at a stride',
        family: 'memory',
        variants: ['pattern'],
        along: 'stride',
        pattern: 'stride=*,width=1,access=read,f32',
      },
      {
        kind: 'curve',
        title: 'Items of four words read at a stride',
        family: 'memory',
        variants: ['pattern'],
        along: 'stride',
        pattern: 'stride=*,width=4,access=read,f32',
      },
      {
        kind: 'curve',
        title: 'Words written at a stride',
        family: 'memory',
        variants: ['pattern'],
        along: 'stride',
        pattern: 'stride=*,width=1,access=write,f32',
      },
      { kind: 'ladder', title: 'A transpose', family: 'memory', case: 'rows=8192,columns=8192,f32' },
    ],
  },
  {
    title: 'Workgroup memory and its banks',
    text: [
      'Workgroup memory is cut into banks, which deliver one word each at a time. Lanes that want words of different banks are served together. Lanes that want different words of one bank are served one after the other. All lanes that want the same word are served at once.',
      'A stride that is a multiple of the number of banks is the worst case: a column of a tile whose rows are as long as there are banks lies in one bank. Padding each row by a word moves every row one bank further, and the column is spread over all of them. Swizzling does the same without the padding, by an exclusive or of the column with the row; it costs an instruction and saves the memory.',
      'Vectors change the count, not the rule. A `vec4` takes four banks, and a quarter of the lanes go at a time. The layout algebra of this suite predicts the degree of a conflict from strides alone, and a test holds its order against the measured one.',
      'Conflicts are invisible in WGSL and in most models of cost. A kernel that is a little slower than its neighbour for no reason that one can see, and that turns a tile on its way in, usually has them.',
    ],
    rules: [
      'Pad the rows of a tile that is read both ways, by one item of the width in which it is read.',
      'Prefer a layout in which all lanes read one word or neighbouring words over one that needs padding.',
      'Workgroup memory is also a budget: what one workgroup takes, others on the same multiprocessor do not get.',
    ],
    tables: [
      {
        kind: 'curve',
        title: 'Words at a stride through the banks',
        family: 'memory',
        variants: ['banks'],
        along: 'stride',
        pattern: 'stride=*,f32',
      },
      {
        kind: 'curve',
        title: 'The same with padding',
        family: 'memory',
        variants: ['banks-padded'],
        along: 'stride',
        pattern: 'stride=*,f32',
      },
    ],
  },
  {
    title: 'Occupancy, and hiding the wait',
    text: [
      'A load from memory takes as long as hundreds of instructions. A processor of one thread would wait. A GPU has other subgroups to run meanwhile, and a thread may have other loads on their way. Little’s law says how much is needed: the bytes in flight are the bandwidth times the time of a load. It does not say who holds them.',
      'More threads with one load each, or fewer threads with several loads each, keep as many bytes in flight. Occupancy, the share of threads that a multiprocessor could hold and does, is therefore a means and no end. Kernels of many registers run few threads and are as fast as any, as long as each thread has independent work; kernels of one dependent chain a thread need all the threads they can get.',
      'WebGPU says neither how many registers a kernel takes nor how many workgroups are resident. What can be varied from outside are the threads of a workgroup and the elements of a thread that do not wait for each other. The surface of both, with its best point, is on [the page about occupancy](occupancy.md). Small products show the other side: a workgroup that is alone on its multiprocessor waits for its first loads and its last stores with nothing in between, and several smaller ones do so in turn.',
    ],
    rules: [
      'Give a thread several independent loads before the first is used; write them out, as loops hide them from the compiler.',
      'Take the smallest tile that feeds its arithmetic while a problem has few tiles, and the largest while it has many.',
      'Do not raise occupancy at the price of spilling: what leaves registers goes to memory.',
    ],
    tables: [
      {
        kind: 'curve',
        title: 'A sum by threads of a workgroup, one load each',
        family: 'reduce',
        variants: ['occupancy'],
        along: 'workgroup',
        pattern: 'n=67108864,workgroup=*,ilp=1,f32',
      },
      {
        kind: 'curve',
        title: 'A sum by loads of a thread',
        family: 'reduce',
        variants: ['occupancy'],
        along: 'ilp',
        pattern: 'n=67108864,ilp=*,f32',
      },
    ],
  },
];
