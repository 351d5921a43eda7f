const DAY_MS = 86_400_000;
const RADIANS = Math.PI / 180;
const MINUTES_PER_DEGREE = 4;
/** Solar constant [W/m2]: Kopp and Lean (2011), Geophysical Research Letters 38. */
const SOLAR_CONSTANT = 1361;

/** Where on Earth, in degrees. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Angle of the day in the year of the Earth [rad]. @param time ms since the epoch */
function dayAngle(time: number): number {
  const year = new Date(time).getUTCFullYear();
  return (2 * Math.PI * (time - Date.UTC(year, 0, 1))) / (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1));
}

/**
 * Height of the centre of the sun above the horizon, without refraction: declination and equation of time by the series of Spencer
 * (1971), Search 2, 172, good to half a degree.
 *
 * @param time ms since the epoch
 * @returns degrees, below 0 by night
 */
export function solarElevation({ latitude, longitude }: Place, time: number): number {
  const g = dayAngle(time);
  const declination =
    0.006918 -
    0.399912 * Math.cos(g) +
    0.070257 * Math.sin(g) -
    0.006758 * Math.cos(2 * g) +
    0.000907 * Math.sin(2 * g) -
    0.002697 * Math.cos(3 * g) +
    0.00148 * Math.sin(3 * g);
  const equation =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(g) -
      0.032077 * Math.sin(g) -
      0.014615 * Math.cos(2 * g) -
      0.040849 * Math.sin(2 * g));
  const minutes = (((time % DAY_MS) + DAY_MS) % DAY_MS) / 60_000 + equation + MINUTES_PER_DEGREE * longitude;
  const hourAngle = (minutes / MINUTES_PER_DEGREE - 180) * RADIANS;
  const [sin, cos] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const height = sin * Math.sin(declination) + cos * Math.cos(declination) * Math.cos(hourAngle);
  return Math.asin(Math.max(-1, Math.min(1, height))) / RADIANS;
}

/**
 * The most global radiation that is physically possible with the sun at a height: 1.5 times the extraterrestrial one times the sine
 * of the height to the power of 1.2, and 100 (Long and Dutton 2002, BSRN Global Network recommended QC tests).
 *
 * @param elevation degrees above the horizon
 * @returns W/m2
 */
export function mostRadiation(elevation: number, time: number): number {
  const distance = 1 + 0.033 * Math.cos(dayAngle(time));
  return 1.5 * SOLAR_CONSTANT * distance * Math.max(0, Math.sin(elevation * RADIANS)) ** 1.2 + 100;
}
