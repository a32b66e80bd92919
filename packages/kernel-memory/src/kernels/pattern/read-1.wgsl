// Reads of single words.
alias Item = u32;

fn fold(item: Item) -> u32 {
  return item;
}

#import pattern/read.wgsl
