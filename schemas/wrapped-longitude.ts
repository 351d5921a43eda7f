/** A longitude [degrees] of a world that goes round more than once, in [-180, 180). */
export function wrappedLongitude(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
