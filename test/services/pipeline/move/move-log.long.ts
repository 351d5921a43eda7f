import assert from 'node:assert/strict';
import { planJudgement } from '../../../../detectors/network/judgement-plan.ts';
import { AHEAD_SLOTS } from '../../../../detectors/stages/neighbour-windows.ts';
import { noteOf, readSpatialNote, spatialNoteOf, watermarksOf } from '../../../../detectors/stages/watermark-note.ts';
import { partedAreas } from '../../../../ingest/log/kafka/areas/parted-areas.ts';
import { deployLog } from '../../../../ingest/log/kafka/deploy-log.ts';
import { KafkaLog } from '../../../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../../../ingest/log/kafka/kafka-settings.ts';
import { openTwoLogs, type TwoLogs } from '../../../../ingest/log/kafka/two-logs.ts';
import { readRange } from '../../../../ingest/log/read-range.ts';
import type { Candidate, TemporalRecord } from '../../../../schemas/anomaly.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import { newStation, type Station, stationKey } from '../../../../schemas/station.ts';
import { timeOfSlot } from '../../../../schemas/time.ts';
import { moveLog } from '../../../../services/pipeline/move/move-log.ts';
import { noteBeginning } from '../../../../services/pipeline/move/noted-beginning.ts';
import { partsAtWork } from '../../../../services/pipeline/move/parts-at-work.ts';
import { configuration } from '../../../detectors/stages/live-judgement.ts';
import { smallHistory, smallStations } from '../../../detectors/stages/small-network.ts';
import { logServers, logServersMissing } from '../../../servers/kafka.ts';
import { until } from '../../../until.ts';

const missing = logServersMissing();
const plan = planJudgement(configuration);
const REACHED = 2_859_000;
const NETWORK = 'small';
const stations = smallStations(12);
const [REPORT] = smallHistory(stations, 1, 1);

function candidate(station: Station, slot: number): Candidate {
  return {
    kind: 'candidate',
    network: NETWORK,
    station: station.id,
    variable: 'temp_out',
    slot,
    time: timeOfSlot(slot),
    actual: 30,
    expected: 20,
    score: 9,
    scale: 1,
    threshold: 4,
    check: 'arima',
    baseline: '',
    inputs: 'x',
    withdrawn: false,
  } as unknown as Candidate;
}

async function* registered(): AsyncGenerator<readonly Station[]> {
  yield stations;
}

describeMoved('with more partitions');
describeMoved('whose partitions are areas', (count) => partedAreas(registered(), count));

function describeMoved(where: string, newAreas?: Parameters<typeof deployLog>[2]): void {
  describe(`a log that is moved into one ${where}${missing === null ? '' : ` (${missing})`}`, () => {
    let logs: TwoLogs;
    let to: KafkaSettings;
    let extentLast = REACHED;
    let known: readonly Station[] = stations;
    let closed = 0;

    before(function () {
      if (missing !== null) this.skip();
    });

    /** An old log whose stages have come to a slot, with what each of its four partitions noted. */
    beforeEach(async () => {
      const { settings } = await logServers();
      const from = settings({ partitions: 4 });
      to = settings({ partitions: 9 });
      await deployLog(from, SILENT);
      await deployLog(to, SILENT, newAreas);
      logs = await openTwoLogs(to, from.prefix, Date.now, SILENT);
      [extentLast, known, closed] = [REACHED, stations, 0];
      const { from: log } = logs;
      const homes = new Set(stations.map(({ id }) => log.partitionOf('observations', stationKey(NETWORK, id))));
      await log.publish(
        'stations',
        stations.map((value) => ({ key: stationKey(NETWORK, value.id), value })),
      );
      const noted = (partition: number) => new Map(homes.has(partition) ? [[NETWORK, REACHED]] : []);
      // What is settled, and what is not.
      const found = stations.flatMap((station) => [candidate(station, REACHED - 30), candidate(station, REACHED - 5)]);
      await log.publish(
        'temporal-anomalies',
        found.map((value): { key: string; value: TemporalRecord } => ({
          key: stationKey(NETWORK, value.station),
          value,
        })),
      );
      await noteBeginning(log, 'temporal', 'observations', (partition) => noteOf(noted(partition)));
      await noteBeginning(log, 'spatial', 'temporal-anomalies', (partition) => spatialNoteOf(noted(partition), [0]));
      const store = await log.subscribe({ group: 'store', topic: 'stations' }, async () => {});
      const stored = async () =>
        (await log.done('store', 'stations')).reduce((sum: number, done) => sum + (done ?? 0), 0);
      await until('the stations are stored', async () => (await stored()) >= 12);
      await store.stop();
    });
    afterEach(() => logs?.close());

    const moved = () =>
      moveLog({
        from: logs.from,
        to: logs.to,
        store: {
          extent: async () => ({ first: timeOfSlot(REACHED - 500), last: timeOfSlot(extentLast) }),
          allStations: async () => [...known],
        },
        plan,
        workersFrom: async () => partsAtWork(await logs.readersFrom()),
        workersTo: async () => partsAtWork(await logs.readersTo()).filter((part) => part !== 'feed'),
        close: async () => {
          closed++;
          await logs.mark();
        },
        signal: new AbortController().signal,
      });

    it('has stations, open candidates and notes in the partitions where they belong', async () => {
      assert.deepEqual(await moved(), { stations: 12, rules: 0, candidates: 12, networks: 1 });
      const { signal } = new AbortController();
      const found: string[] = [];
      await readRange(logs.to, { topic: 'temporal-anomalies', group: 'test', signal }, (records) => {
        for (const { value } of records) if (value.kind === 'candidate') found.push(`${value.station} ${value.slot}`);
      });
      assert.deepEqual(found.sort(), stations.map(({ id }) => `${id} ${REACHED - 5}`).sort());
      const homes = new Set(stations.map(({ id }) => logs.to.partitionOf('observations', stationKey(NETWORK, id))));
      const temporal = await logs.to.notes('temporal', 'observations');
      const spatial = await logs.to.notes('spatial', 'temporal-anomalies');
      assert.equal(temporal.length, 9);
      for (let partition = 0; partition < 9; partition++) {
        const watermarks = homes.has(partition) ? [[NETWORK, REACHED]] : [];
        assert.deepEqual([...watermarksOf(temporal[partition])], watermarks);
        const read = readSpatialNote(spatial[partition]);
        assert.deepEqual([...read.watermarks], watermarks);
        assert.deepEqual(read.positions, Array(9).fill(0));
      }
      assert.deepEqual(await logs.to.done('temporal', 'observations'), Array(9).fill(0));
    });

    it('is closed: no process works on it, and it is not moved again', async () => {
      await moved();
      const old = { ...to, prefix: prefixOf(logs.from), partitions: 4 };
      const refusal = { code: 'invalid_configuration', message: /was moved into .* HALCYON_KAFKA_PREFIX should be/ };
      await assert.rejects(KafkaLog.open({ settings: old, logger: SILENT, now: Date.now }), refusal);
      await assert.rejects(deployLog(old, SILENT), refusal);
      await assert.rejects(openTwoLogs(to, old.prefix, Date.now, SILENT), refusal);
      await (await KafkaLog.open({ settings: old, logger: SILENT, now: Date.now, evenMoved: true })).close();
    });

    it('can be moved again after an end on the way', async () => {
      await moved();
      assert.deepEqual(await moved(), { stations: 12, rules: 0, candidates: 12, networks: 1 });
      assert.equal(closed, 2);
    });

    it('is left as it is where something is not judged, or not stored', async () => {
      await logs.from.publish('observations', [{ key: stationKey(NETWORK, REPORT.station), value: REPORT }]);
      await assert.rejects(moved(), {
        code: 'conflict',
        message:
          'the old log is not drained, temporal has yet to take 1 records of observations; sink has yet to take 1 records of observations: start what is missing on it, and wait for halcyon log drained',
      });
      assert.equal(closed, 0);
    });

    it('is left where neighbours have reported further than the verification came', async () => {
      extentLast = REACHED + AHEAD_SLOTS + 1;
      await assert.rejects(moved(), {
        code: 'conflict',
        message: /spatial is at \S+ of network small, whose reports go/,
      });
    });

    it('is left where workers are on it, and where some are on the new one already', async () => {
      const feed = await logs.from.subscribe({ group: 'intake', topic: 'stations', read: 'all' }, async () => {});
      await assert.rejects(moved(), { code: 'conflict', message: /^feed still work on the old log: stop them/ });
      await feed.stop();
      const early = await logs.to.subscribe({ group: 'store', topic: 'stations' }, async () => {});
      await assert.rejects(moved(), { code: 'conflict', message: /^sink work on the new log already/ });
      await early.stop();
      assert.equal((await moved()).candidates, 12);
    });

    it('is left where the new one was worked on', async () => {
      const [{ id }] = stations;
      await logs.to.publish('stations', [{ key: stationKey(NETWORK, id), value: newStation(stations[0]) }]);
      const partition = logs.to.partitionOf('stations', stationKey(NETWORK, id));
      const sink = await logs.to.subscribe({ group: 'store', topic: 'stations' }, async () => {});
      await until('the station is stored', async () => (await logs.to.done('store', 'stations'))[partition] !== null);
      await sink.stop();
      await assert.rejects(moved(), { code: 'conflict', message: /^the new log was worked on before/ });
    });

    it('has to be there', async () => {
      await assert.rejects(openTwoLogs(to, 'nobody.', Date.now, SILENT), {
        code: 'invalid_parameter',
        message: /^the brokers have no log with the prefix "nobody\.": --from should be/,
      });
    });
  });
}

function prefixOf(log: TwoLogs['from']): string {
  return log.traced('stations').destination.replace(/stations$/, '');
}
