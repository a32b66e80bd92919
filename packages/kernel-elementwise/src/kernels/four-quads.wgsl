// A tile of four quads a thread, a workgroup's width apart: all of its loads are on their way before the first is waited for.
const WORKGROUP = 256u;
const TILE = 4u * WORKGROUP;
// Whether all tiles that are taken are whole ones of the vector: nothing is tested then.
const WHOLE = false;

#import quads.wgsl

fn load_first(index: u32) -> Work {
  if (WHOLE || index < QUADS) {
    return Work(a[index]);
  }
  return Work();
}

fn load_second(index: u32) -> Work {
  if (WHOLE || index < QUADS) {
    return second(index);
  }
  return Work();
}

fn store_within(index: u32, quad: Work) {
  if (WHOLE || index < QUADS) {
    store(index, quad);
  }
}

fn map_tile(first: u32) {
  let x0 = load_first(first);
  let x1 = load_first(first + WORKGROUP);
  let x2 = load_first(first + 2u * WORKGROUP);
  let x3 = load_first(first + 3u * WORKGROUP);
  let y0 = load_second(first);
  let y1 = load_second(first + WORKGROUP);
  let y2 = load_second(first + 2u * WORKGROUP);
  let y3 = load_second(first + 3u * WORKGROUP);
  store_within(first, map(x0, y0));
  store_within(first + WORKGROUP, map(x1, y1));
  store_within(first + 2u * WORKGROUP, map(x2, y2));
  store_within(first + 3u * WORKGROUP, map(x3, y3));
}
