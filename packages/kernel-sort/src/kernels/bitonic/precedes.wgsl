// Which of two elements comes first. Of equal keys the one that came first: no two elements are alike then, and any network is stable.
const PAIRS = false;

#import order.wgsl

struct Element {
  key: u32,
  place: u32,
}

fn precedes(a: Element, b: Element) -> bool {
  let left = ordered(a.key);
  let right = ordered(b.key);
  return left < right || (PAIRS && left == right && a.place < b.place);
}
