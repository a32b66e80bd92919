// Entries and ends of rows as one list (Merrill and Garland 2016), in which the end of row r stands at offsets[r + 1] + r: an empty row costs an
// item as well. A workgroup takes a tile of the list, and each of its threads ITEMS of it, whatever the lengths of rows. The kernel says
// in `stage` how products come into workgroup memory, and in `open_before` how what threads leave open is added up.
const ROWS = 16u;
const NNZ = 64u;
// Odd: threads that read as many words apart never meet in a bank.
const ITEMS = 7u;
const WORKGROUP = 256u;
const TILE = ITEMS * WORKGROUP;
const TILES = 1u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<u32>;
@group(0) @binding(2) var<storage, read> vals: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
// For each tile what it leaves of the row that it ends in.
@group(0) @binding(5) var<storage, read_write> carries: array<f32>;

// Of a tile: ends of rows, counted from its first entry, then the bits of products.
var<workgroup> staged: array<u32, TILE>;

// The first row and entry of a tile, and how many rows end in it.
struct Tile {
  row: u32,
  entry: u32,
  ends: u32,
  entries: u32,
}

// Where in the list a tile begins; the last one ends where the list does.
fn tile_begin(tile: u32) -> u32 {
  return min(tile * TILE, ROWS + NNZ);
}

fn stage_ends(tile: Tile, thread: u32) {
  for (var index = thread; index < tile.ends; index += WORKGROUP) {
    staged[index] = offsets[tile.row + index + 1u] - tile.entry;
  }
}

// How many of the staged ends stand before an item of the tile.
fn staged_ends_before(item: u32, tile: Tile) -> u32 {
  var low = item - min(item, tile.entries);
  var high = min(item, tile.ends);
  while (low < high) {
    let middle = (low + high) / 2u;
    if (staged[middle] + middle < item) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

// Where the next row ends, of those that end in the tile.
fn next_end(ended: u32, tile: Tile) -> u32 {
  return select(0xffffffffu, staged[min(ended, TILE - 1u)], ended < tile.ends);
}

// The tile between the rows that end before it and those that end before the next.
fn take_tile(own: u32, begin: u32, end: u32, thread: u32) {
  let first = tile_begin(own);
  let ends = end - begin;
  let items = tile_begin(own + 1u) - first;
  let tile = Tile(begin, first - begin, ends, items - ends);
  stage(tile, thread);
  stage_ends(tile, thread);
  workgroupBarrier();
  let first_item = min(thread * ITEMS, items);
  let first_end = staged_ends_before(first_item, tile);
  var ended = first_end;
  var row_end = next_end(ended, tile);
  var entry = first_item - first_end;
  var sum = 0.0;
  // Of the row that the thread begins in: threads before it may have some of it as well.
  var head = 0.0;
  for (var step = 0u; step < ITEMS; step++) {
    if (first_item + step >= items) {
      break;
    }
    if (row_end <= entry) {
      if (ended == first_end) {
        head = sum;
      } else {
        y[tile.row + ended] = sum;
      }
      sum = 0.0;
      ended++;
      row_end = next_end(ended, tile);
    } else {
      sum += bitcast<f32>(staged[tile.ends + entry]);
      entry++;
    }
  }
  let before = open_before(sum, ended > first_end, thread);
  if (ended > first_end) {
    y[tile.row + first_end] = before.x + head;
  }
  if (thread == 0u) {
    carries[own] = before.y;
  }
}
