import { SLOTS_PER_DAY } from '../../../schemas/time.ts';
import {
  ColdFronts,
  type FrontPassage,
  frontDewPoint,
  frontPressure,
  frontRain,
  frontTemperature,
  frontWind,
} from './cold-fronts.ts';
import type { Sites } from './demo-sites.ts';
import { normal, smoothNoise, uniform } from './lattice-noise.ts';
import { type StormPassage, stormPressure, stormRain, stormShape, stormWind, Thunderstorms } from './thunderstorms.ts';

const RADIANS = Math.PI / 180;
const DAYS_PER_YEAR = 365.2425;
/** Fall of temperature with height in the standard atmosphere [degC/m]. */
const LAPSE = 0.0065;
/** Amount a tipping bucket counts [mm]. */
const TIP = 0.2;

/**
 * The weather over the demonstration's plane: a pure function of seed, place and slot. Climate by latitude, height and
 * season, the day's course by the sun and the clouds, smooth noise that drifts with the steering wind, fronts, storms.
 */
export class DemoWeather {
  readonly fronts: ColdFronts;
  readonly storms: Thunderstorms;
  readonly #sites: Sites;
  readonly #seed: number;
  readonly #driftEast: number;
  readonly #driftNorth: number;
  /** What never changes at a station: warmth of its latitude and height, bias of its instruments, shelter. */
  readonly #yearly: Float64Array;
  readonly #warmBias: Float64Array;
  readonly #pressureBias: Float64Array;
  readonly #exposure: Float64Array;
  readonly #front: FrontPassage = { onset: 0, drop: 0 };
  readonly #storm: StormPassage = { onset: 0, drop: 0 };

  constructor(sites: Sites, seed: number) {
    this.#sites = sites;
    this.#seed = seed;
    this.fronts = new ColdFronts(seed);
    this.storms = new Thunderstorms(seed);
    [this.#driftEast, this.#driftNorth] = this.fronts.velocity;
    const bias = (kind: number) =>
      Float64Array.from(sites.urban, (_, station) => uniform(seed, station, kind, 0) - 0.5);
    this.#yearly = sites.latitude.map((latitude, i) => 30 - 0.42 * latitude - LAPSE * sites.elevation[i]);
    this.#warmBias = bias(21).map((value) => 0.6 * value);
    this.#pressureBias = bias(26).map((value) => 0.8 * value);
    this.#exposure = bias(22).map((value, i) => 0.9 + 0.7 * value - 0.2 * sites.urban[i]);
  }

  /** 1 in high summer, 0 in midwinter of the northern hemisphere. */
  summer(slot: number): number {
    return 0.5 - 0.5 * Math.cos((2 * Math.PI * (slot / SLOTS_PER_DAY - 18)) / DAYS_PER_YEAR);
  }

  /** What sound instruments show at a station and slot, written into `out` in the order of VARIABLES. */
  read(station: number, slot: number, out: Float64Array): void {
    const { east, north, latitude, longitude, urban } = this.#sites;
    const seed = this.#seed;
    const x = east[station];
    const y = north[station];
    // The frame that drifts with the steering wind.
    const dx = x - this.#driftEast * slot;
    const dy = y - this.#driftNorth * slot;

    const summer = this.summer(slot);
    const hour = ((slot % SLOTS_PER_DAY) / 6 + longitude[station] / 15 + 48) % 24;
    const declination = -23.44 * Math.cos((2 * Math.PI * (slot / SLOTS_PER_DAY + 10)) / DAYS_PER_YEAR);
    const noonSun = Math.max(0, Math.cos((latitude[station] - declination) * RADIANS));
    const angle = (2 * Math.PI * (hour - 15)) / 24;
    const day = Math.cos(angle) + 0.18 * Math.cos(2 * angle - 0.6);

    const cloud = Math.min(1, Math.max(0, 0.5 + 1.1 * smoothNoise(seed ^ 1, dx / 260, dy / 260, slot / 90)));
    const climate = this.#yearly[station] + (4 + 0.12 * latitude[station]) * (2 * summer - 1);
    const air = 5.5 * smoothNoise(seed ^ 2, dx / 800, dy / 800, slot / 260);
    const patch = 1.1 * smoothNoise(seed ^ 3, dx / 90, dy / 90, slot / 40);
    const thermals = 0.25 * (0.4 + noonSun) * smoothNoise(seed ^ 4, x / 20, y / 20, slot / 3);
    const swing = (1.5 + 5.5 * noonSun) * (1 - 0.6 * cloud);
    let temperature = climate + air + patch + thermals + swing * day;
    // A city keeps the day's heat, every place has its own bias, every thermometer its noise.
    temperature += urban[station] * (0.6 - 0.6 * day) + this.#warmBias[station];

    let dewPoint =
      climate + air - 4.5 - 2 * noonSun + 3 * cloud + 2.6 * smoothNoise(seed ^ 5, dx / 300, dy / 300, slot / 120);
    let wind = 10 + 11 * smoothNoise(seed ^ 6, dx / 420, dy / 420, slot / 100) + 2.5 * noonSun * day;
    let pressure = 1014 + 17 * smoothNoise(seed ^ 7, dx / 1300, dy / 1300, slot / 420);
    // The atmospheric tide has its tops at 10 and 22 hours.
    pressure += 0.6 * Math.cos((4 * Math.PI * (hour - 10)) / 24);
    const shower = smoothNoise(seed ^ 8, dx / 40, dy / 40, slot / 24);
    let rain = cloud > 0.7 && shower > 0.2 ? 4 * (cloud - 0.7) * (shower - 0.2) : 0;

    this.fronts.at(x, y, slot, this.#front);
    if (this.#front.drop > 0) {
      const { drop } = this.#front;
      const k = slot - this.#front.onset;
      temperature += frontTemperature(drop, k);
      dewPoint += frontDewPoint(drop, k);
      wind += frontWind(drop, k);
      pressure += frontPressure(drop, k);
      rain += frontRain(drop, k);
    }
    this.storms.at(x, y, slot, summer, this.#storm);
    let squall = 0;
    if (this.#storm.drop > 0) {
      const { drop } = this.#storm;
      const k = slot - this.#storm.onset;
      temperature -= drop * stormShape(k);
      dewPoint -= 0.25 * drop * stormShape(k);
      squall = stormWind(drop, k);
      pressure += stormPressure(drop, k);
      rain += stormRain(drop, k);
    }

    wind = Math.max(0, wind) * this.#exposure[station] + squall;
    wind *= 1 + 0.16 * smoothNoise(seed ^ 9, x / 25, y / 25, slot / 2) + 0.06 * normal(seed, station, slot, 23);
    temperature += 0.05 * normal(seed, station, slot, 24);
    // Rain wets the air.
    dewPoint += Math.min(0.6, rain) * Math.max(0, temperature - dewPoint);

    out[0] = temperature;
    out[1] = relativeHumidity(temperature, dewPoint + 0.08 * normal(seed, station, slot, 25));
    out[2] = Math.max(0, wind);
    out[3] = pressure + this.#pressureBias[station] + 0.04 * normal(seed, station, slot, 27);
    // What does not fill a tip yet may fill it with what the bucket held before.
    out[4] = rain === 0 ? 0 : TIP * Math.floor(rain / TIP + uniform(seed, station, slot, 28));
  }
}

/**
 * Relative humidity [%] of air of a temperature and a dew point [degC], at most 100: Magnus form with the coefficients
 * of Alduchov and Eskridge (1996).
 */
function relativeHumidity(temperature: number, dewPoint: number): number {
  const below = Math.min(temperature, dewPoint);
  const exponent = (17.625 * below) / (243.04 + below) - (17.625 * temperature) / (243.04 + temperature);
  return Math.max(4, 100 * Math.exp(exponent));
}
