/**
 * A content of the fold of a sensor, or of the faults of days, without some stations: nothing is known of their own sensors, and
 * the faults of others name and ask the other neighbours.
 *
 * @param text JSON that `contentOfFold` or `textOfContent` gave, or an array of the latter
 * @param left ids
 */
export function contentWithout(text: string, left: ReadonlySet<string>): string {
  const names = (one: unknown): boolean => {
    if (typeof one !== 'object' || one === null) return false;
    if ('station' in one) return left.has(String(one.station));
    if ('neighbour' in one) return names(one.neighbour);
    return 'id' in one && left.has(String(one.id));
  };
  const isOfThem = (key: string, one: unknown): boolean =>
    // Neighbours under a fault of hours are lists that begin with the id.
    key === 'differences' && Array.isArray(one) ? left.has(String(one[0])) : names(one);
  return JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    Array.isArray(value) ? value.filter((one) => !isOfThem(key, one)) : value,
  );
}
