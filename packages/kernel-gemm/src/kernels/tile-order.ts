// The order in which a generated kernel walks the tiles of C.

/** The tiles that cover C, and how many of their rows are walked together. */
export interface TileOrder {
  readonly rows: number;
  readonly columns: number;
  readonly band: number;
  readonly grid: readonly [x: number, y: number, z: number];
}

/**
 * Lines that name `tile_row` and `tile_column`: bands of a few tile rows are walked column by column, so that the
 * workgroups which run at the same time share rows of A and columns of B in the last-level cache.
 */
export function tileOrder({ rows, columns, band, grid }: TileOrder): string {
  const [width, height] = grid;
  const high = Math.min(band, rows);
  const isOver = width * height > rows * columns;
  return [
    `// C is ${rows} x ${columns} tiles, walked in bands of ${high} rows, column by column.`,
    height === 1 ? 'let tile = group.x;' : `let tile = group.y * ${width}u + group.x;`,
    ...(isOver ? [`if (tile >= ${rows * columns}u) {`, '  return;', '}'] : []),
    `let band = tile / ${high * columns}u;`,
    `let in_band = tile % ${high * columns}u;`,
    rows % high === 0
      ? `let band_rows = ${high}u;`
      : `let band_rows = min(${high}u, ${rows}u - band * ${high}u);`,
    `let tile_row = band * ${high}u + in_band % band_rows;`,
    'let tile_column = in_band / band_rows;',
  ].join('\n');
}
