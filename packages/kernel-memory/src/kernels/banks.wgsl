// Threads read a table in workgroup memory at places STRIDE words apart, over and over: word i lies in bank i mod 32, and lanes that meet in a
// bank wait for each other. Each folds what it reads, in its order, into one word.
const STRIDE = 1u;
const LAYOUT = 0u; // 0: words as they come; 1: a word left out behind every 32; 2: each row of 32 words shuffled by its number
const TRIPS = 2u;
const GROUPS = 1u;
const WORKGROUP = 256u;
const GRID_X = 128u;
const WORDS = 2048u;
const RUN = 32u; // words that a thread reads one after another

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> hashes: array<u32>;

// The first words stand behind the last again, so that a run of words never wraps within it.
var<workgroup> table: array<u32, 2145>;

fn place(word: u32) -> u32 {
  if (LAYOUT == 1u) {
    return word + word / 32u;
  }
  if (LAYOUT == 2u) {
    return word ^ (word / 32u % 32u);
  }
  return word;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let own = group.y * GRID_X + group.x;
  for (var word = thread; word < WORDS + RUN; word += WORKGROUP) {
    table[place(word)] = x[word % WORDS];
  }
  workgroupBarrier();
  var start = (thread * STRIDE + own) % WORDS;
  var hash = 0u;
  for (var trip = 0u; trip < TRIPS; trip++) {
    for (var step = 0u; step < RUN; step++) {
      hash = hash * 0x01000193u + table[place(start + step)];
    }
    start = (start + RUN) % WORDS;
  }
  if (own < GROUPS) {
    hashes[own * WORKGROUP + thread] = hash;
  }
}
