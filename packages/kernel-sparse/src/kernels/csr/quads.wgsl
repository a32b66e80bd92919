// Four entries at a time: a row begins anywhere, so that what its first and last quad hold of its neighbours is masked. A mask and no factor
// of 0: what lies beside a row may be infinite. The kernel declares LAST_QUAD and binds cols, vals and x.
fn quad_sum(quad: u32, begin: u32, end: u32) -> f32 {
  // Loaded in any case, and within the arrays: several quads are in flight before the first is looked at.
  let at = min(quad, LAST_QUAD);
  let places = vec4u(4u * quad) + vec4u(0u, 1u, 2u, 3u);
  let is_own = (places >= vec4u(begin)) & (places < vec4u(end));
  let own = select(vec4u(), cols[at], is_own);
  let products = vals[at] * vec4f(x[own.x], x[own.y], x[own.z], x[own.w]);
  let kept = select(vec4f(), products, is_own);
  return (kept.x + kept.y) + (kept.z + kept.w);
}
