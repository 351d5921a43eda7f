import assert from 'node:assert/strict';
import { AreaPlan } from '../../../../../ingest/log/kafka/areas/area-plan.ts';
import { type Areas, partedAreas } from '../../../../../ingest/log/kafka/areas/parted-areas.ts';
import { digestOf } from '../../../../../schemas/key-table.ts';
import { type Station, stationKey } from '../../../../../schemas/station.ts';
import { smallStations } from '../../../../detectors/stages/small-network.ts';

/** Stations on a map of 40 times 40, a degree apart. */
const GRID: readonly Station[] = smallStations(1_600).map((station, k) => ({
  ...station,
  latitude: -20 + Math.floor(k / 40),
  longitude: (k % 40) - 20,
}));

async function* batchesOf(stations: readonly Station[]): AsyncGenerator<readonly Station[]> {
  for (let from = 0; from < stations.length; from += 100) yield stations.slice(from, from + 100);
}

const sizes = (areas: Areas) => areas.map(({ length }) => length);

describe('areas of stations', () => {
  it('have as many stations each, whatever their number', async () => {
    for (const count of [1, 2, 7, 12, 96]) {
      const areas = await partedAreas(batchesOf(GRID), count);
      assert.equal(areas.length, count);
      assert.equal(new Set(areas.flatMap((area) => [...area])).size, GRID.length);
      assert.ok(Math.max(...sizes(areas)) - Math.min(...sizes(areas)) <= 1, `${sizes(areas).join(', ')}`);
    }
  });

  it('lie together: stations of one are near to each other, and to those of the next', async () => {
    const areas = await partedAreas(batchesOf(GRID), 16);
    const places = new Map(GRID.map((station) => [digestOf(stationKey(station.network, station.id)), station]));
    const extent = (some: Areas) => {
      const found = some.flatMap((area) => Array.from(area, (digest) => places.get(digest) ?? GRID[0]));
      const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
      return [span(found.map(({ latitude }) => latitude)), span(found.map(({ longitude }) => longitude))];
    };
    for (const area of areas) assert.ok(Math.max(...extent([area])) <= 10, `${extent([area]).join(' by ')} degrees`);
    for (let first = 0; first < 16; first += 4) {
      assert.ok(Math.max(...extent(areas.slice(first, first + 4))) <= 20);
    }
  });

  it('are the same in whatever order stations come, and where many are at one place', async () => {
    const together = GRID.map((station, k) => (k % 3 === 0 ? { ...station, latitude: 5, longitude: 5 } : station));
    const areas = await partedAreas(batchesOf(together), 12);
    assert.deepEqual(await partedAreas(batchesOf([...together].reverse()), 12), areas);
    assert.ok(Math.max(...sizes(areas)) - Math.min(...sizes(areas)) <= 1);
  });

  it('say where a station is, wherever it moves; those that came later share the last partitions', async () => {
    const areas = await partedAreas(batchesOf(GRID), 48);
    const plan = new AreaPlan(areas);
    for (const [partition, area] of areas.entries()) {
      const { network, id } = GRID.find((one) => digestOf(stationKey(one.network, one.id)) === area[0]) ?? GRID[0];
      assert.equal(plan.partitionOf(stationKey(network, id)), partition);
    }
    const later = Array.from({ length: 300 }, (_, k) => plan.partitionOf(`other/${k}`));
    assert.deepEqual(
      [...new Set(later)].sort((a, b) => a - b),
      [45, 46, 47],
    );
  });
});
