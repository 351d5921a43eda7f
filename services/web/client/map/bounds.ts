/** South-west and north-east corner, each latitude and longitude [degrees]. */
export type Corners = [southWest: [number, number], northEast: [number, number]];

/** The box around some places, as Leaflet takes it: its south-west and its north-east corner [degrees]. */
export function boundsOf(places: readonly { readonly latitude: number; readonly longitude: number }[]): Corners {
  const edge = (of: 'latitude' | 'longitude', pick: (a: number, b: number) => number) =>
    places.map((place) => place[of]).reduce((a, b) => pick(a, b));
  return [
    [edge('latitude', Math.min), edge('longitude', Math.min)],
    [edge('latitude', Math.max), edge('longitude', Math.max)],
  ];
}
