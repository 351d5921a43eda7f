/** A station as people name it: by its id or by its name. */
interface NamedStation {
  readonly station_id: string;
  readonly station_name: string;
}

/**
 * The stations that a text names by id or name, one or several with commas between them. A name may have a comma itself: the whole
 * text counts first.
 *
 * @returns their ids with commas; or the first name that none of them has
 */
export function chosenStations(
  text: string,
  stations: readonly NamedStation[],
): { readonly ids: string } | { readonly unknown: string } {
  const idOf = (word: string) =>
    stations.find(({ station_id: id, station_name: name }) => id === word || name.toLowerCase() === word.toLowerCase())
      ?.station_id;
  const whole = idOf(text);
  if (whole !== undefined) return { ids: whole };
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const unknown = words.find((word) => idOf(word) === undefined);
  return unknown === undefined ? { ids: [...new Set(words.map(idOf))].join(',') } : { unknown };
}
