// The epilogue of a sum: bend(SCALE · sum + addend). Who imports this declares `Number`, the type of the sums, and `added`, an
// array of them: the bias, the residual, or something that nobody reads.
const SCALE = 1.0;
const ADDS = 1u; // 0 nothing, 1 a bias per column, 2 a residual like C
const BEND = 2u; // 0 no, 1 ReLU, 2 GELU

// x / (1 + e^z) with z = −2·√(2/π)·(x + 0.044715·x³) is the tanh form; the exponent is capped where e^z would overflow.
fn gelu(x: f32) -> f32 {
  return x / (1.0 + exp(min(-1.5957691216057308 * (x + 0.044715 * x * x * x), 80.0)));
}

// What C holds at `at`, which lies in `column`.
fn finish(sum: Number, at: u32, column: u32) -> Number {
  var value = sum;
  if (SCALE != 1.0) {
    value = Number(SCALE * f32(value));
  }
  if (ADDS == 1u) {
    value += added[column];
  } else if (ADDS == 2u) {
    value += added[at];
  }
  if (BEND == 1u) {
    value = max(value, Number());
  } else if (BEND == 2u) {
    value = Number(gelu(f32(value)));
  }
  return value;
}
