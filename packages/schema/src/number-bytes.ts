// Numbers in the bytes of a JSON text, as `JSON.parse` reads them.

/** Numbers one behind the other, with room for more. */
export interface NumberList {
  readonly values: Float64Array;
  count: number;
}

// Whole numbers of so many digits are exact, and so are these powers of ten: their quotient is the nearest number (Clinger, How to
// Read Floating Point Numbers Accurately, 1990).
const exactDigits = 15;
const powers = Float64Array.from({ length: exactDigits }, (_, power) => Number(`1e${power}`));

/**
 * Adds the number without a sign at a place of a text to a list, and says where it ends; −1 where none stands there, or one beyond all
 * that are finite.
 */
export function readNumber(text: Buffer, from: number, into: NumberList): number {
  // Hot: a long history has millions of numbers, and each byte is looked at once. 48 is the digit 0, 46 the point.
  let at = from;
  let byte = byteAt(text, at);
  let digits = 0;
  for (; isDigit(byte); byte = byteAt(text, ++at)) digits = digits * 10 + byte - 48;
  if (!isWhole(text, from, at)) return -1;
  const whole = at;
  if (byte === 46) {
    byte = byteAt(text, ++at);
    for (; isDigit(byte); byte = byteAt(text, ++at)) digits = digits * 10 + byte - 48;
    if (at === whole + 1) return -1;
  }
  if (at - from > exactDigits || isExponent(byte)) return readLong(text, { from, at }, into);
  into.values[into.count++] = at === whole ? digits : digits / (powers[at - whole - 1] ?? 1);
  return at;
}

// Behind the text nothing.
function byteAt(text: Buffer, at: number): number {
  return text[at] ?? 0;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

// In JSON no digit follows a zero at the beginning.
function isWhole(text: Buffer, from: number, end: number): boolean {
  return end > from && (end === from + 1 || text[from] !== 48);
}

function isExponent(byte: number): boolean {
  return byte === 0x65 || byte === 0x45;
}

interface Digits {
  readonly from: number;
  /** Behind the last before an exponent. */
  readonly at: number;
}

function readLong(text: Buffer, { from, at }: Digits, into: NumberList): number {
  const end = isExponent(byteAt(text, at)) ? endOfExponent(text, at + 1) : at;
  const value = Number(text.toString('latin1', from, end));
  if (end < 0 || !Number.isFinite(value)) return -1;
  into.values[into.count++] = value;
  return end;
}

// −1 of one without digits.
function endOfExponent(text: Buffer, from: number): number {
  const first = text[from] === 0x2b || text[from] === 0x2d ? from + 1 : from;
  let at = first;
  while (isDigit(byteAt(text, at))) at++;
  return at === first ? -1 : at;
}
