import assert from 'node:assert/strict';
import { deployLog } from '../../ingest/log/kafka/deploy-log.ts';
import type { CoverageAnswer } from '../../schemas/http/answers/coverage-answer.ts';
import { SILENT } from '../../schemas/logger.ts';
import type { Observation } from '../../schemas/observation.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { denseHistory } from '../detectors/stages/dense-network.ts';
import { seeded, smallStations } from '../detectors/stages/small-network.ts';
import { logServers, logServersMissing } from '../servers/kafka.ts';
import { type Mosquitto, mosquittoMissing, startMosquitto } from '../servers/mosquitto.ts';
import { until } from '../until.ts';
import { freshDataFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const NETWORK = 'small';
const MINUTE_MS = 60_000;
const BATCH = 400;
const stations = smallStations(5, NETWORK);

/** Reports of random cadences in the order in which they come: off the minute, late, twice, corrected, some too late. */
function arrivalsOf(seed: number): Observation[] {
  const random = seeded(seed);
  const minutes = stations.map(() => [1, 2, 5, 7, 10, 15, 30, 60][Math.floor(random() * 8)]);
  const history = denseHistory(stations, { minutes, hours: 4, seed, jitterMs: random() < 0.5 ? 0 : 50_000 });
  const arrivals = history.flatMap((observation) => {
    const at =
      observation.time + (random() < 0.8 ? 0 : random() * 110 * MINUTE_MS) + (random() < 0.01 ? 4 * 3_600_000 : 0);
    const again = random();
    if (again < 0.03)
      return [
        { at, observation },
        { at: at + MINUTE_MS, observation },
      ];
    if (again > 0.03 && again < 0.06) {
      const corrected = { ...observation, values: { ...observation.values, temp_out: 11.1 } };
      return [
        { at, observation },
        { at: at + MINUTE_MS, observation: corrected },
      ];
    }
    return [{ at, observation }];
  });
  return arrivals.sort((a, b) => a.at - b.at).map(({ observation }) => observation);
}

/** How many values there are, of each report once. */
function valuesOf(arrivals: readonly Observation[]): number {
  const last = new Map(arrivals.map((one) => [`${one.station}|${one.time}`, one]));
  let count = 0;
  for (const { values } of last.values()) count += VARIABLES.filter((name) => values[name] !== null).length;
  return count;
}

const itemOf = ({ station, time, values }: Observation) => {
  const site = stations.find(({ id }) => id === station);
  const { latitude, longitude } = site ?? {};
  return { network: NETWORK, station_id: station, time: isoOf(time), latitude, longitude, ...values };
};

/** Holds that values received are values judged and values not judged, each with its reason. */
async function held(system: RunningSystem, arrivals: readonly Observation[]): Promise<void> {
  const times = arrivals.map(({ time }) => time);
  const span = `from=${isoOf(Math.min(...times) - MINUTE_MS)}&to=${isoOf(Math.max(...times) + MINUTE_MS)}`;
  const received = valuesOf(arrivals);
  let values: CoverageAnswer['values'] | undefined;
  await until('every value is judged or not', async () => {
    // Before anything is stored there is no such network.
    const answer = await system.get<CoverageAnswer>(`/api/v1/coverage?network=${NETWORK}&${span}`).catch(() => null);
    if (answer === null) return false;
    ({ values } = answer);
    return values.received >= received && values.not_judged['not_yet'] === undefined;
  });
  assert.ok(values !== undefined);
  const left = Object.values(values.not_judged).reduce((sum, count) => sum + count, 0);
  assert.deepEqual([values.received, values.judged + left], [received, received]);
  const reasons = Object.keys(values.not_judged).sort();
  assert.deepEqual(
    reasons.filter((reason) => reason !== 'late'),
    ['insufficient_history'],
  );
  assert.ok(values.judged > received / 2, `${values.judged} of ${received} judged`);
}

describe('every value that is received is judged, or counted with the reason why not', () => {
  const running: RunningSystem[] = [];
  let broker: Mosquitto | null = null;
  afterEach(async () => {
    for (const system of running.splice(0)) {
      await system.stop();
      assert.deepEqual(system.failures, []);
    }
    await broker?.remove();
    broker = null;
  });

  const start = async (arrivals: readonly Observation[], environment: Record<string, string> = {}) => {
    const clock = Math.max(...arrivals.map(({ time }) => time)) + MINUTE_MS;
    const system = await new RunningSystem(await freshDataFolder(), clock, environment).start();
    running.push(system);
    return system;
  };
  const pushAll = async (system: RunningSystem, arrivals: readonly Observation[]) => {
    for (let k = 0; k < arrivals.length; k += BATCH) {
      await system.push(NETWORK, arrivals.slice(k, k + BATCH).map(itemOf));
    }
  };

  it('pushed to one process', async () => {
    const arrivals = arrivalsOf(1);
    const system = await start(arrivals);
    await pushAll(system, arrivals);
    await held(system, arrivals);
  });

  it('pushed to a system on Kafka', async function () {
    if (logServersMissing() !== null) this.skip();
    const settings = (await logServers()).settings();
    await deployLog(settings, SILENT);
    const arrivals = arrivalsOf(4);
    const system = await start(arrivals, {
      KAFKA_BROKERS: settings.brokers.join(),
      SCHEMA_REGISTRY_URL: settings.registryUrl,
      HALCYON_KAFKA_PREFIX: settings.prefix,
      HALCYON_KAFKA_PARTITIONS: String(settings.partitions),
    });
    await pushAll(system, arrivals);
    await held(system, arrivals);
  });

  it('by MQTT', async function () {
    if (mosquittoMissing() !== null) this.skip();
    broker = await startMosquitto();
    const arrivals = arrivalsOf(5);
    const system = await start(arrivals, { HALCYON_FEED: `mqtt:${broker.url()}#topics=weather` });
    const publish = (some: readonly Observation[]) => broker?.publish('weather', JSON.stringify(some.map(itemOf)));
    // What comes before it has subscribed goes to nobody.
    await until('it has subscribed', async () => {
      await publish(arrivals.slice(0, 1));
      return (await system.observations(NETWORK).catch(() => [])).length > 0;
    });
    for (let k = 0; k < arrivals.length; k += BATCH) await publish(arrivals.slice(k, k + BATCH));
    await held(system, arrivals);
  });

  it('a thousand reports of one minute, and reports that go back in time', async () => {
    const [station] = stations;
    const begin = Date.UTC(2026, 2, 1);
    const told = Array.from({ length: 60 }, (_, k) => ({ time: begin + k * 10 * MINUTE_MS, temp: 10 + (k % 3) / 10 }));
    const last = begin + 600 * MINUTE_MS;
    for (let k = 0; k < 1000; k++) told.push({ time: last + k * 60, temp: k === 700 ? 500 : 10 });
    for (let k = 1; k <= 50; k++) told.push({ time: last - k * 90_000, temp: 10.1 });
    const arrivals = told.map(({ time, temp }): Observation => {
      const values = { temp_out: temp, out_hum: null, wind_speed: null, bar: null, rain: null };
      return { network: NETWORK, station: station.id, time, values, extras: {}, original: {}, source: '', received: 0 };
    });
    const system = await start(arrivals);
    await pushAll(system, arrivals);
    await held(system, arrivals);
    const found = await system.anomalies(NETWORK, '&class=device_failure');
    assert.ok(
      found.some(({ actual_value, timestamp }) => actual_value === 500 && Date.parse(timestamp) === last + 42_000),
    );
  });
});
