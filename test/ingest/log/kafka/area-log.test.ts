import assert from 'node:assert/strict';
import type { Admin } from 'kafkajs';
import { readAreas, writeAreas } from '../../../../ingest/log/kafka/area-topic.ts';
import { type Areas, partedAreas } from '../../../../ingest/log/kafka/areas/parted-areas.ts';
import { deployLog } from '../../../../ingest/log/kafka/deploy-log.ts';
import { kafkaClient } from '../../../../ingest/log/kafka/kafka-client.ts';
import { KafkaLog } from '../../../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../../../ingest/log/kafka/kafka-settings.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import { type Station, stationKey } from '../../../../schemas/station.ts';
import { smallStations } from '../../../detectors/stages/small-network.ts';
import { gate } from '../../../gate.ts';
import { logServers, logServersMissing } from '../../../servers/kafka.ts';

/** Stations in a line: each three of them are an area. */
const LINE = smallStations(12).map((station, place) => ({ ...station, latitude: 50, longitude: place }));
const keyOf = ({ network, id }: Station) => stationKey(network, id);

async function* all(): AsyncGenerator<readonly Station[]> {
  yield LINE;
}

const areasOfLine = (count: number) => partedAreas(all(), count);
const open = (settings: KafkaSettings) => KafkaLog.open({ settings, logger: SILENT, now: Date.now });

function refusal(pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof HalcyonError);
    assert.equal(error.code, 'invalid_configuration');
    assert.match(error.message, pattern);
    return true;
  };
}

describe(`a log whose partitions are areas${logServersMissing() === null ? '' : ` (${logServersMissing()})`}`, () => {
  let newSettings: () => KafkaSettings;
  before(async function () {
    if (logServersMissing() !== null) return this.skip();
    this.timeout(300_000);
    const servers = await logServers();
    newSettings = () => servers.settings({ partitions: 4 });
  });

  async function withAdmin<T>(settings: KafkaSettings, work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = kafkaClient(settings, SILENT).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  it('has each station where its area is, those that come later in the last, and says so to whoever opens it', async () => {
    const settings = newSettings();
    assert.equal((await deployLog(settings, SILENT, areasOfLine)).inAreas, 12);
    const log = await open(settings);
    const later = { ...LINE[0], id: 'later' };
    await log.publish(
      'stations',
      [...LINE, later].map((value) => ({ key: keyOf(value), value })),
    );
    const found = new Map<string, number>();
    const read = gate();
    await log.subscribe({ group: 'reader', topic: 'stations', read: 'all' }, async ({ partition, records }) => {
      for (const { value } of records) found.set(value.id, partition);
      if (found.size > LINE.length) read.open();
    });
    await read.passed;
    assert.deepEqual(
      LINE.map(({ id }) => found.get(id)),
      [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
    );
    assert.equal(found.get('later'), 3);
    const another = await open(settings);
    for (const topic of ['observations', 'faults'] as const) {
      for (const station of LINE) assert.equal(another.partitionOf(topic, keyOf(station)), found.get(station.id));
    }
    assert.equal(another.partitionOf('rules', 'any'), 0);
    await Promise.all([log.close(), another.close()]);
  });

  it('keeps its areas where it is deployed again, with other stations or without', async () => {
    const settings = newSettings();
    await deployLog(settings, SILENT, areasOfLine);
    const others = async (): Promise<Areas> => assert.fail('areas were made again');
    const unchanged = { altered: [], left: [] };
    assert.deepEqual(await deployLog(settings, SILENT, others), { created: [], topics: unchanged, inAreas: 12 });
    assert.equal((await deployLog(settings, SILENT)).inAreas, 12);
  });

  it('is refused where a hash has put stations into partitions before', async () => {
    const settings = newSettings();
    assert.equal((await deployLog(settings, SILENT)).inAreas, null);
    await assert.rejects(deployLog(settings, SILENT, areasOfLine), refusal(/--areas should be of a new log/));
  });

  it('is finished where that was interrupted, and not used before', async () => {
    const settings = newSettings();
    const cut = { length: 1, subarray: () => assert.fail('cut off') } as unknown as Float64Array;
    await withAdmin(settings, async (admin) => {
      const broken = writeAreas(kafkaClient(settings, SILENT), admin, settings, [Float64Array.of(1), cut]);
      await assert.rejects(broken, /cut off/);
    });
    await assert.rejects(deployLog(settings, SILENT), refusal(/begun and not finished: repeat .*--areas/));
    assert.equal((await deployLog(settings, SILENT, areasOfLine)).inAreas, 12);
    await (await open(settings)).close();
  });

  it('is not opened where its areas are not complete, or others than its partitions', async () => {
    for (const [count, expected] of [
      [4, /not all areas of the log are written/],
      [3, /the log has 3 areas, and 4 partitions/],
    ] as const) {
      const settings = newSettings();
      await deployLog(settings, SILENT);
      const areas = await areasOfLine(count);
      const cut = count === 4 ? [...areas.slice(0, 3), { length: 3, subarray: () => assert.fail('cut off') }] : areas;
      await withAdmin(settings, (admin) =>
        writeAreas(kafkaClient(settings, SILENT), admin, settings, cut as Areas).catch(() => undefined),
      );
      await assert.rejects(open(settings), refusal(expected));
    }
  });

  it('is refused where somebody else wrote into the topic of areas', async () => {
    for (const [key, value] of [
      ['areas', 'no JSON'],
      ['areas', '{}'],
      ['x/0', '123'],
    ]) {
      const settings = newSettings();
      await deployLog(settings, SILENT, areasOfLine);
      const producer = kafkaClient(settings, SILENT).producer();
      await producer.connect();
      const messages = [
        { key: 'areas', value: JSON.stringify({ id: 'x', partitions: 4, stations: 5 }) },
        { key, value },
      ];
      await producer.send({ topic: `${settings.prefix}areas`, messages });
      await producer.disconnect();
      await assert.rejects(open(settings), refusal(/record \d+ of the topic of areas is not as halcyon log deploy/));
    }
  });

  it('can have areas of more stations than one record holds', async () => {
    const settings = newSettings();
    const areas = [0, 1, 2, 3].map((area) => Float64Array.from({ length: 60_000 }, (_, k) => area * 100_000 + k + 1));
    const found = await withAdmin(settings, async (admin) => {
      const kafka = kafkaClient(settings, SILENT);
      await writeAreas(kafka, admin, settings, areas);
      return readAreas(kafka, admin, settings);
    });
    assert.deepEqual(found, areas);
  });
});
