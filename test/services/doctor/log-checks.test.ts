import assert from 'node:assert/strict';
import { partedAreas } from '../../../ingest/log/kafka/areas/parted-areas.ts';
import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import type { KafkaSettings } from '../../../ingest/log/kafka/kafka-settings.ts';
import { SILENT } from '../../../schemas/logger.ts';
import type { Station } from '../../../schemas/station.ts';
import { TOPICS } from '../../../schemas/topics.ts';
import { kafka } from '../../../services/doctor/checks/kafka.ts';
import { schemaRegistry } from '../../../services/doctor/checks/schema-registry.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { logServers, logServersMissing } from '../../servers/kafka.ts';
import { station } from '../detection/made-up-result.ts';
import { folderWithTimeSeries } from '../stores/made-folders.ts';
import { foundBy } from './installation-of.ts';

const missing = logServersMissing();

function environmentOf(settings: KafkaSettings): Record<string, string> {
  return {
    KAFKA_BROKERS: settings.brokers.join(),
    SCHEMA_REGISTRY_URL: settings.registryUrl,
    HALCYON_KAFKA_PREFIX: settings.prefix,
    HALCYON_KAFKA_PARTITIONS: String(settings.partitions),
  };
}

describe('what the doctor finds of the log', () => {
  it('is nothing where it is embedded, and half of it where one is not named', async () => {
    assert.deepEqual(await foundBy(kafka, {}), ['ok event log: embedded, in the memory of the process']);
    assert.deepEqual(await foundBy(schemaRegistry, {}), []);
    const half = { KAFKA_BROKERS: '127.0.0.1:9' };
    assert.match((await foundBy(kafka, half))[0], /^wrong event log: .*SCHEMA_REGISTRY_URL/);
    assert.deepEqual(await foundBy(schemaRegistry, half), []);
  });

  it('is brokers and a registry that do not answer', async () => {
    const away = { KAFKA_BROKERS: '127.0.0.1:9', SCHEMA_REGISTRY_URL: 'http://127.0.0.1:9' };
    const [[broker], [registry]] = await Promise.all([foundBy(kafka, away), foundBy(schemaRegistry, away)]);
    assert.match(broker, /^wrong event log: no broker of 127.0.0.1:9 answers: .*ECONNREFUSED/);
    assert.match(registry, /^wrong schema registry: the schema registry at http:\/\/127.0.0.1:9 does not answer/);
  });

  it(`is topics and schemas that are missing or otherwise${missing === null ? '' : ` (${missing})`}`, async function () {
    if (missing !== null) return this.skip();
    const settings = (await logServers()).settings();
    const environment = environmentOf(settings);
    assert.match((await foundBy(kafka, environment))[0], /^wrong event log: the log has no topic .*halcyon log deploy/);
    assert.match((await foundBy(schemaRegistry, environment))[0], /^wrong schema registry: .*halcyon log deploy/);
    await deployLog(settings, SILENT);
    assert.deepEqual(await foundBy(kafka, environment), ['ok event log: 1 brokers, every topic as it should be']);
    assert.deepEqual(await foundBy(schemaRegistry, environment), [
      `ok schema registry: ${TOPICS.length} schemas of this version are registered`,
    ]);
    const other = { ...environment, HALCYON_KAFKA_PARTITIONS: String(settings.partitions + 1) };
    const found = await foundBy(kafka, other);
    assert.equal(found.length, 7);
    for (const line of found)
      assert.match(line, /^warning event log: topic \S+ has \d+ partitions, should be \d+; alter/);
    const [copies] = await foundBy(kafka, { ...environment, HALCYON_KAFKA_REPLICATION: '3' });
    assert.match(copies, /^wrong event log: 1 brokers cannot keep 3 copies/);
  });

  it(`is how many stations came after the areas of a log${missing === null ? '' : ` (${missing})`}`, async function () {
    if (missing !== null) return this.skip();
    const settings = { ...(await logServers()).settings(), partitions: 2 };
    const dataFolder = await folderWithTimeSeries();
    const environment = { ...environmentOf(settings), HALCYON_DATA: dataFolder };
    const stations = Array.from({ length: 10 }, (_, k) => station(k));
    const register = async (some: readonly Station[]) => {
      const store = await openTimeSeries({ dataFolder, role: 'command' });
      await store.insertStations(some);
      await store.close();
    };
    async function* first() {
      yield stations.slice(0, 6);
    }
    await register(stations.slice(0, 6));
    await deployLog(settings, SILENT, (count) => partedAreas(first(), count));
    const [, few] = await foundBy(kafka, environment);
    assert.equal(
      few,
      'ok event log: its partitions are areas of 6 stations, and 0 registered later share the last ones',
    );
    await register(stations);
    const [, many] = await foundBy(kafka, environment);
    assert.match(
      many,
      /^warning event log: its partitions are areas of 6 stations, and 4 registered later share the last/,
    );
    assert.match(many, /; move to a new log/);
  });
});
