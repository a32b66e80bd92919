// What becomes of an element: one operator, on a number or on four side by side. A sum is in the type Work of what is read, f32 for
// f16; everything else is in f32. The kernel that imports it declares Work and Float, numbers or four of them.
const OP = 0u; // 0 add, 1 scale, 2 saxpy, 3 relu, 4 clamp, 5 gelu, 6 gelu-tanh, 7 silu, 8 cast
const FACTOR = 1.7;
const LOW = -0.5;
const HIGH = 1.25;
// Whether there is a second operand.
const BINARY = true;

// erf as an odd rational function, off by less than 2^-24 (coefficients of Eigen, MPL-2.0). At EDGE it reaches 1 for f32.
const EDGE = 3.8325068;
fn erf(x: Float) -> Float {
  let z = clamp(x, Float(-EDGE), Float(EDGE));
  let s = z * z;
  var p = Float(2.1237322e-6);
  p = fma(p, s, Float(2.861980e-4));
  p = fma(p, s, Float(3.6580483e-3));
  p = fma(p, s, Float(5.2433021e-2));
  p = fma(p, s, Float(0.18741608));
  p = fma(p, s, Float(1.1283791));
  var q = Float(3.8918573e-5);
  q = fma(q, s, Float(1.1432960e-3));
  q = fma(q, s, Float(1.4752088e-2));
  q = fma(q, s, Float(0.11294568));
  q = fma(q, s, Float(0.49942580));
  q = fma(q, s, Float(1));
  return z * p / q;
}

// 1 / (1 + exp(-t)). The exponential is of no positive number, so that none overflows.
fn sigmoid(t: Float) -> Float {
  let e = exp(-abs(t));
  return select(e, Float(1), t >= Float(0)) / (Float(1) + e);
}

// (1 + tanh(u)) / 2 is the sigmoid of 2u. Beyond ±12 it is 0 or 1, and the cube of a larger number might overflow.
fn tanh_share(x: Float) -> Float {
  let z = clamp(x, Float(-12), Float(12));
  return sigmoid(1.5957691 * z * fma(0.044715 * z, z, Float(1)));
}

fn map(x: Work, y: Work) -> Work {
  if (OP == 0u) {
    return x + y;
  }
  return Work(map_floats(Float(x), Float(y)));
}

fn map_floats(x: Float, y: Float) -> Float {
  if (OP == 1u) {
    return FACTOR * x;
  } else if (OP == 2u) {
    return fma(Float(FACTOR), x, y);
  } else if (OP == 3u) {
    return max(x, Float(0));
  } else if (OP == 4u) {
    return clamp(x, Float(LOW), Float(HIGH));
  } else if (OP == 5u) {
    return 0.5 * x * (Float(1) + erf(0.70710678 * x));
  } else if (OP == 6u) {
    return x * tanh_share(x);
  } else if (OP == 7u) {
    return x * sigmoid(x);
  }
  return x;
}
