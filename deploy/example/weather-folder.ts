import { demoNetwork } from '../../ingest/feeds/demo/demo-network.ts';
import { isoOf, SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';

/** A seed and a day of the demonstration on which one sensor fails and a front crosses the network. */
const NETWORK = { stations: 12, seed: 199 };
const DAY = '2026-03-12';

/** The files of `examples/weather/` by their names: the stations, and one day of invented observations. */
export function exampleFiles(): ReadonlyMap<string, string> {
  const network = demoNetwork(NETWORK);
  const indices = Array.from({ length: network.size }, (_, index) => index);
  const stations = indices.map((index) => {
    const { id, name, latitude, longitude, elevation } = network.station(index);
    return [id, name, latitude, longitude, elevation].join(',');
  });
  const first = slotOf(Date.parse(`${DAY}T00:00:00Z`));
  const slots = Array.from({ length: SLOTS_PER_DAY }, (_, index) => first + index);
  const observations = slots.flatMap((slot) =>
    indices.flatMap((index) => {
      const values = network.observe(index, slot);
      if (values === null) return [];
      return [[network.id(index), isoOf(timeOfSlot(slot)), ...VARIABLES.map((name) => values[name] ?? '')].join(',')];
    }),
  );
  return new Map([
    ['stations.csv', csv('station_id,station_name,latitude,longitude,elevation', stations)],
    ['observations.csv', csv(`station_id,time,${VARIABLES.join(',')}`, observations)],
  ]);
}

function csv(head: string, rows: readonly string[]): string {
  return `${[head, ...rows].join('\n')}\n`;
}
