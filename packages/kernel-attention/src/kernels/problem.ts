// One attention as the generators see it, and the lines that both begin with.

/** One attention: the shape, the mask, and the grid that covers its blocks of queries. */
export interface AttentionProblem {
  readonly heads: number;
  readonly group: number;
  readonly batches: number;
  readonly queries: number;
  readonly keys: number;
  readonly dim: number;
  readonly causal: boolean;
  /** Whether the logarithm of each query's sum of exponentials is written too. */
  readonly hasLse: boolean;
  readonly grid: readonly [x: number, y: number, z: number];
}

/** The function `visible_keys(head, query)`: the keys that a query sees are always the first ones. */
export function visibleKeys({ heads, queries, keys, causal }: AttentionProblem): string {
  const causalLine = `  return min(lengths[head / ${heads}u], max(query + ${1 + keys}u, ${queries}u) - ${queries}u);`;
  return `// The keys that a query sees are always the first ones.
fn visible_keys(head: u32, query: u32) -> u32 {
${causal ? causalLine : `  return lengths[head / ${heads}u];`}
}`;
}

/** The line that declares the buffer `lse`, behind that of the outputs, where it is written. */
export function declareLse({ hasLse }: AttentionProblem): string {
  return hasLse ? '\n@group(0) @binding(5) var<storage, read_write> lse: array<f32>;' : '';
}

/** Lines that write a query's log-sum-exp where `condition` holds, `top` the power of two that its sum `total` is relative to. */
export function writeLse(
  { hasLse }: AttentionProblem,
  { condition, at, top }: { readonly condition: string; readonly at: string; readonly top: string },
): string {
  if (!hasLse) return '';
  return `
if (${condition}) {
  lse[${at}] = select(HIDDEN, ${Math.LN2.toPrecision(9)} * (${top} + log2(total)), total > 0.0);
}`;
}

/**
 * Lines that name the block of this workgroup: `head`, `first_query`, `shared_head`, and the keys it has to look at. Under a causal mask
 * the last block of every head comes first: later queries see more keys, and what begins last should be short. In the order of heads
 * the long blocks of the last one would begin when everything else is done. `band` heads at a time, a divisor of all heads, leave keys and
 * values of fewer heads to be held by a cache; the shortest three eighths of the blocks then follow of all heads, so that the last band
 * leaves nobody waiting. 0 takes all heads at once.
 */
export function placeBlock(
  problem: AttentionProblem,
  blockQueries: number,
  band = 0,
  numbered = numberBlock(problem, blockQueries),
): string {
  const { heads, group, batches, queries, causal } = problem;
  const blocks = Math.ceil(queries / blockQueries);
  const allHeads = heads * batches;
  const place = causal
    ? placeCausal({ blocks, blockQueries, turns: band === 0 ? allHeads : band, allHeads })
    : [`let head = block / ${blocks}u;`, `let first_query = block % ${blocks}u * ${blockQueries}u;`];
  return [
    numbered,
    ...place,
    `let shared_head = head / ${heads}u * ${heads / group}u + head % ${heads}u / ${group}u;`,
    '// The first query of the block sees least, the last one most.',
    'let least_visible = visible_keys(head, first_query);',
    `let most_visible = visible_keys(head, first_query + ${blockQueries - 1}u);`,
  ].join('\n');
}

function numberBlock({ queries, heads, batches, grid }: AttentionProblem, blockQueries: number): string {
  return numberGroup('block', Math.ceil(queries / blockQueries) * heads * batches, grid);
}

/** Lines that name the number of this workgroup; one past the last of `total` has nothing to do. */
export function numberGroup(name: string, total: number, grid: AttentionProblem['grid']): string {
  const [width, height] = grid;
  return [
    height === 1 ? `let ${name} = group.x;` : `let ${name} = group.y * ${width}u + group.x;`,
    ...(width * height > total ? [`if (${name} >= ${total}u) {`, '  return;', '}'] : []),
  ].join('\n');
}

function placeCausal({ blocks, blockQueries, turns, allHeads }: CausalOrder): readonly string[] {
  const last = `${blocks - 1}u`;
  if (turns === allHeads)
    return [
      `let head = block % ${allHeads}u;`,
      `let first_query = (${last} - block / ${allHeads}u) * ${blockQueries}u;`,
    ];
  const long = blocks - Math.floor((3 * blocks) / 8);
  return [
    `var head = block % ${allHeads}u;`,
    `var row = ${last} - block / ${allHeads}u;`,
    `if (block < ${long * allHeads}u) {`,
    `  head = block / ${turns * long}u * ${turns}u + block % ${turns}u;`,
    `  row = ${last} - block % ${turns * long}u / ${turns}u;`,
    '}',
    `let first_query = row * ${blockQueries}u;`,
  ];
}

interface CausalOrder {
  readonly blocks: number;
  readonly blockQueries: number;
  /** Heads that take turns. */
  readonly turns: number;
  readonly allHeads: number;
}
