// Reads of four words at a time.
alias Item = vec4<u32>;

fn fold(item: Item) -> u32 {
  return item.x + item.y + item.z + item.w;
}

#import pattern/read.wgsl
