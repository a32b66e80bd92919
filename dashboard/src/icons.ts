// Small drawings that say a state by shape, so that colour only repeats it; the text beside them says it again.

/** Shapes on a 16 × 16 grid: `fill` is solid, `line` is stroked. */
export interface Shape {
  readonly fill?: string;
  readonly line?: string;
}

const ring = 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z';

const shapes = {
  proven: { fill: `${ring}M7 11 4.2 8.2l1.1-1.1L7 8.8l3.8-3.8 1.1 1.1Z` },
  implemented: { line: ring, fill: 'M8 2.5a5.5 5.5 0 0 0 0 11Z' },
  'not-started': { line: ring },
  regressed: { fill: 'M1.6 3h12.8L8 14.2Z' },
  'not-applicable': { line: 'M3 8h10' },
  ticked: { line: 'M2.5 2.5h11v11h-11ZM5 8l2.2 2.4L11 5.6' },
  yours: {
    line: 'M8 2.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 0 0 0-5.6ZM2.4 14.2c.3-3 2.5-4.4 5.6-4.4s5.3 1.4 5.6 4.4',
  },
  unmet: { line: 'M4 4l8 8M12 4l-8 8' },
  improved: { fill: 'M1.6 13h12.8L8 1.8Z' },
  moved: { fill: 'M8 1.2 14.8 8 8 14.8 1.2 8Z' },
  added: { line: 'M8 3v10M3 8h10' },
  steady: { fill: 'M8 5.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 0 0 0-4.8Z' },
} as const satisfies { readonly [name: string]: Shape };

/** The drawings that there are. */
export type IconName = keyof typeof shapes;

/** The outlines of one. */
export function shapeOf(name: IconName): Shape {
  return shapes[name];
}
