// Four elements side by side as one load and one store. The last ones, up to three, share a quad with what is not ours.
const N = 1025u;
alias In = f32;
alias Out = f32;
alias Number = f32;
alias Work = vec4<Number>;
alias Float = vec4<f32>;
const QUADS = (N + 3u) / 4u;

@group(0) @binding(0) var<storage, read> a: array<vec4<In>>;
@group(0) @binding(1) var<storage, read> b: array<vec4<In>>;
@group(0) @binding(2) var<storage, read_write> result: array<vec4<Out>>;

#import maps.wgsl

// The second operand of a quad; of an operator that has one only, nothing is read.
fn second(index: u32) -> Work {
  if (BINARY) {
    return Work(b[index]);
  }
  return Work();
}

fn store(index: u32, quad: Work) {
  if (N % 4u == 0u || index < N / 4u) {
    result[index] = vec4<Out>(quad);
    return;
  }
  // Behind the last element is not ours.
  for (var part = 0u; part < N % 4u; part++) {
    result[index][part] = Out(quad[part]);
  }
}
