// Types of numbers.

/** What sums, prefixes and built-in functions are of. */
export type Number32 = 'u32' | 'i32' | 'f32';
