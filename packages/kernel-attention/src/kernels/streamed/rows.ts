// Numbers of one to four queries as one WGSL value.

/** The type that holds a number for each of `rows` queries: a scalar for one. */
export function rowsType(rows: number, scalar: 'f32' | 'u32'): string {
  return rows === 1 ? scalar : `vec${rows}<${scalar}>`;
}

/** The number of row `r` of a value of such a type. */
export function rowOf(value: string, r: number, rows: number): string {
  return rows === 1 ? value : `${value}.${'xyzw'[r] ?? ''}`;
}
