// Names beside points: each where it covers neither a point nor another name, or nowhere.

/** A point in pixels, and how wide its name is. */
export interface Named {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Half the room that a point takes, and the height of a name. */
export const markRadius = 5;
export const nameHeight = 14;

/** One box a point, null where the area has no free place beside it, or only one that is nearer another point; earlier points choose first. */
export function placeNames(points: readonly Named[], area: Box): readonly (Box | null)[] {
  const taken = points.map(({ x, y }) =>
    boxOf(x - markRadius, y - markRadius, 2 * markRadius, 2 * markRadius),
  );
  return points.map((point) => {
    const free = candidatesOf(point, area).find(
      (box) =>
        isWithin(box, area) && !taken.some((other) => overlap(box, other)) && isOwn(box, point, points),
    );
    if (free) taken.push(free);
    return free ?? null;
  });
}

// A name reads as that of the point that it is nearest to; points that lie on one another may share it.
function isOwn(box: Box, own: Named, points: readonly Named[]): boolean {
  const reach = distance(own, box);
  return points.every(
    (other) => Math.hypot(other.x - own.x, other.y - own.y) < markRadius || distance(other, box) > reach,
  );
}

function distance({ x, y }: Named, { left, top, right, bottom }: Box): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

// Right and left first: a name reads best on its point's own line. Above and below it may slide along the area's edge.
function candidatesOf({ x, y, width }: Named, area: Box): readonly Box[] {
  const gap = markRadius + 1;
  const [right, left] = [x + gap, x - gap - width];
  const centre = Math.max(area.left, Math.min(x - width / 2, area.right - width));
  const [above, middle, below] = [y - gap - nameHeight, y - nameHeight / 2, y + gap];
  const places = [
    [right, middle],
    [left, middle],
    [centre, above],
    [centre, below],
    [right, above],
    [right, below],
    [left, above],
    [left, below],
  ] as const;
  return places.map(([from, top]) => boxOf(from, top, width, nameHeight));
}

function boxOf(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height };
}

function isWithin(box: Box, area: Box): boolean {
  return box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
