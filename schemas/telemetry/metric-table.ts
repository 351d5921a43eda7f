import type { Metric, MetricKind, MetricUnit } from './metric.ts';

/** Bounds for what should take well under a second and may take minutes when something is away [s]. */
const LATENCY = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
/** Bounds for what is to be there within minutes [s]: the objective is five of them. */
const FRESHNESS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
/** Bounds for the work on one batch [s]. */
const WORK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Bounds that the semantic conventions of OpenTelemetry give for statements of a database [s]. */
const STATEMENT = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
/** Bounds that they give for requests [s]. */
const REQUEST = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

function row<K extends MetricKind, const L extends string>(
  kind: K,
  name: string,
  unit: MetricUnit,
  labels: readonly L[],
  meaning: string,
  buckets?: readonly number[],
): Metric<K, L> {
  return { kind, name, unit, labels, meaning, ...(buckets !== undefined && { buckets }) };
}

/** The table of metrics: everything that `/metrics` may show. */
export const METRICS = {
  observationsAccepted: row(
    'counter',
    'halcyon.observations.accepted',
    '{observation}',
    ['source'],
    'observations that were taken in, by the feed that brought them (`push` for what was pushed)',
  ),
  deadLetters: row(
    'counter',
    'halcyon.dead_letters',
    '{letter}',
    ['source', 'reason'],
    'what could not be read, by feed and reason; `log-<topic>` is a record of the log that is none of its topic',
  ),
  judgedValues: row(
    'counter',
    'halcyon.judgements',
    '{value}',
    ['flag'],
    'judgements of values by QARTOD flag: `pass`, `not_evaluated`, `suspect`, `fail`, `missing`; one that is judged again counts again',
  ),
  notJudgedValues: row(
    'counter',
    'halcyon.judgements.not_judged',
    '{value}',
    ['reason'],
    'values that were not judged, by the reason why: `insufficient_history`, `late`, `not_selected`, `gross_range` where that check is off, `method_error`; `GET /api/v1/coverage` counts each value once',
  ),
  candidates: row(
    'counter',
    'halcyon.candidates',
    '{candidate}',
    ['check', 'change'],
    'candidates by the check or method that flagged them: `raised`, or `withdrawn` where a late value changed what they rested on',
  ),
  verdicts: row(
    'counter',
    'halcyon.verdicts',
    '{verdict}',
    ['classification', 'state'],
    'versions of verdicts that were published: `provisional` at once and at each change of mind, then `settled` or `withdrawn`',
  ),
  verdictLatency: row(
    'histogram',
    'halcyon.verdict.latency',
    's',
    [],
    'from the acceptance of an observation to the publication of the verdict at once on it',
    LATENCY,
  ),
  freshness: row(
    'histogram',
    'halcyon.judgement.freshness',
    's',
    [],
    'from the acceptance of an observation until its first judgement is stored, where everybody reads it; an observation that is judged again does not count again',
    FRESHNESS,
  ),
  openFaults: row(
    'gauge',
    'halcyon.faults.open',
    '{fault}',
    ['kind', 'network'],
    'faults of sensors that have no end yet, of all processes; asked of the store at each reading. `network` is the one of the hundred networks with the most of them, and is not there for all others together',
  ),
  batchDuration: row(
    'histogram',
    'halcyon.batch.duration',
    's',
    ['stage'],
    'work on one batch, publication included: `temporal`, `spatial`, and `neighbours` where a spatial worker reads observations',
    WORK,
  ),
  stations: row('gauge', 'halcyon.stations', '{station}', ['stage'], 'stations whose windows a stage holds'),
  heardStations: row(
    'gauge',
    'halcyon.stations.heard',
    '{station}',
    ['state'],
    'stations of the temporal stage by whether they are heard: `reporting`, `silent` (nothing came for more than three of their reports) and `past` (of a network from which nothing came for a day, such as imported history)',
  ),
  windowBytes: row('gauge', 'halcyon.windows.size', 'By', ['stage'], 'memory that these windows take'),
  watermarkAge: row(
    'gauge',
    'halcyon.watermark.age',
    's',
    ['stage', 'rank'],
    'clock minus the slot that a network has reached in a stage: of the network that is furthest behind (`oldest`) and of the one that is furthest on (`newest`). Imported history stays as old as it is',
  ),
  publishedRecords: row(
    'counter',
    'halcyon.log.published',
    '{record}',
    ['topic'],
    'records that this process put into the log',
  ),
  publishedBytes: row(
    'counter',
    'halcyon.log.published.size',
    'By',
    ['topic'],
    'their keys and values as encoded, before compression; on Kafka only, as the embedded log encodes nothing',
  ),
  consumedRecords: row(
    'counter',
    'halcyon.log.consumed',
    '{record}',
    ['topic', 'group'],
    'records that a group took from the log in this process',
  ),
  consumedBytes: row(
    'counter',
    'halcyon.log.consumed.size',
    'By',
    ['topic', 'group'],
    'their keys and values as encoded; on Kafka only',
  ),
  rejectedBatches: row(
    'counter',
    'halcyon.log.rejected',
    '{batch}',
    ['topic', 'group'],
    'batches that could not be worked on and are delivered again after a back-off',
  ),
  rebalancedPartitions: row(
    'counter',
    'halcyon.log.rebalanced',
    '{partition}',
    ['topic', 'group', 'change'],
    'partitions `assigned` to this process and `revoked` from it; on Kafka only',
  ),
  recordsBehind: row(
    'gauge',
    'halcyon.log.behind',
    '{record}',
    ['group', 'topic', 'partition'],
    'lag: records between the end of a partition and what the group has done, asked of the log at each reading. What `spatial` keeps open until it is settled counts as not done',
  ),
  logReachable: row(
    'gauge',
    'halcyon.log.reachable',
    '{state}',
    [],
    '1 where the brokers answer this process, 0 where they do not: then nothing is known of `halcyon_log_behind`; on Kafka only',
  ),
  storeFree: row(
    'gauge',
    'halcyon.store.free',
    'By',
    [],
    'room left on the disk of the time series; below a tenth of the disk, or 1 GiB of a large one, nothing is written any more',
  ),
  storeBrokenParts: row(
    'gauge',
    'halcyon.store.broken_parts',
    '{part}',
    [],
    'parts of the tables that were put aside because they cannot be read: what was in them is missing',
  ),
  ready: row(
    'gauge',
    'halcyon.ready',
    '{state}',
    ['check', 'needed'],
    'what `/readyz` says: 1 where a check is as it should be, else 0; `needed` is `false` for what this process can do its work without',
  ),
  sinkRows: row('counter', 'halcyon.sink.rows', '{row}', ['table'], 'records written to the time-series store'),
  statementDuration: row(
    'histogram',
    'db.client.operation.duration',
    's',
    ['db.system.name', 'db.operation.name', 'db.collection.name', 'error.type'],
    'one insert of the sink into the time-series store, by table; `error_type` only where it failed',
    STATEMENT,
  ),
  sinkFailures: row('counter', 'halcyon.sink.failures', '{insert}', ['table'], 'inserts that failed and are repeated'),
  sinkWaiting: row(
    'gauge',
    'halcyon.sink.waiting',
    's',
    ['table'],
    'how long the store has not taken what is to be written; 0 while it does',
  ),
  requestDuration: row(
    'histogram',
    'http.server.request.duration',
    's',
    ['http.request.method', 'url.scheme', 'http.route', 'http.response.status_code', 'error.type'],
    'answers by endpoint: `http_route` is its path as the documentation writes it, and is not there where no endpoint took the request; `error_type` only where the answer is 500 or above, but for 501; 499 where the client left before it was answered',
    REQUEST,
  ),
  deliveries: row(
    'counter',
    'halcyon.alert.deliveries',
    '{attempt}',
    ['channel', 'outcome'],
    'attempts to tell somebody of an alert: `delivered`, `failed` (it is tried again) or `given_up`',
  ),
  deliveriesWaiting: row(
    'gauge',
    'halcyon.alert.deliveries.waiting',
    '{delivery}',
    [],
    'what is written to be told and was neither delivered nor given up, by all processes; asked of the catalogue at each reading',
  ),
  auditRecords: row(
    'counter',
    'halcyon.audit.events',
    '{event}',
    ['action', 'result'],
    'what the audit log recorded, or counted: `done`, `refused` to who asked, or `failed` here',
  ),
  auditUnwritten: row(
    'gauge',
    'halcyon.audit.unwritten',
    '{record}',
    [],
    'records of the audit log that its disk does not take; they are on standard error, and are written when it does',
  ),
  streamSubscribers: row(
    'gauge',
    'halcyon.stream.subscribers',
    '{subscriber}',
    [],
    'who hears the stream of this process',
  ),
  streamDropped: row(
    'total',
    'halcyon.stream.dropped',
    '{subscriber}',
    [],
    'subscribers of the stream that were let go because they read too slowly',
  ),
  processMemory: row('level', 'process.memory.usage', 'By', [], 'resident memory of this process, without the engine'),
  processCpu: row('total', 'process.cpu.time', 's', ['cpu.mode'], 'processor time in `user` and `system` mode'),
  processUptime: row('gauge', 'process.uptime', 's', [], 'time since the process was started'),
  eventLoopDelayP50: row(
    'gauge',
    'nodejs.eventloop.delay.p50',
    's',
    [],
    'how late timers were since the last reading: the median',
  ),
  eventLoopDelayP99: row('gauge', 'nodejs.eventloop.delay.p99', 's', [], 'the same: the latest of a hundred'),
  eventLoopDelayMax: row('gauge', 'nodejs.eventloop.delay.max', 's', [], 'the same: the latest of all'),
  eventLoopUse: row(
    'gauge',
    'nodejs.eventloop.utilization',
    '1',
    [],
    'share of the time since the last reading in which the event loop was at work',
  ),
} as const;
