import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { RegisteredStations } from '../../../detectors/stages/registered-stations.ts';
import { type Station, stationKey } from '../../../schemas/station.ts';
import { until } from '../../until.ts';
import { line } from './line-of-stations.ts';
import { configuration } from './live-judgement.ts';
import { PartitionedLog } from './partitioned-log.ts';

/** Four stations of the line in each partition, from west to east. */
const PARTITIONS = 6;
const [NETWORK] = line.map(({ network }) => network);

describe('the stations that partitions need', () => {
  let networks: NetworkStates;
  let registered: RegisteredStations;
  let publish: (station: Station) => Promise<void>;
  /** How often all that are stored were read. */
  let reads: number;
  beforeEach(() => {
    const places = new Map(line.map(({ id }, place) => [stationKey(NETWORK, id), Math.floor(place / 4)]));
    const log = new PartitionedLog({
      partitions: PARTITIONS,
      now: () => 0,
      place: (key) => places.get(key) ?? 5,
    }).open();
    networks = new NetworkStates(planJudgement(configuration));
    reads = 0;
    registered = new RegisteredStations({
      log,
      networks,
      radiusKm: 100,
      // From east to west, so that whoever has a neighbour in the west comes before it.
      stations: async function* () {
        reads++;
        yield [...line].reverse();
      },
    });
    publish = async (value) => log.publish('stations', [{ key: stationKey(NETWORK, value.id), value }]);
  });
  afterEach(() => registered.stop());

  const known = () => line.filter(({ id }) => networks.knows(NETWORK, id)).map((station) => line.indexOf(station));
  const own = (...partitions: number[]) => new Set(partitions);

  it('are those of the partitions and those within the radius, in whatever order they come', async () => {
    assert.equal(await registered.choose(own(2)), true);
    // Stations 8 to 11, with two or three on each side: tiles reach a little beyond the radius.
    const [first, last] = [known()[0], known().at(-1)];
    assert.ok(first === 5 || first === 6, `from ${first}`);
    assert.ok(last === 13 || last === 14, `to ${last}`);
    assert.deepEqual([...registered.needed.read].sort(), [1, 2, 3]);
    assert.deepEqual([...(registered.needed.homes.get(NETWORK) ?? [])].sort(), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(
      [registered.needed.leaves(NETWORK, line[0].id), registered.needed.leaves(NETWORK, line[8].id)],
      [true, false],
    );
    assert.equal(registered.needed.leaves(NETWORK, 'nobody has registered it'), false);
  });

  it('are chosen again when other partitions come, and not read again where all are known', async () => {
    await registered.choose(own(2));
    const before = reads;
    assert.equal(await registered.choose(own(2, 5)), true);
    assert.ok(reads > before);
    assert.ok(known().includes(23));
    await registered.choose(own(0, 1, 2, 3, 4, 5));
    assert.deepEqual(known(), [...line.keys()]);
    const all = reads;
    assert.equal(await registered.choose(own(1)), false);
    assert.equal(reads, all);
  });

  it('are fewer when a partition was taken away', async () => {
    await registered.choose(own(2, 5));
    assert.equal(registered.narrow(own(2)), false);
    registered.widen();
    assert.equal(registered.narrow(own(2)), true);
    assert.deepEqual([...registered.needed.read].sort(), [1, 2, 3]);
    assert.equal(registered.needed.leaves(NETWORK, line[23].id), true);
    assert.equal(registered.needed.leaves(NETWORK, line[0].id), true);
    // What came meanwhile of the stations that were left out is missing.
    assert.equal(await registered.choose(own(2, 5)), true);
  });

  const station = (place: number, changes: Partial<Station>) => ({ ...line[place], updated: 1, ...changes });

  it('ask for reports that were left out where one comes near, or is registered in a partition that is not read', async () => {
    await registered.choose(own(2));
    await publish(station(0, { name: 'renamed' }));
    await publish(station(12, { name: 'renamed' }));
    await publish(station(10, { id: 'far', longitude: 150 }));
    await until('the new name is known', () =>
      networks.of(NETWORK).stations.registered.some((one) => one?.name === 'renamed'),
    );
    assert.equal(registered.isNarrow, false);
    await publish(station(0, { longitude: line[9].longitude }));
    await until('it is narrow', () => registered.isNarrow);
    const choosing = registered.choose(own(2));
    assert.equal(registered.isNarrow, true, 'while they are chosen');
    assert.equal(await choosing, true);
    assert.equal(registered.isNarrow, true, 'until the windows have them');
    registered.mended();
    assert.equal(registered.isNarrow, false);
    await publish(station(9, { id: 'new' }));
    await until('it is narrow again', () => registered.isNarrow);
  });

  it('ask for reports in partitions that are not read after they were chosen again', async () => {
    await registered.choose(own(0, 1, 2, 3, 4, 5));
    await registered.choose(own(2));
    registered.widen();
    registered.narrow(own(2));
    await publish(station(9, { id: 'new', latitude: 50.01 }));
    await until('it is known', () => networks.knows(NETWORK, 'new'));
    assert.ok(registered.needed.read.has(5));
    assert.equal(registered.isNarrow, true);
  });

  it('ask for the reports of others where a station of the partitions moves to them', async () => {
    await registered.choose(own(2));
    await publish(station(9, { longitude: line[20].longitude }));
    await until('it is narrow', () => registered.isNarrow);
    assert.equal(await registered.choose(own(2)), true);
    assert.ok(known().includes(20));
    assert.ok(registered.needed.read.has(5));
  });

  it('are asked for again where they could not be read', async () => {
    const failing = new RegisteredStations({
      log: new PartitionedLog({ partitions: 1, now: () => 0 }).open(),
      networks,
      radiusKm: 100,
      // biome-ignore lint/correctness/useYield: it fails before
      stations: async function* () {
        throw new Error('the store is away');
      },
    });
    await assert.rejects(failing.choose(own(0)), /the store is away/);
    assert.equal(failing.isNarrow, true);
  });
});
