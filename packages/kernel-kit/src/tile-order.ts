// The order in which a generated kernel walks the tiles of C.

/** The tiles that cover C, and how many of their rows are walked together. */
export interface Tiles {
  readonly rows: number;
  readonly columns: number;
  readonly band: number;
}

/** The same, with a workgroup for each. */
export interface TileOrder extends Tiles {
  readonly grid: readonly [x: number, y: number, z: number];
}

/**
 * Lines that name `tile_row` and `tile_column`: bands of a few tile rows are walked column by column, so that the
 * workgroups which run at the same time share rows of A and columns of B in the last-level cache.
 */
export function tileOrder({ rows, columns, band, grid }: TileOrder): string {
  const [width, height] = grid;
  const isOver = width * height > rows * columns;
  return [
    orderInWords({ rows, columns, band }),
    height === 1 ? 'let tile = group.x;' : `let tile = group.y * ${width}u + group.x;`,
    ...(isOver ? [`if (tile >= ${rows * columns}u) {`, '  return;', '}'] : []),
    placeOfTile({ rows, columns, band }),
  ].join('\n');
}

/**
 * The same order where a workgroup takes tile after tile, in the body of a loop: each by a ticket, which the first thread draws. Whoever
 * leaves the loop has seen that no tile is left.
 */
export function drawnTile(tiles: Tiles): string {
  return [
    orderInWords(tiles),
    'if (thread == 0u) {',
    '  ticket = atomicAdd(&tickets[0], 1u);',
    '}',
    '// Everyone has read the ticket before it is drawn anew.',
    'let tile = workgroupUniformLoad(&ticket);',
    `if (tile >= ${tiles.rows * tiles.columns}u) {`,
    '  break;',
    '}',
    placeOfTile(tiles),
  ].join('\n');
}

function orderInWords({ rows, columns, band }: Tiles): string {
  return `// C is ${rows} x ${columns} tiles, walked in bands of ${Math.min(band, rows)} rows, column by column.`;
}

function placeOfTile({ rows, columns, band }: Tiles): string {
  const high = Math.min(band, rows);
  return [
    `let band = tile / ${high * columns}u;`,
    `let in_band = tile % ${high * columns}u;`,
    rows % high === 0
      ? `let band_rows = ${high}u;`
      : `let band_rows = min(${high}u, ${rows}u - band * ${high}u);`,
    `let tile_row = band * ${high}u + in_band % band_rows;`,
    'let tile_column = in_band / band_rows;',
  ].join('\n');
}
