import assert from 'node:assert/strict';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { PassageFinder } from '../../../detectors/weather/passage-finder.ts';
import { usualChanges } from '../../../detectors/weather/station-change.ts';
import { findWeather } from '../../../detectors/weather/weather-events.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf } from '../../../schemas/time.ts';
import type { WeatherEvent } from '../../../schemas/weather-event.ts';
import { FIRST_SLOT, seeded } from '../stages/small-network.ts';
import { type MadePlaces, scattered, type WinterFront, winterHistory } from './made-fronts.ts';

const DAYS = 2;
const SEEDS = Array.from({ length: 30 }, (_, k) => k + 31);
/** The least changes that neighbours are asked about, in the order of VARIABLES. */
const ASKED = [1.05, 6, 7.5, 0.3, 0.6];
const SQUARE = { count: 18, east: 200, north: 200 };
const SMALL = { count: 12, east: 80, north: 80 };
const NARROW = { count: 14, east: 220, north: 40 };
const CADENCES: Record<string, (station: number) => number> = {
  'ten minutes': () => 1,
  'half an hour': () => 3,
  'an hour': () => SLOTS_PER_HOUR,
  'ten minutes or an hour': (k) => (k % 2 === 0 ? 1 : SLOTS_PER_HOUR),
};

/** The event of a front that at least half of the stations show; undefined where there is none. */
async function eventOf(
  places: Omit<MadePlaces, 'seed'>,
  cadence: (station: number) => number,
  front: WinterFront,
  seed: number,
): Promise<WeatherEvent | undefined> {
  const registered = scattered({ ...places, seed });
  const stations = new NetworkStations('made', 100, registered);
  const windows = new WindowStore(DAYS * SLOTS_PER_DAY);
  for (const { station, time, values } of winterHistory(registered, { days: DAYS, seed, cadence, front })) {
    windows.put(stations.indexOf(station), slotOf(time), time, values);
  }
  const usual = usualChanges((_, variable) => ASKED[variable], registered);
  const finder = new PassageFinder({
    ...{ windows, stations, usual, begin: FIRST_SLOT + 3 },
    lookedAt: () => registered.keys(),
  });
  const passages = finder.passUpTo(FIRST_SLOT + DAYS * SLOTS_PER_DAY - 1);
  const context = { network: 'made', identity: 'i', until: FIRST_SLOT + 1_000, settledAfter: 19 };
  const events = await findWeather(passages, [], context, () => Promise.resolve(new Map()));
  return events.map(({ event }) => event).find((event) => event.stations.length * 2 >= registered.length);
}

/** Of many fronts: how often one was found, its motion was told, and the truth lay in what was told. */
interface Figures {
  found: number;
  told: number;
  speedWithin: number;
  directionWithin: number;
  /** Errors of the speeds, as shares. */
  readonly errors: number[];
}

async function figuresOf(places: Omit<MadePlaces, 'seed'>, cadence: (station: number) => number): Promise<Figures> {
  const figures: Figures = { found: 0, told: 0, speedWithin: 0, directionWithin: 0, errors: [] };
  for (const seed of SEEDS) {
    const random = seeded(seed * 7919);
    const slot = SLOTS_PER_DAY / 2 + Math.floor(random() * 100);
    const front = {
      ...{ slot, direction: random() * 360, speed: 20 + 80 * random() },
      ...{ colder: 6 + 14 * random(), hours: 0.3 + 3 * random() ** 2, squall: random() },
    };
    const event = await eventOf(places, cadence, front, seed);
    if (event !== undefined) figures.found++;
    const said = /\(\+-(\d+)\) at \d+ km\/h \((\d+) to (\d+)\)$/.exec(event?.reason ?? '');
    if (event === undefined || event.motion === null || said === null) continue;
    const { direction, speed } = event.motion;
    const [off, low, high] = said.slice(1).map(Number);
    figures.told++;
    figures.errors.push(Math.abs(speed / front.speed - 1));
    if (front.speed >= low - 0.5 && front.speed <= high + 0.5) figures.speedWithin++;
    if (Math.abs(((direction - front.direction + 540) % 360) - 180) <= off + 0.5) figures.directionWithin++;
  }
  figures.errors.sort((a, b) => a - b);
  return figures;
}

// Speeds of 84 and 94 km/h were told where 54 to 63 was true, and directions that nothing showed.
describe('direction and speed of fronts from everywhere, of 20 to 100 km/h', () => {
  for (const [name, cadence] of Object.entries(CADENCES)) {
    for (const [layout, places, told] of [
      ['200 km by 200 km', SQUARE, 0.85],
      ['80 km by 80 km', SMALL, 0.1],
      ['220 km by 40 km', NARROW, 0.15],
    ] as const) {
      it(`are right within what is told of them, or not told: reports every ${name}, stations over ${layout}`, async () => {
        const figures = await figuresOf(places, cadence);
        const { errors } = figures;
        const said = JSON.stringify({ ...figures, errors: errors.map((error) => Math.round(100 * error)) });
        assert.ok(figures.found >= 0.9 * SEEDS.length, said);
        assert.ok(figures.told >= told * figures.found, said);
        assert.ok(errors[Math.floor(errors.length / 2)] <= 0.15, said);
        assert.ok(errors.filter((error) => error > 0.4).length <= 0.1 * figures.told, said);
        assert.ok(figures.speedWithin >= 0.8 * figures.told, said);
        assert.ok(figures.directionWithin >= 0.7 * figures.told, said);
      });
    }
  }
});
