type Position = readonly number[];

/**
 * A line of longitudes and latitudes whose steps are the short way around the world: where it crosses the antimeridian it
 * goes on beyond 180 degrees, instead of back across the whole map.
 */
export function unbroken(line: readonly Position[]): Position[] {
  let turns = 0;
  return line.map(([longitude, latitude], k) => {
    const step = k === 0 ? 0 : longitude - line[k - 1][0];
    if (Math.abs(step) > 180) turns -= 360 * Math.sign(step);
    return [longitude + turns, latitude];
  });
}

/** A ring that leads around a pole, as that of Antarctica, closed by way of the pole; others as they are. */
export function aroundPole(ring: readonly Position[]): Position[] {
  const [[first, latitude]] = ring;
  const last = ring[ring.length - 1][0];
  if (Math.abs(last - first) < 180) return [...ring];
  const pole = 90 * Math.sign(latitude);
  return [...ring, [last, pole], [first, pole]];
}
