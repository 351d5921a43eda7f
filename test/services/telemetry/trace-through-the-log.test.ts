import assert from 'node:assert/strict';
import { SpanKind } from '@opentelemetry/api';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { SpatialStage } from '../../../detectors/stages/spatial-stage.ts';
import { SpatialWorker } from '../../../detectors/stages/spatial-worker.ts';
import { TemporalStage } from '../../../detectors/stages/temporal-stage.ts';
import { jsonItemOf } from '../../../ingest/feeds/push/json-items.ts';
import { LogIntake } from '../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../ingest/intake/station-directory.ts';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import type { DeliveredRecord, EventLog } from '../../../ingest/log/event-log.ts';
import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { KafkaLog } from '../../../ingest/log/kafka/kafka-log.ts';
import type { Anomaly, TemporalRecord } from '../../../schemas/anomaly.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { newStation } from '../../../schemas/station.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { startTelemetry } from '../../../services/telemetry/start-telemetry.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { calmReports, calmStations, type Report, timeAt } from '../../integration/calm-network.ts';
import { logServers, logServersMissing } from '../../servers/kafka.ts';
import { until } from '../../until.ts';
import { readPrometheus, sampleOf } from './prometheus-text.ts';
import { RecordedSpans } from './recorded-spans.ts';

const NETWORK = 'north';
const STATIONS = 4;
const SPIKE = 60;
const plan = planJudgement(configuration);
const missing = logServersMissing();

/** What went through a log when calm hours and then a spike were pushed. */
interface Seen {
  readonly candidates: DeliveredRecord<TemporalRecord>[];
  readonly anomalies: DeliveredRecord<Anomaly>[];
}

/** Pushes calm hours and then a slot with a spike through intake and both stages. */
async function pushSpike(log: EventLog, severalWorkers: boolean): Promise<Seen> {
  const now = () => timeAt(SPIKE) + 1000;
  const stations = calmStations(STATIONS).map(({ station_id: id, ...place }) =>
    newStation({
      ...place,
      network: NETWORK,
      id,
      name: id,
      elevation: null,
      pressureLevel: 'unknown',
      rainInterval: null,
      manufacturer: null,
      model: null,
      retired: false,
      updated: 0,
    }),
  );
  const directory = new StationDirectory();
  directory.load(stations);
  const intake = new LogIntake({ log, stations: directory, now, hindsightMs: 6 * SLOT_MS });
  const shared = new NetworkStates(plan);
  for (const station of stations) shared.of(NETWORK).stations.put(station);
  const temporal = new TemporalStage({
    log,
    plan,
    now,
    recall: async () => null,
    networks: () => (severalWorkers ? new NetworkStates(plan) : shared),
    inStep: !severalWorkers,
    scored: true,
    takeOver: async () => undefined,
  });
  const worker = new SpatialWorker({
    log,
    plan,
    now,
    stations: async function* () {
      yield stations;
    },
    levels: async () => null,
    history: async function* () {},
    sensors: async () => ({ conditions: [], told: [], verdicts: [] }),
    stored: async () => [],
    before: async () => new Map(),
  });
  const stage = new SpatialStage({ log, plan, networks: shared, now, onSettled: () => {} });
  const seen: Seen = { candidates: [], anomalies: [] };
  await log.subscribe({ group: 'seen', topic: 'anomalies', read: 'all' }, async ({ records }) => {
    seen.anomalies.push(...records);
  });
  await log.subscribe({ group: 'seen', topic: 'temporal-anomalies', read: 'all' }, async ({ records }) => {
    seen.candidates.push(...records);
  });
  await (severalWorkers ? worker.start() : stage.start());
  await temporal.start();
  const push = async (reports: readonly Report[]) => {
    const items = reports.map((report) => jsonItemOf(Buffer.from(JSON.stringify(report)), ''));
    await intake.submit(NETWORK, 'push', items);
  };
  await push(calmReports(STATIONS, 0, SPIKE - 1));
  await push(calmReports(STATIONS, SPIKE, SPIKE, { [`s1@${SPIKE}`]: 15 }));
  await until('the spike is found', () => seen.anomalies.some(({ value }) => ofSpike(value)), 30_000);
  await temporal.stop();
  await (severalWorkers ? worker.stop() : stage.stop());
  await log.close();
  return seen;
}

const ofSpike = ({ station, variable, time }: { station: string; variable: string; time: number }) =>
  station === 's1' && variable === 'temp_out' && time === timeAt(SPIKE);

/** The candidate and the verdict of the spike, as the log had them. */
function ofTheSpike({ candidates, anomalies }: Seen) {
  const candidate = candidates.find(({ value }) => value.kind === 'candidate' && ofSpike(value));
  const anomaly = anomalies.find(({ value }) => ofSpike(value));
  assert.ok(candidate !== undefined && anomaly !== undefined);
  return { candidate, anomaly };
}

/** What the semantic conventions of OpenTelemetry for messaging ask of a span. */
function messaging(system: string, destination: string, operation: string) {
  return {
    'messaging.system': system,
    'messaging.destination.name': destination,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
  };
}

const logs = [
  { name: 'embedded log', severalWorkers: false, why: null, open: async () => new EmbeddedLog() },
  {
    name: 'log on Kafka',
    severalWorkers: true,
    why: missing,
    open: async () => {
      const settings = (await logServers()).settings();
      await deployLog(settings, SILENT);
      return KafkaLog.open({ settings, logger: SILENT, now: Date.now, backoff: { firstMs: 5, mostMs: 100 } });
    },
  },
];

for (const { name, severalWorkers, why, open } of logs) {
  describe(`a trace through the ${name}${why === null ? '' : ` (${why})`}`, () => {
    const spans = new RecordedSpans();
    before(function () {
      if (why !== null) return this.skip();
    });
    afterEach(() => spans.stop());

    it('leads from the push of an observation to the verdict at once', async () => {
      spans.start();
      const log = await open();
      const telemetry = await startTelemetry(readConfiguration({}), SILENT);
      const { candidate, anomaly } = ofTheSpike(await pushSpike(log, severalWorkers));
      const topic = (of: TopicName) => log.traced(of).destination;
      const judging = `process ${topic('observations')}`;
      const classifying = `process ${topic('temporal-anomalies')}`;
      const [, submit] = spans.ended(`send ${topic('observations')}`);
      const { traceId } = submit.spanContext();
      const ofTrace = spans.ended().filter((span) => span.spanContext().traceId === traceId);
      assert.deepEqual(ofTrace.map((span) => span.name).sort(), [judging, classifying, submit.name].sort());
      const [classify, judge] = [classifying, judging].map((of) => ofTrace.find((span) => span.name === of));
      assert.equal(judge?.parentSpanContext?.spanId, submit.spanContext().spanId);
      assert.equal(classify?.parentSpanContext?.spanId, judge?.spanContext().spanId);
      assert.equal(submit.kind, SpanKind.PRODUCER);
      assert.equal(judge?.kind, SpanKind.CONSUMER);
      assert.equal(classify?.kind, SpanKind.CONSUMER);
      const system = severalWorkers ? 'kafka' : 'halcyon';
      const count = 'messaging.batch.message_count';
      assert.deepEqual(submit.attributes, {
        ...messaging(system, topic('observations'), 'send'),
        [count]: STATIONS,
        'halcyon.source': 'push',
      });
      for (const [span, destination, group] of [
        [judge, topic('observations'), 'temporal'],
        [classify, topic('temporal-anomalies'), 'spatial'],
      ] as const) {
        const { [count]: records, ...named } = span?.attributes ?? {};
        assert.ok(Number(records) >= 1);
        assert.deepEqual(named, {
          ...messaging(system, destination, 'process'),
          'messaging.consumer.group.name': group,
        });
      }
      assert.equal(candidate.headers?.['traceparent'], `00-${traceId}-${judge?.spanContext().spanId}-01`);
      assert.equal(anomaly.headers?.['traceparent'], `00-${traceId}-${classify?.spanContext().spanId}-01`);

      const families = readPrometheus(await telemetry.metrics());
      await telemetry.stop();
      const of = { topic: 'observations', group: 'temporal' };
      const observations = STATIONS * (SPIKE + 1);
      assert.equal(sampleOf(families, 'halcyon_log_published_total', { topic: 'observations' }), observations);
      assert.equal(sampleOf(families, 'halcyon_log_consumed_total', of), observations);
      assert.ok(sampleOf(families, 'halcyon_verdict_latency_seconds_count') >= 1);
      assert.ok(sampleOf(families, 'halcyon_batch_duration_seconds_count', { stage: 'spatial' }) >= 1);
      assert.equal(families.has('halcyon_log_published_size_bytes_total'), severalWorkers);
      if (!severalWorkers) return;
      const bytes = sampleOf(families, 'halcyon_log_published_size_bytes_total', { topic: 'observations' });
      assert.ok(bytes > 30 * observations && bytes < 500 * observations, `${bytes}`);
      assert.equal(sampleOf(families, 'halcyon_log_consumed_size_bytes_total', of), bytes);
      assert.equal(sampleOf(families, 'halcyon_log_rebalanced_total', { ...of, change: 'assigned' }), 3);
    });

    if (severalWorkers) return;

    it('is not there where nobody asked for it: headers have nothing of it', async () => {
      const { candidate, anomaly } = ofTheSpike(await pushSpike(await open(), severalWorkers));
      assert.deepEqual(candidate.headers, { received: String(timeAt(SPIKE) + 1001) });
      assert.equal(anomaly.headers, undefined);
      assert.deepEqual(spans.ended(), []);
    });
  });
}
