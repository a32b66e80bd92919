// The error function in double precision.

// Beyond it erf is ±1 in f64.
const edge = 6;

/**
 * erf(x) to some 10^-16: 2/√π · exp(−x²) · Σ 2^n x^(2n+1) / (1·3·…·(2n+1)) (Abramowitz and Stegun 7.1.6), whose terms are all of one
 * sign, so that nothing cancels.
 */
export function erf(x: number): number {
  if (!(Math.abs(x) < edge)) return Math.sign(x);
  const square = x * x;
  let [sum, term] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
    term *= (2 * square) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-square) * sum;
}
