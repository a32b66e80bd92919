// What is kept of a tile is put side by side in workgroup memory, so that it is written in whole lines.
#import compact/tile.wgsl

@group(0) @binding(1) var<storage, read_write> y: array<u32>;

var<workgroup> staged: array<u32, TILE>;

// Puts the words of a quad that are kept at a place and behind it.
fn stage_quad(first: u32, quad: vec4u) {
  var place = first;
  for (var part = 0u; part < 4u; part++) {
    if (quad[part] != 0u) {
      staged[place] = quad[part];
      place++;
    }
  }
}

fn write_staged(thread: u32, first: u32, kept: u32) {
  for (var step = 0u; step < 8u; step++) {
    let at = step * WORKGROUP + thread;
    if (at < kept) {
      y[first + at] = staged[at];
    }
  }
}
