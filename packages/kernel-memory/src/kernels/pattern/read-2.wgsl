// Reads of pairs of words.
alias Item = vec2<u32>;

fn fold(item: Item) -> u32 {
  return item.x + item.y;
}

#import pattern/read.wgsl
