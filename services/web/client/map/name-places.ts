/** A symbol with a name to be put beside it [CSS px]. */
export interface NamedSymbol {
  readonly x: number;
  readonly y: number;
  /** Of what is painted at the place: the symbol, or the ring around the chosen one. */
  readonly radius: number;
  /** Width of the name as it is painted. */
  readonly width: number;
}

/** Where a name is painted: the middle of its upper edge [CSS px]. */
export interface NamePlace {
  readonly x: number;
  readonly top: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Height of a name, and the room between it and its symbol [CSS px]. */
const [HEIGHT, ROOM] = [13, 4];
/** Room on either side of a name [CSS px]. */
const SIDE = 3;

/**
 * Places for names: below their symbols, else above, right or left, so that none covers another name or the symbol of
 * another station. What comes first has the choice.
 *
 * @returns in the same order; null where there is no place
 */
export function namePlaces(symbols: readonly NamedSymbol[]): (NamePlace | null)[] {
  const covered = symbols.map(({ x, y, radius }) => boxAround(x, y, radius, radius));
  const taken: Box[] = [];
  return symbols.map(({ x, y, radius, width }, k) => {
    const half = width / 2 + SIDE;
    const reach = radius + ROOM;
    const centres: readonly (readonly [number, number])[] = [
      [x, y + reach + HEIGHT / 2],
      [x, y - reach - HEIGHT / 2],
      [x + reach + half, y],
      [x - reach - half, y],
    ];
    for (const [middle, height] of centres) {
      const box = boxAround(middle, height, half, HEIGHT / 2);
      if (taken.some((other) => overlap(box, other))) continue;
      if (covered.some((other, index) => index !== k && overlap(box, other))) continue;
      taken.push(box);
      return { x: middle, top: box.top };
    }
    return null;
  });
}

function boxAround(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
