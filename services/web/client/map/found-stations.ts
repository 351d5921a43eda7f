/**
 * Stations whose name or id holds every word of a text, in any case and without accents; those that begin with it first,
 * then by name.
 *
 * @param limit at most so many
 */
export function foundStations<S extends { readonly id: string; readonly name: string }>(
  stations: readonly S[],
  text: string,
  limit: number,
): S[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const beginning = words.join(' ');
  return stations
    .map((station) => ({ station, name: plain(station.name), id: plain(station.id) }))
    .filter(({ name, id }) => words.every((word) => name.includes(word) || id.includes(word)))
    .map((one) => ({ ...one, first: one.name.startsWith(beginning) || one.id.startsWith(beginning) }))
    .sort((a, b) => Number(b.first) - Number(a.first) || a.name.localeCompare(b.name))
    .slice(0, limit)
    .map(({ station }) => station);
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
