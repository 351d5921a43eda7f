/** Side of the world at zoom 0, as Leaflet's EPSG:3857 has it [px]. */
export const WORLD = 256;
/** Where the square world of Web Mercator ends [degrees]. */
const LAST_LATITUDE = 85.0511287798;

/** Web Mercator (EPSG:3857) at zoom 0: x grows to the east, y to the south, both 0 to 256. */
export function mercator(latitude: number, longitude: number): [x: number, y: number] {
  const bounded = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  const sine = Math.sin((bounded * Math.PI) / 180);
  return [WORLD * (longitude / 360 + 0.5), WORLD * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI))];
}
