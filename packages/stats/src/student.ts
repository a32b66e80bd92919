// Student's t distribution, from the regularized incomplete beta function.

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

// Lanczos 1964 with g = 7 and nine terms; good to 15 digits for x ≥ 0.5, and nothing smaller is asked for.
function lnGamma(x: number): number {
  const z = x - 1;
  const series = lanczos.reduce((sum, term, index) => sum + term / (z + index + 1), 0.99999999999980993);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series);
}

// The continued fraction DLMF 8.17.22, evaluated by Lentz's method.
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const term of [even, odd]) {
      d = 1 / (1 + term * d || tiny);
      c = 1 + term / c || tiny;
      step = c * d;
      fraction *= step;
    }
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return fraction;
}

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  if (x < (a + 1) / (a + b + 2)) return (Math.exp(front) * betaFraction(x, a, b)) / a;
  return 1 - (Math.exp(front) * betaFraction(1 - x, b, a)) / b;
}

function requireDegrees(degrees: number): void {
  if (!(degrees > 0 && Number.isFinite(degrees)))
    throw new RangeError(`Student's t needs degrees of freedom above 0, got ${degrees}`);
}

/** P(T > t) with relative accuracy far into the tail. Throws unless degrees > 0. */
export function studentUpperTail(t: number, degrees: number): number {
  requireDegrees(degrees);
  if (Number.isNaN(t)) throw new RangeError("Student's t has no tail above NaN");
  if (t < 0) return 1 - studentUpperTail(-t, degrees);
  return 0.5 * incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** P(T ≤ t). Throws unless degrees > 0. */
export function studentCdf(t: number, degrees: number): number {
  return t < 0 ? studentUpperTail(-t, degrees) : 1 - studentUpperTail(t, degrees);
}

/** The t with P(T ≤ t) = p, by bisection. Throws unless 0 < p < 1 and degrees > 0. */
export function studentQuantile(p: number, degrees: number): number {
  requireDegrees(degrees);
  if (!(p > 0 && p < 1)) throw new RangeError(`Student's t has a quantile for 0 < p < 1, got ${p}`);
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  let low = 0;
  let high = 1;
  while (studentUpperTail(high, degrees) > tail) high *= 2;
  while (high - low > 1e-14 * high) {
    const middle = (low + high) / 2;
    if (studentUpperTail(middle, degrees) > tail) low = middle;
    else high = middle;
    if (middle === low && middle === high) break;
  }
  const t = (low + high) / 2;
  return p < 0.5 ? -t : t;
}
