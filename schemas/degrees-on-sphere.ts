const RADIANS = Math.PI / 180;

/** Kilometres of a degree of latitude on the sphere of 6371 km that distances are measured on. */
export const KM_A_DEGREE = 6371 * RADIANS;

/**
 * How far a circle reaches to the east and west of its centre [degrees of longitude]; half round the world where it holds a pole.
 * Bronstein: the meridians that touch a circle on a sphere lie asin(sin(radius) / cos(latitude)) from its centre.
 *
 * @param radius [degrees of latitude]
 */
export function longitudeReach(latitude: number, radius: number): number {
  if (Math.abs(latitude) + radius >= 90) return 180;
  return Math.asin(Math.sin(radius * RADIANS) / Math.cos(latitude * RADIANS)) / RADIANS;
}
