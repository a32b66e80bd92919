// A maximum and the sum of exponentials relative to it: such pairs merge in any order (Milakov & Gimelshein, 2018).
alias Partial = vec2f;
const NOTHING = Partial(LOWEST, 0.0);

#import @kernel-ladder/kernel-kit/kernels/fold-partials.wgsl

fn merge(a: Partial, b: Partial) -> Partial {
  let top = max(a.x, b.x);
  return Partial(top, a.y * exp(a.x - top) + b.y * exp(b.x - top));
}

fn fold_subgroup(own: Partial, _size: u32) -> Partial {
  let top = subgroupMax(own.x);
  return Partial(top, subgroupAdd(own.y * exp(own.x - top)));
}
