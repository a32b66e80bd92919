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

/** Lines that name the block of this workgroup: `head`, `first_query`, `shared_head`, and the keys it has to look at. */
export function placeBlock(problem: AttentionProblem, blockQueries: number): string {
  const { heads, group, batches, queries, grid } = problem;
  const blocks = Math.ceil(queries / blockQueries);
  const total = blocks * heads * batches;
  const [width, height] = grid;
  return [
    height === 1 ? 'let block = group.x;' : `let block = group.y * ${width}u + group.x;`,
    ...(width * height > total ? [`if (block >= ${total}u) {`, '  return;', '}'] : []),
    `let head = block / ${blocks}u;`,
    `let first_query = block % ${blocks}u * ${blockQueries}u;`,
    `let shared_head = head / ${heads}u * ${heads / group}u + head % ${heads}u / ${group}u;`,
    '// The first query of the block sees least, the last one most.',
    'let least_visible = visible_keys(head, first_query);',
    `let most_visible = visible_keys(head, first_query + ${blockQueries - 1}u);`,
  ].join('\n');
}
