import { HalcyonError, type Problem } from './errors.ts';
import {
  CHECK_NAMES,
  type JudgementConfiguration,
  SPATIAL_METHOD_NAMES,
  TEMPORAL_METHOD_NAMES,
} from './judgement-configuration.ts';
import { LOG_LEVELS } from './logger.ts';
import { MAP_SETTINGS } from './map-settings.ts';
import { reportRecipients } from './report-recipients.ts';
import { RETENTION_SETTINGS } from './retention-settings.ts';
import * as setting from './settings.ts';
import { SIGNING_ALGORITHMS } from './signing-algorithms.ts';
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts';
import { VARIABLES } from './variables.ts';

const [MiB, GiB] = [2 ** 20, 2 ** 30];

/** The configuration table: every environment variable that Halcyon reads. */
export const SETTINGS = {
  host: setting.text('127.0.0.1', { name: 'HALCYON_HOST', meaning: 'address on which the services listen' }),
  port: setting.integer(0, 65535, 8080, {
    name: 'PORT',
    meaning: 'port on which the services listen; 0 selects a free port',
  }),
  publicUrl: setting.address({
    name: 'HALCYON_PUBLIC_URL',
    meaning: 'URL at which clients reach the services; built from host and port if not set',
  }),
  corsOrigins: setting.text('', {
    name: 'HALCYON_CORS_ORIGINS',
    meaning: 'comma-separated origins of web pages that may call the services',
  }),
  ...MAP_SETTINGS,
  data: setting.dataFolder({
    name: 'HALCYON_DATA',
    meaning: 'folder of all embedded stores; commands find the running system through it',
  }),
  database: setting.text('', {
    name: 'HALCYON_DATABASE',
    meaning: 'database that anomaly-detector reads; CLICKHOUSE_URL or the store in HALCYON_DATA if not set',
  }),
  clickhouseUrl: setting.url({
    name: 'CLICKHOUSE_URL',
    meaning: 'ClickHouse server for the time-series store; embedded if not set',
  }),
  postgresUrl: setting.url(
    { name: 'POSTGRES_URL', meaning: 'PostgreSQL server for the catalogue; embedded if not set' },
    ['postgres:', 'postgresql:'],
  ),
  s3Endpoint: setting.url({
    name: 'S3_ENDPOINT',
    meaning: 'S3-compatible store for dataset files; folders in HALCYON_DATA if not set',
  }),
  s3BucketPrefix: setting.text('', {
    name: 'HALCYON_S3_BUCKET_PREFIX',
    meaning: 'prefix of the bucket names scratchpad, dataset and results',
  }),
  s3Region: setting.text('us-east-1', { name: 'AWS_REGION', meaning: 'region of the S3-compatible store' }),
  s3AccessKey: setting.text('', {
    name: 'AWS_ACCESS_KEY_ID',
    meaning: 'access key of the S3-compatible store; the AWS SDK searches for one if not set',
  }),
  s3SecretKey: setting.text('', { name: 'AWS_SECRET_ACCESS_KEY', meaning: 'secret of this access key' }),
  uploadLimit: setting.bytes(1, 2 ** 42, 2 * GiB, {
    name: 'HALCYON_UPLOAD_LIMIT',
    meaning: 'maximum size of an uploaded dataset file',
  }),
  scratchpadMs: setting.interval(3_600_000, 2_592_000_000, 604_800_000, {
    name: 'HALCYON_SCRATCHPAD_TIME',
    meaning: 'time after which files of an unregistered dataset are removed',
  }),
  queryTimeMs: setting.interval(1_000, 3_600_000, 120_000, {
    name: 'HALCYON_QUERY_TIME',
    meaning: 'maximum run time of a dataset query',
  }),
  queryMemory: setting.bytes(128 * MiB, 2 ** 42, GiB, {
    name: 'HALCYON_QUERY_MEMORY',
    meaning: 'memory of a dataset query; larger sorts and joins use its folder on disk',
  }),
  queryRows: setting.integer(1, 1_000_000_000, 10_000_000, {
    name: 'HALCYON_QUERY_ROWS',
    meaning: 'maximum number of rows in the result of a dataset query',
  }),
  queryOutput: setting.bytes(1024, 2 ** 42, 2 * GiB, {
    name: 'HALCYON_QUERY_OUTPUT',
    meaning: 'maximum size of the result of a dataset query',
  }),
  queriesAtOnce: setting.integer(1, 64, 2, {
    name: 'HALCYON_QUERIES_AT_ONCE',
    meaning: 'dataset queries that run at once; others wait, each caller in turn',
  }),
  kafkaBrokers: setting.hosts({
    name: 'KAFKA_BROKERS',
    meaning: 'event log on Kafka: comma-separated host:port of some brokers; embedded if not set',
  }),
  schemaRegistryUrl: setting.url({
    name: 'SCHEMA_REGISTRY_URL',
    meaning: 'schema registry with the Confluent API; required with KAFKA_BROKERS',
  }),
  kafkaPrefix: setting.text('', {
    name: 'HALCYON_KAFKA_PREFIX',
    meaning: 'prefix of every topic, group and subject, for installations that share a cluster',
  }),
  kafkaPartitions: setting.integer(1, 1000, 12, {
    name: 'HALCYON_KAFKA_PARTITIONS',
    meaning: 'partitions of the topics that are split by station: the maximum number of processes of a stage',
  }),
  kafkaReplication: setting.integer(1, 9, 1, {
    name: 'HALCYON_KAFKA_REPLICATION',
    meaning: 'copies of each partition; use 3 with three brokers or more',
  }),
  kafkaCompression: setting.oneOf(['none', 'gzip'] as const, 'none', {
    name: 'HALCYON_KAFKA_COMPRESSION',
    meaning: 'compression of records sent to the brokers',
  }),
  kafkaTls: setting.flag(false, { name: 'HALCYON_KAFKA_TLS', meaning: 'TLS to the brokers' }),
  kafkaCa: setting.text('', {
    name: 'HALCYON_KAFKA_CA',
    meaning: 'file of trusted certificates (PEM); those of Node.js if not set',
  }),
  kafkaCert: setting.text('', {
    name: 'HALCYON_KAFKA_CERT',
    meaning: 'file of the client certificate (PEM), if the brokers require one',
  }),
  kafkaKey: setting.text('', { name: 'HALCYON_KAFKA_KEY', meaning: 'file of the key of this certificate (PEM)' }),
  kafkaSasl: setting.oneOf(['none', 'plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'] as const, 'none', {
    name: 'HALCYON_KAFKA_SASL',
    meaning: 'SASL mechanism for authentication to the brokers',
  }),
  kafkaUsername: setting.text('', {
    name: 'HALCYON_KAFKA_USERNAME',
    meaning: 'user name; with oauthbearer the client id',
  }),
  kafkaPasswordFile: setting.text('', {
    name: 'HALCYON_KAFKA_PASSWORD_FILE',
    meaning: 'file of the password; with oauthbearer of the client secret',
  }),
  kafkaTokenUrl: setting.url({
    name: 'HALCYON_KAFKA_TOKEN_URL',
    meaning: 'token endpoint (OAuth 2.0 client credentials); required with oauthbearer',
  }),
  feed: setting.text('', {
    name: 'HALCYON_FEED',
    meaning:
      'comma-separated list of feeds: demo, geojson:<URL or file>, mqtt:<broker URL>, wis2:<broker URL>. Options for incomplete observations follow a #. Pushing over HTTP is always possible',
  }),
  feedIntervalMs: setting.interval(5_000, 3_600_000, 60_000, {
    name: 'HALCYON_FEED_INTERVAL',
    meaning: 'time between two requests to a GeoJSON feed',
  }),
  bufrDecoder: setting.oneOf(['auto', 'eccodes', 'pybufrkit', 'none'] as const, 'auto', {
    name: 'HALCYON_BUFR_DECODER',
    meaning:
      'program that decodes BUFR of WIS2 notifications; auto is the first of eccodes, pybufrkit that is installed',
  }),
  bufrPython: setting.text('python3', {
    name: 'HALCYON_BUFR_PYTHON',
    meaning: 'Python interpreter that has the package eccodes or pybufrkit',
  }),
  demoStations: setting.integer(1, 1_000_000, 60, {
    name: 'HALCYON_DEMO_STATIONS',
    meaning: 'stations of the demonstration network',
  }),
  demoSeed: setting.integer(0, 4_294_967_295, 1, {
    name: 'HALCYON_DEMO_SEED',
    meaning: 'seed of the demonstration network',
  }),
  temporalMethod: setting.oneOf(TEMPORAL_METHOD_NAMES, 'arima', {
    name: 'HALCYON_TEMPORAL_METHOD',
    meaning: 'temporal method of the live stages',
  }),
  windowHours: setting.integer(1, 168, 6, {
    name: 'HALCYON_WINDOW_HOURS',
    meaning: 'history for each live judgement [h]',
  }),
  threshold: setting.optional(
    setting.decimal(0, 1000, 1, {
      name: 'HALCYON_THRESHOLD',
      meaning: 'score above which the temporal method flags live, in its own scales',
    }),
    "the method's own",
  ),
  scores: setting.oneOf(['all', 'needed'], 'all', {
    name: 'HALCYON_SCORES',
    meaning:
      'values with a score in live judgement: all, or only those that need one for their verdict; verdicts are the same',
  }),
  spatialMethod: setting.oneOf(SPATIAL_METHOD_NAMES, 'pearson', {
    name: 'HALCYON_SPATIAL_METHOD',
    meaning: 'spatial method of the live stages',
  }),
  neighborRadiusKm: setting.decimal(0, 1000, 100, {
    name: 'HALCYON_NEIGHBOR_RADIUS_KM',
    meaning: 'maximum distance of a neighbour in live judgement [km]',
  }),
  elements: setting.text('', {
    name: 'HALCYON_ELEMENTS',
    meaning:
      'elements beyond the five variables that are kept and judged: names of packaged elements such as wind_gust, and paths of files of elements, separated by commas. The same for every process of a system',
  }),
  variables: setting.listOf(VARIABLES, VARIABLES, false, {
    name: 'HALCYON_VARIABLES',
    meaning: 'variables that the live stages judge; HALCYON_ELEMENTS adds its elements',
  }),
  checks: setting.listOf(CHECK_NAMES, CHECK_NAMES, true, {
    name: 'HALCYON_CHECKS',
    meaning: 'common checks of the live stages, besides the method',
  }),
  latenessSlots: setting.duration(24, 2, {
    name: 'HALCYON_LATENESS',
    meaning: 'allowed lateness: maximum delay of an observation that is still judged in order',
  }),
  hindsightSlots: setting.duration(6, 1, {
    name: 'HALCYON_HINDSIGHT',
    meaning: 'verification delay: time that a verdict waits for reports of the neighbours',
  }),
  webhookHosts: setting.hostNames({
    name: 'HALCYON_WEBHOOK_HOSTS',
    meaning:
      'allowed hosts of webhooks; *.NAME for all below a name, * for all public hosts. If not set: all public hosts; without access control also private networks and, on loopback, this machine. Link-local and other special addresses are never allowed',
  }),
  smtpUrl: setting.url(
    {
      name: 'HALCYON_SMTP_URL',
      meaning: 'mail server for alerts and monthly reports, with user and password if it requires them',
    },
    ['smtp:', 'smtps:'],
  ),
  smtpFrom: setting.text('', {
    name: 'HALCYON_SMTP_FROM',
    meaning: 'sender of e-mails; halcyon at the name of this machine if not set',
  }),
  monthlyReport: reportRecipients({
    name: 'HALCYON_MONTHLY_REPORT',
    meaning: 'recipients of the report on each month by e-mail; nobody if not set',
  }),
  auth: setting.oneOf(['off', 'required'] as const, 'off', {
    name: 'HALCYON_AUTH',
    meaning: 'access control; off is allowed on loopback only',
  }),
  authIssuer: setting.address({
    name: 'HALCYON_AUTH_ISSUER',
    meaning: 'issuer of an external identity service, such as a realm of Keycloak, that replaces the built-in one',
  }),
  authKeyHosts: setting.hostNames({
    name: 'HALCYON_AUTH_KEY_HOSTS',
    meaning:
      'hosts in private networks from which the keys of HALCYON_AUTH_ISSUER may come, besides its own host and public ones',
  }),
  rolePrefix: setting.text('', {
    name: 'HALCYON_ROLE_PREFIX',
    meaning: 'prefix to remove from role names in tokens, such as dg_',
  }),
  keyFile: setting.optional(
    setting.text('', {
      name: 'HALCYON_KEY_FILE',
      meaning: 'file of the key that encrypts the signing keys; created if missing',
    }),
    'identity.key in HALCYON_DATA',
  ),
  signingAlgorithm: setting.oneOf(SIGNING_ALGORITHMS, 'RS256', {
    name: 'HALCYON_SIGNING_ALGORITHM',
    meaning: 'algorithm of new signing keys',
  }),
  accessTokenMs: setting.interval(10_000, 86_400_000, 300_000, {
    name: 'HALCYON_ACCESS_TOKEN_LIFETIME',
    meaning: 'lifetime of an access token',
  }),
  refreshTokenMs: setting.interval(60_000, 2_592_000_000, 1_800_000, {
    name: 'HALCYON_REFRESH_TOKEN_LIFETIME',
    meaning: 'lifetime of a refresh token',
  }),
  observationQuota: setting.integer(0, 1e9, 600_000, {
    name: 'HALCYON_QUOTA_OBSERVATIONS',
    meaning: 'observations that one client may push per minute with access control; 0: no limit',
  }),
  stationQuota: setting.integer(0, 1e9, 20_000, {
    name: 'HALCYON_QUOTA_STATIONS',
    meaning: 'stations that one client may register per hour; 0: no limit',
  }),
  uploadQuota: setting.bytes(0, 2 ** 50, 64 * GiB, {
    name: 'HALCYON_QUOTA_UPLOADS',
    meaning: 'bytes of dataset files that one client may upload per day; 0: no limit',
  }),
  rowQuota: setting.integer(0, 1e12, 20_000_000, {
    name: 'HALCYON_QUOTA_ROWS',
    meaning: 'rows of query results that one client may produce per hour; 0: no limit',
  }),
  feedDays: setting.integer(1, 36_500, 31, {
    name: 'HALCYON_FEED_DAYS',
    meaning: 'age up to which the role feed may report [days]; older reports and corrections need the role curator',
  }),
  token: setting.text('', {
    name: 'HALCYON_TOKEN',
    meaning: 'access token that commands send to services; the socket in HALCYON_DATA needs none',
  }),
  ...RETENTION_SETTINGS,
  streamSubscribers: setting.integer(1, 100_000, 2_000, {
    name: 'HALCYON_STREAM_SUBSCRIBERS',
    meaning: 'maximum number of subscribers to the event stream of a process',
  }),
  unknownParameters: setting.oneOf(['ignored', 'refused'] as const, 'ignored', {
    name: 'HALCYON_UNKNOWN_PARAMETERS',
    meaning: 'query parameters that an endpoint does not know: ignored with a header Warning, or refused with 422',
  }),
  trustProxy: setting.flag(false, {
    name: 'HALCYON_TRUST_PROXY',
    meaning: 'trust X-Forwarded-For and X-Forwarded-Proto of a proxy in front',
  }),
  tlsCert: setting.text('', {
    name: 'HALCYON_TLS_CERT',
    meaning: 'file of the certificate chain of the services (PEM); with it they serve https only',
  }),
  tlsKey: setting.text('', { name: 'HALCYON_TLS_KEY', meaning: 'file of the key of this certificate (PEM)' }),
  logFormat: setting.oneOf(['text', 'json'] as const, 'text', {
    name: 'HALCYON_LOG_FORMAT',
    meaning: 'log format: lines for people, or one JSON object per line for programs',
  }),
  logLevel: setting.oneOf(LOG_LEVELS, 'info', {
    name: 'HALCYON_LOG_LEVEL',
    meaning: 'lowest level of the log lines that a process writes',
  }),
  accessLog: setting.flag(false, {
    name: 'HALCYON_ACCESS_LOG',
    meaning: 'one log line per answered request, without its query',
  }),
  ...TELEMETRY_SETTINGS,
} as const;

type ValueOf<S> = S extends setting.Setting<infer T> ? T : never;

/** Every setting with its value. */
export type Configuration = { readonly [K in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[K]> };

/**
 * Reads the configuration table from environment variables; an empty text counts as not given.
 *
 * @throws HalcyonError `invalid_configuration` that names every wrong setting at once
 */
export function readConfiguration(environment: setting.Environment): Configuration {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, row] of Object.entries(SETTINGS) as [string, setting.Setting<unknown>][]) {
    const given = environment[row.name];
    if (given === undefined || given === '') {
      values[key] = row.fallback(environment);
      continue;
    }
    const value = row.read(given);
    if (value === undefined) {
      const msg = `${row.name} is '${setting.withoutPassword(given)}', should be ${row.expected}`;
      problems.push({ loc: ['environment', row.name], msg, type: 'value_error' });
    }
    values[key] = value;
  }
  if (problems.length > 0) {
    throw new HalcyonError('invalid_configuration', problems.map((problem) => problem.msg).join('; '), { problems });
  }
  return values as Configuration;
}

/** How the live stages judge: always verified against the neighbours. */
export function liveJudgement(configuration: Configuration): JudgementConfiguration {
  const { temporalMethod, windowHours, threshold, checks, spatialMethod, neighborRadiusKm, variables } = configuration;
  const { latenessSlots, hindsightSlots } = configuration;
  return {
    temporalMethod,
    windowHours,
    threshold,
    checks,
    spatialVerify: true,
    spatialMethod,
    neighborRadiusKm,
    variables,
    latenessSlots,
    hindsightSlots,
  };
}
